/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-argument-table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace ns3;

namespace
{

enum class Colour
{
    RED,
    GREEN
};

/// Arguments of a small program.
struct Program
{
    uint32_t slots{256};
    std::optional<uint32_t> workers;
    double loss{0};
    Colour colour{Colour::RED};
    std::vector<Colour> colours{Colour::RED};
    bool quiet{false};
    std::string file;
    IncArgumentTable table{"program", "Does something."};

    Program()
    {
        table.Group("Things");
        table.Integer("slots", slots, 1U, 1024U, "Slots.");
        table.Integer("workers", workers, 1U, 16U, "all", "Workers.");
        table.Probability("loss", loss, "Loss.");
        const IncArgumentTable::Choices<Colour> choices{{"red", Colour::RED},
                                                        {"green", Colour::GREEN}};
        table.Choice("colour", colour, choices, "Colour.");
        table.ChoiceList("colours", colours, choices, "Colours.");
        table.Flag("quiet", quiet, "Say nothing.");
        table.Text("file", file, "a file", "File.");
        table.SetsAttributes("slots", {"ns3::Thing::Slots"});
        table.SetsAttributes("loss", {"ns3::Thing::Loss", "ns3::Other::Loss"});
        table.SetForeign(
            [](const std::string& name, const std::string&) { return name == "Foreign"; },
            "Foreign.");
    }

    /// Return the message that refuses an argument, or "" if it is accepted.
    std::string Complaint(const std::string& argument)
    {
        try
        {
            table.Parse({argument});
        }
        catch (const IncError& error)
        {
            return error.what();
        }
        return "";
    }
};

} // namespace

TEST(IncArgumentTable, RefusesAnArgumentThatIsThereAlready)
{
    Program program;
    program.table.Group("A shape of one's own");
    uint32_t slots = 0;
    try
    {
        program.table.Integer("slots", slots, 0U, 1U, "Slots.");
        FAIL() << "two arguments of one name";
    }
    catch (const IncError& error)
    {
        EXPECT_STREQ(error.what(),
                     "--slots: argument of \"Things\" and of \"A shape of one's own\"; accepted: "
                     "another name for the attribute of your class");
    }
}

TEST(IncArgumentTable, StoresWhatIsGivenAndKeepsDefaults)
{
    Program program;
    EXPECT_TRUE(program.table.Parse({"--slots=4",
                                     "--loss=0.5",
                                     "--colour=green",
                                     "--colours=green,red",
                                     "--quiet",
                                     "--file=a=b",
                                     "--Foreign=1"}));
    EXPECT_EQ(program.slots, 4u);
    EXPECT_FALSE(program.workers.has_value());
    EXPECT_EQ(program.loss, 0.5);
    EXPECT_EQ(program.colour, Colour::GREEN);
    EXPECT_EQ(program.colours, (std::vector<Colour>{Colour::GREEN, Colour::RED}));
    EXPECT_TRUE(program.quiet);
    EXPECT_EQ(program.file, "a=b");
    EXPECT_EQ(program.table.Values().dump(),
              R"({"slots":4,"workers":null,"loss":0.5,"colour":"green","colours":"green,red",)"
              R"("quiet":true,"file":"a=b","Foreign":"1"})");
}

