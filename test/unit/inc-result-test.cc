/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-result-table.h"
#include "ns3/inc-result.h"

#include <gtest/gtest.h>
#include <limits>
#include <sstream>

using namespace ns3;

namespace
{

/// Return the result of 16 MiB over 16 workers in 1.5 ms.
IncResultRow
ExampleRow()
{
    IncResultRow row;
    row.scheme = "inc";
    row.bytes = 16777216;
    row.count = 4194304;
    row.workers = 16;
    row.timeUs = 1500;
    row.wrong = 0;
    row.boundAlgbwGBps = 11.25;
    row.packetsSent = 12;
    row.bottleneckLink = "h0->edge0";
    return row;
}

std::string
Printed(const std::vector<IncResultRow>& rows)
{
    std::ostringstream text;
    IncResultTable table(text);
    table.PrintHeader({"fat-tree k=4"});
    for (const auto& row : rows)
    {
        table.PrintRow(row);
    }
    table.PrintFooter();
    return text.str();
}

} // namespace

TEST(IncResult, FileHasTheFieldsOfItsSchemaInOrder)
{
    IncResult result;
    result.config["k"] = 4;
    result.rows = {ExampleRow()};
    result.simulation.ns3Version = "3.37";
    const auto file = nlohmann::ordered_json::parse(result.ToJson());
    EXPECT_EQ(file["schema"], "inc-result/1");
    EXPECT_EQ(file["config"].dump(), R"({"k":4})");
    EXPECT_EQ(
        file["results"][0].dump(),
        R"({"scheme":"inc","collective":"allreduce","bytes":16777216,"count":4194304,)"
        R"("dtype":"float32","op":"sum","workers":16,"time_us":1500.0,)"
        R"("algbw_GBps":11.184810666666667,"busbw_GBps":20.97152,"wrong":0,)"
        R"("bound_algbw_GBps":11.25,"packets_sent":12,"packets_lost":0,"lost_in_buffers":0,)"
        R"("retransmissions":0,"timeouts":0,"duplicates_dropped":0,"slot_peak":0,"client_slot_peak":0,)"
        R"("slots":null,"root":null,)"
        R"("link_bytes_total":0,"link_bytes_max":0,"link_copies":0,)"
        R"("bottleneck_link":"h0->edge0","bottleneck_busy_us":0.0,"status":"ok"})");
    EXPECT_EQ(file["simulation"].dump(),
              R"({"events":0,"packet_hops":0,"simulated_s":0.0,"wall_s":0.0,"cpu_s":0.0,)"
              R"("peak_rss_bytes":0,"ns3_version":"3.37","module_version":""})");
}

TEST(IncResult, WhatIsNotKnownIsNullInJsonAndEmptyInCsv)
{
    IncResult result;
    auto row = ExampleRow();
    row.timeUs.reset();
    row.wrong.reset();
    row.boundAlgbwGBps = std::numeric_limits<double>::infinity();
    row.status = "worker 3 gave up, \"slot 7\"";
    result.rows = {row};
    const auto file = nlohmann::json::parse(result.ToJson());
    for (const char* field : {"time_us", "algbw_GBps", "busbw_GBps", "wrong", "bound_algbw_GBps"})
    {
        EXPECT_TRUE(file["results"][0][field].is_null()) << field;
    }
    EXPECT_NE(result.ToCsv().find("\ninc,allreduce,16777216,4194304,float32,sum,16,,,,,,12,"),
              std::string::npos);
    EXPECT_NE(result.ToCsv().find(",\"worker 3 gave up, \"\"slot 7\"\"\"\n"), std::string::npos);
}

TEST(IncResult, CsvHasAColumnPerField)
{
    IncResult result;
    result.rows = {ExampleRow(), ExampleRow()};
    std::istringstream lines(result.ToCsv());
    std::string line;
    std::getline(lines, line);
    const auto commas = std::count(line.begin(), line.end(), ',');
    EXPECT_EQ(commas, 27);
    EXPECT_EQ(line.rfind("scheme,collective,bytes,", 0), 0u);
    while (std::getline(lines, line))
    {
        EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas);
    }
}

