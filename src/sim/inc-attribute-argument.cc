/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-attribute-argument.h"

#include "inc-attribute-text.h"
#include "inc-given-attributes.h"

namespace ns3
{

void
IncAddAttribute(IncArgumentTable& table,
                const std::string& name,
                const std::string& path,
                const std::string& help,
                const std::string& byDefault)
{
    using Kind = IncArgument::Kind;
    const auto attribute = IncFindAttribute(path);
    IncArgument argument;
    argument.name = name;
    argument.value = byDefault.empty() ? IncDefaultText(attribute) : "";
    argument.byDefault = byDefault;
    argument.accepted = IncAcceptedBy(*attribute.checker);
    argument.words = IncWordsOf(*attribute.checker);
    argument.help = help;
    argument.kind = Kind::TEXT;
    if (IncIsOf(*attribute.checker, "Boolean"))
    {
        argument.kind = Kind::FLAG;
    }
    else if (IncIsOf(*attribute.checker, "Uinteger") || IncIsOf(*attribute.checker, "Double"))
    {
        argument.kind = Kind::NUMBER;
    }
    argument.store = [path, checker = attribute.checker](const std::string& text) {
        const auto value = IncReadAttribute(*checker, text);
        if (value)
        {
            IncSetDefault(path, *value);
        }
        return value != nullptr;
    };
    table.Add(std::move(argument));
    table.StandsFor(name, {path});
}

} // namespace ns3