TEST(IncArgumentTable, EachRefusalNamesArgumentValueAndWhatIsAccepted)
{
    const std::vector<std::pair<std::string, std::string>> refusals{
        {"--slots=-4", "--slots=-4: accepted: a whole number from 1 to 1024"},
        {"--slots=1025", "--slots=1025: accepted: a whole number from 1 to 1024"},
        {"--slots=", "--slots=: accepted: a whole number from 1 to 1024"},
        {"--slots", "--slots=: is written --slots=VALUE; accepted: a whole number from 1 to 1024"},
        {"--loss=1", "--loss=1: accepted: a probability, 0 or more and less than 1"},
        {"--colour=pink", "--colour=pink: accepted: red or green"},
        {"--colour=red,green", "--colour=red,green: accepted: red or green"},
        {"--slots=A", "--slots=A: accepted: a whole number from 1 to 1024"},
        {"--colour=Red,Green", "--colour=Red,Green: accepted: red or green"},
        {"--colour=Red", "--colour=Red: did you mean red? accepted: red or green"},
        {"--colours=GREEN,r-e-d",
         "--colours=GREEN,r-e-d: did you mean green,red? accepted: red or green, or several of "
         "them with commas between"},
        {"--colours=red,red", "--colours=red,red: red is there twice; accepted: each once"},
        {"--colours=red,pink",
         "--colours=red,pink: accepted: red or green, or several of them with commas between"},
        {"--quiet=yes", "--quiet=yes: accepted: 0 or 1"},
        {"--file=", "--file=: accepted: a file"},
        {"--slot=4", "--slot=4: no such argument, did you mean --slots? (see program --help)"},
        {"--Slots=4", "--Slots=4: no such argument, did you mean --slots? (see program --help)"},
        {"--zebra", "--zebra: no such argument (see program --help)"},
        {"--ns3::Thing::Slots=0", "--ns3::Thing::Slots=0: accepted: a whole number from 1 to 1024"},
        {"--ns3::Other::Loss=0.1",
         "--ns3::Other::Loss=0.1: is set by --loss; accepted: --loss (see program --help)"},
        {"slots=4",
         "'slots=4': arguments are written --name=value, did you mean --slots=4? (see program "
         "--help)"},
        {"", "'': arguments are written --name=value (see program --help)"},
        {"--", "'--': arguments are written --name=value (see program --help)"},
    };
    for (const auto& [argument, complaint] : refusals)
    {
        EXPECT_EQ(Program().Complaint(argument), complaint);
    }
}

TEST(IncArgumentTable, AMessageIsOneLineWhateverWasTyped)
{
    const std::string complaint =
        Program().Complaint("--slots=1\n2\r\x1b" + std::string(5000, '9'));
    EXPECT_EQ(complaint.find_first_of("\n\r\x1b"), std::string::npos);
    EXPECT_LT(complaint.size(), 300u);
}

TEST(IncArgumentTable, AnArgumentIsGivenOnce)
{
    Program program;
    EXPECT_EQ(program.Complaint("--slots=4"), "");
    EXPECT_EQ(program.Complaint("--slots=8"), "--slots=8: given twice, first as 4");
}

TEST(IncArgumentTable, ThePathOfAnAttributeIsAnotherNameOfItsArgument)
{
    Program program;
    EXPECT_EQ(program.Complaint("--ns3::Thing::Slots=4"), "");
    EXPECT_EQ(program.slots, 4u);
    EXPECT_TRUE(program.table.IsGiven("slots"));
    EXPECT_EQ(program.Complaint("--slots=8"), "--slots=8: given twice, first as 4");
}

TEST(IncArgumentTable, WhatIsDecidedElsewhereIsShownUnlessItIsGiven)
{
    Program program;
    program.table.Parse({"--slots=4"});
    program.table.Decide("slots", "8");
    program.table.Decide("workers", "16");
    EXPECT_EQ(program.table.Value("slots"), "4");
    EXPECT_EQ(program.table.Values()["workers"], 16);
    EXPECT_FALSE(program.workers.has_value());
}

TEST(IncArgumentTable, HelpDescribesEveryArgumentAndWinsOverErrors)
{
    Program program;
    EXPECT_FALSE(program.table.Parse({"--zebra", "--help"}));
    const std::string help = program.table.Help();
    for (const char* text : {"--slots  [256]",
                             "--workers  [all]",
                             "Things:",
                             "red or green",
                             "Foreign.",
                             "--file  [none]"})
    {
        EXPECT_NE(help.find(text), std::string::npos) << text;
    }
}

TEST(IncArgumentTable, WhatHasNoEffectIsRefusedOnlyIfGiven)
{
    Program program;
    program.table.Parse({"--slots=256"});
    EXPECT_NO_THROW(program.table.RefuseIfGiven({"loss", "colour"}, "--x=1"));
    EXPECT_THROW(program.table.RefuseIfGiven({"loss", "slots"}, "--x=1"), IncError);
    EXPECT_NO_THROW(program.table.Needs(true, {"slots"}, "--x=1"));
    EXPECT_THROW(program.table.Needs(false, {"slots"}, "--x=1"), IncError);
    EXPECT_NO_THROW(program.table.Require(true, "slots", "accepted: fewer"));
    EXPECT_THROW(program.table.Require(false, "loss", "accepted: more"), IncError);
}