TEST(IncResult, IsOkOnlyIfAllCompletedAndNothingIsWrong)
{
    IncResult result;
    result.rows = {ExampleRow(), ExampleRow()};
    EXPECT_TRUE(result.IsOk());
    IncResultRow row = ExampleRow();
    row.wrong = 1;
    result.rows[1] = row;
    EXPECT_FALSE(result.IsOk());
    row.wrong.reset();
    result.rows[1] = row;
    EXPECT_TRUE(result.IsOk());
    row.status = "timeout";
    result.rows[1] = row;
    EXPECT_FALSE(result.IsOk());
}

TEST(IncResult, ARowIsEqualInAnotherProcess)
{
    IncResultRow row = ExampleRow();
    row.timeUs = 0.1 + 0.2; // needs all 17 digits
    row.bytes = UINT64_MAX;
    row.bottleneckLink = "h\xff->edge0"; // no UTF-8
    row.pfcFrames = 3;
    row.recovery = IncRecovery{1 / 3.0, true, ""};
    IncResult here;
    here.rows = {row, ExampleRow()};
    IncResult there;
    for (const auto& each : here.rows)
    {
        using Json = nlohmann::ordered_json;
        there.rows.push_back(IncRowReport::FromJson(Json::from_cbor(Json::to_cbor(each.ToJson()))));
        EXPECT_EQ(there.rows.back().text, each.text);
        EXPECT_EQ(there.rows.back().pfcFrames, each.pfcFrames);
    }
    EXPECT_EQ(here.ToJson(), there.ToJson());
    EXPECT_EQ(here.ToCsv(), there.ToCsv());
}

TEST(IncResultTable, LooksLikeNcclTests)
{
    const std::string table = Printed({ExampleRow()});
    EXPECT_EQ(table.rfind("# fat-tree k=4\n", 0), 0u);
    EXPECT_NE(table.find("#       size         count      type   redop      scheme     time   algbw"
                         "   busbw  #wrong\n"
                         "#        (B)    (elements)                                   (us)  (GB/s)"
                         "  (GB/s)\n"
                         "    16777216       4194304   float32     sum         inc  1500.00   11.18"
                         "   20.97       0\n"
                         "# Out of bounds values : 0 OK\n"
                         "# Avg bus bandwidth    : 20.9715\n"),
              std::string::npos)
        << table;
}

TEST(IncResultTable, SaysWhenNothingWasVerified)
{
    auto row = ExampleRow();
    row.wrong.reset();
    const std::string table = Printed({row});
    EXPECT_NE(table.find("   20.97     N/A\n"), std::string::npos);
    EXPECT_NE(table.find("# Out of bounds values : N/A\n"), std::string::npos);
}

TEST(IncResultTable, ShowsFailuresAndWrongElements)
{
    auto failed = ExampleRow();
    failed.timeUs.reset();
    failed.wrong.reset();
    failed.status = "worker 3: no answer";
    auto wrong = ExampleRow();
    wrong.wrong = 17;
    const std::string table = Printed({failed, wrong});
    EXPECT_NE(table.find("# inc, 16777216 B: FAILED: worker 3: no answer\n"), std::string::npos);
    EXPECT_NE(table.find("# Out of bounds values : 17 FAILED\n"), std::string::npos);
    EXPECT_NE(table.find("# Failed operations    : 1\n"), std::string::npos);
    EXPECT_NE(table.find("# Avg bus bandwidth    : 20.9715\n"), std::string::npos);
}

TEST(IncResultTable, ShowsTheLayersOfAWorkloadAsComments)
{
    auto row = ExampleRow();
    row.layers = {{"bucket0", IncCollective::ALLREDUCE, 8196000, IncDataType::FLOAT32, 1, 2.5, 0}};
    const std::string table = Printed({row});
    EXPECT_NE(table.find("#   bucket0       8196000          1.00          2.50          0.00\n"),
              std::string::npos)
        << table;
}

TEST(IncResultTable, AWideTimeLosesDecimalsBeforeColumnsShift)
{
    auto row = ExampleRow();
    row.timeUs = 123456.789;
    EXPECT_NE(Printed({row}).find("  123457  "), std::string::npos);
    row.timeUs = 12345.678;
    EXPECT_NE(Printed({row}).find("  12345.7  "), std::string::npos);
}
