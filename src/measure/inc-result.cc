/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-result.h"

#include "inc-closed-form.h"
#include "inc-counter-table.h"
#include "inc-result-table.h"

#include "ns3/inc-format.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

using Json = nlohmann::ordered_json;

Json
IncRecovery::ToJson() const
{
    return Json{{"recovery_us", us ? Json(*us) : Json()}};
}

std::string
IncRecovery::ToText() const
{
    if (us)
    {
        return IncFormat("recovery (us) %.1f", *us);
    }
    if (!failure.empty())
    {
        return "no recovery: " + failure;
    }
    return hasFailed ? "recovery: none, or nothing was under way on the links that failed"
                     : "recovery: all was over before a link failed";
}

double
IncPassedShare(const IncCellCounters& cells)
{
    const uint64_t rounds = cells.acquired + cells.collisions;
    return rounds == 0 ? 0 : static_cast<double>(cells.collisions) / static_cast<double>(rounds);
}

Json
IncPoolResult::ToJson() const
{
    Json json{{"pool", policy},
              {"pool_slots", slots},
              {"passed_share", cells ? Json(IncPassedShare(*cells)) : Json()}};
    const IncCellCounters counters = cells.value_or(IncCellCounters());
    IncForEachCounter(counters, [&](const auto& entry, uint64_t counter) {
        json[IncCounterName(entry.name.member)] = cells ? Json(counter) : Json();
    });
    json["fairness"] = fairness ? Json(*fairness) : Json();
    return json;
}

std::string
IncPoolResult::ToText() const
{
    if (!cells)
    {
        return policy + " slots: a new tree has replaced one, whose counters are gone";
    }
    if (cells->acquired + cells->collisions == 0)
    {
        return policy + " slots: no switch below a root, so nothing was shared";
    }
    return IncFormat("%u %s slots: %.1f %% of %llu messages found none; frames passed on %llu, "
                     "evicted %llu",
                     slots,
                     policy.c_str(),
                     100 * IncPassedShare(*cells),
                     static_cast<unsigned long long>(cells->acquired + cells->collisions),
                     static_cast<unsigned long long>(cells->passed),
                     static_cast<unsigned long long>(cells->evicted)) +
           (fairness ? IncFormat("; fairness %.3f", *fairness) : "");
}

Json
IncWireResult::ToJson() const
{
    return Json{{"wire", type},
                {"max_error", errors ? Json(errors->largest) : Json()},
                {"error_bound", errors ? Json(errors->bound) : Json()},
                {"clamped", errors ? Json(errors->clamped) : Json()}};
}

std::string
IncWireResult::ToText() const
{
    return type + " on the wire: " +
           (errors ? IncFormat("largest error %.3g, bound %.3g; clamped operands %llu",
                               errors->largest,
                               errors->bound,
                               static_cast<unsigned long long>(errors->clamped))
                   : "the results were not verified");
}

namespace
{

Json
Counts(const IncTraceCounts& counts)
{
    const auto nodesOf = [&](IncChakraNode::Type type) {
        return counts.nodes[static_cast<std::size_t>(type)];
    };
    using Type = IncChakraNode::Type;
    return Json{{"metadata", nodesOf(Type::METADATA)},
                {"memory_loads", nodesOf(Type::MEMORY_LOAD)},
                {"memory_stores", nodesOf(Type::MEMORY_STORE)},
                {"computations", nodesOf(Type::COMPUTE)},
                {"sends", nodesOf(Type::SEND)},
                {"receives", nodesOf(Type::RECEIVE)},
                {"collectives", nodesOf(Type::COLLECTIVE)},
                {"collectives_run", counts.collectives},
                {"communication_bytes", counts.communicationBytes},
                {"replayed", counts.replayed},
                {"dangling", counts.dangling},
                {"forward", counts.forward}};
}

/// Return an array with the JSON that a function makes of each item.
template <typename T, typename DESCRIBE>
Json
ArrayOf(const std::vector<T>& items, DESCRIBE describe)
{
    auto array = Json::array();
    for (const T& item : items)
    {
        array.push_back(describe(item));
    }
    return array;
}

Json
Ranks(const std::vector<IncRankResult>& ranks)
{
    auto rows = Json::array();
    for (const auto& rank : ranks)
    {
        rows.push_back(Json{{"rank", rows.size()},
                            {"host", rank.host},
                            {"end_us", rank.endUs},
                            {"compute_us", rank.computeUs},
                            {"communication_us", rank.communicationUs},
                            {"exposed_us", rank.exposedUs},
                            {"exposed_messages_us", rank.exposedMessagesUs}});
    }
    return rows;
}

} // namespace

Json
IncExecutionResult::ToJson() const
{
    Json fields = ToColumns();
    fields["trace"] = Counts(counts);
    fields["ranks"] = Ranks(ranks);
    fields["layers"] = ArrayOf(calls, [](const IncCallResult& call) {
        return Json{{"name", call.name},
                    {"group", call.group},
                    {"collective", IncName(call.collective)},
                    {"ranks", call.ranks},
                    {"bytes", call.bytes},
                    {"start_us", call.startUs},
                    {"end_us", call.endUs},
                    {"exposed_us", call.exposedUs}};
    });
    fields["critical_path"] = ArrayOf(criticalPath, [](const IncCriticalShare& share) {
        return Json{{"name", share.name}, {"nodes", share.nodes}, {"time_us", share.timeUs}};
    });
    return fields;
}

Json
IncExecutionResult::ToColumns() const
{
    return Json{{"iteration_us", iterationUs}, {"exposed_us", exposedUs}};
}

namespace
{

/// Return null for an unknown or infinite value, because JSON has no infinity.
template <typename T>
Json
FiniteOrNull(const std::optional<T>& value)
{
    return value && std::isfinite(static_cast<double>(*value)) ? Json(*value) : Json();
}

/// Return the collective of a row, or another name if the row ran several or none.
std::string
WhatRan(const IncResultRow& row)
{
    return row.flows ? row.flows->pattern : row.execution ? "trace" : IncName(row.collective);
}

Json
Fields(const IncResultRow& row)
{
    return Json{
        {"scheme", row.scheme},
        {"collective", WhatRan(row)},
        {"bytes", row.bytes},
        {"count", row.count},
        {"dtype", row.flows ? Json() : Json(row.dtype ? IncName(*row.dtype) : "mixed")},
        {"op", row.flows ? Json() : Json(IncName(row.op))},
        {"workers", row.workers},
        {"time_us", FiniteOrNull(row.timeUs)},
        {"algbw_GBps", FiniteOrNull(row.AlgbwGBps())},
        {"busbw_GBps", FiniteOrNull(row.BusbwGBps())},
        {"wrong", FiniteOrNull(row.wrong)},
        {"bound_algbw_GBps", FiniteOrNull(row.boundAlgbwGBps)},
        {"packets_sent", row.packetsSent},
        {"packets_lost", row.packetsLost},
        {"lost_in_buffers", row.lostInBuffers},
        {"retransmissions", row.retransmissions},
        {"timeouts", row.timeouts},
        {"duplicates_dropped", row.duplicatesDropped},
        {"slot_peak", row.slotPeak},
        {"client_slot_peak", row.clientSlotPeak},
        {"slots", FiniteOrNull(row.slots)},
        {"root", row.root.empty() ? Json() : Json(row.root)},
        {"link_bytes_total", row.linkBytesTotal},
        {"link_bytes_max", row.linkBytesMax},
        {"link_copies", row.linkCopies},
        {"bottleneck_link", row.bottleneckLink},
        {"bottleneck_busy_us", row.bottleneckBusyUs},
        {"status", row.status},
    };
}

Json
ToJson(const IncResultRow& row)
{
    Json fields = Fields(row);
    const auto add = [&fields](const auto& part) {
        if (part)
        {
            fields.update(part->ToJson());
        }
    };
    if (!row.tree.empty())
    {
        fields["tree"] = row.tree;
    }
    if (row.linkBoundGBps)
    {
        fields["link_bound_algbw_GBps"] = *row.linkBoundGBps;
    }
    add(row.setup);
    if (!row.layers.empty())
    {
        fields["layers"] = ArrayOf(row.layers, [](const IncLayerResult& layer) {
            return Json{{"name", layer.name},
                        {"collective", IncName(layer.collective)},
                        {"bytes", layer.bytes},
                        {"dtype", IncName(layer.dtype)},
                        {"start_us", layer.startUs},
                        {"end_us", layer.endUs},
                        {"exposed_us", layer.exposedUs}};
        });
    }
    add(row.flows);
    if (row.beside)
    {
        fields["beside"] = row.beside->ToJson();
    }
    add(row.execution);
    add(row.recovery);
    if (row.statistics)
    {
        fields["stats"] = row.statistics->ToJson();
    }
    add(row.jobs);
    add(row.pool);
    add(row.servers);
    add(row.wire);
    return fields;
}

Json
ToJson(const IncFastForwardReport& report)
{
    return Json{{"periods",
                 ArrayOf(report.periods,
                         [](const IncFastForwardPeriod& period) {
                             return Json{{"rounds", period.rounds},
                                         {"us", static_cast<double>(period.ps) / 1e6},
                                         {"from_round", period.from},
                                         {"periods", period.periods}};
                         })},
                {"verified_states", report.verifiedStates},
                {"reason", report.reason.empty() ? Json() : Json(report.reason)}};
}

Json
ToJson(const IncSimulationInfo& info)
{
    Json fields{{"events", info.events},
                {"packet_hops", info.packetHops},
                {"simulated_s", info.simulatedS},
                {"wall_s", info.wallS},
                {"cpu_s", info.cpuS},
                {"peak_rss_bytes", info.peakRssBytes},
                {"ns3_version", info.ns3Version},
                {"module_version", info.moduleVersion}};
    if (info.windows)
    {
        const std::string& refused = info.windows->refused;
        fields["windows"] = info.windows->executed;
        fields["windows_refused"] = refused.empty() ? Json() : Json(refused);
    }
    if (info.fastForward)
    {
        fields["jumped_events"] = info.fastForward->jumpedEvents;
        fields["fast_forward"] = ToJson(*info.fastForward);
    }
    return fields;
}

/// Return a field of a CSV file (RFC 4180); an unknown value is empty.
std::string
CsvField(const Json& value)
{
    if (value.is_null())
    {
        return "";
    }
    const auto text = value.is_string() ? value.get<std::string>() : value.dump();
    if (text.find_first_of(",\"\r\n") == std::string::npos)
    {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text)
    {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

} // namespace

std::optional<double>
IncResultRow::AlgbwGBps() const
{
    if (!timeUs || *timeUs <= 0)
    {
        return std::nullopt;
    }
    return static_cast<double>(bytes) / (1e3 * *timeUs);
}

std::optional<double>
IncResultRow::BusbwGBps() const
{
    const auto algbw = AlgbwGBps();
    const double factor = flows || execution ? 1 : IncBusFactor(collective, workers);
    return algbw ? std::optional(*algbw * factor) : std::nullopt;
}

bool
IncResultRow::IsOk() const
{
    return status == "ok" && wrong.value_or(0) == 0;
}

IncRowReport::IncRowReport(const IncResultRow& row)
    : fields(ns3::ToJson(row)),
      columns(Json::array({row.flows    ? row.flows->ToColumns()
                           : row.beside ? row.beside->ToColumns()
                                        : Json(),
                           row.execution ? row.execution->ToColumns() : Json(),
                           row.jobs ? row.jobs->ToColumns() : Json(),
                           row.pool ? row.pool->ToJson() : Json(),
                           row.servers ? row.servers->ToJson() : Json(),
                           row.wire ? row.wire->ToJson() : Json(),
                           row.statistics ? row.statistics->ToColumns() : Json(),
                           row.recovery ? row.recovery->ToJson() : Json()})),
      text(IncResultTable::Describe(row)),
      pfcFrames(row.pfcFrames),
      windows(row.windows)
{
}

Json
IncRowReport::ToJson() const
{
    return Json::array({fields,
                        columns,
                        text,
                        pfcFrames,
                        windows ? Json(windows->executed) : Json(),
                        windows ? Json(windows->refused) : Json()});
}

IncRowReport
IncRowReport::FromJson(const Json& members)
{
    IncRowReport report;
    report.fields = members[0];
    report.columns = members[1];
    report.text = members[2];
    report.pfcFrames = members[3];
    if (!members[4].is_null())
    {
        report.windows = {members[4], members[5]};
    }
    return report;
}

bool
IncRowReport::IsOk() const
{
    return fields["status"] == "ok" && Get<uint64_t>("wrong").value_or(0) == 0;
}

std::string
IncResult::ToJson() const
{
    Json file{{"schema", "inc-result/1"}};
    if (isInterrupted)
    {
        file["interrupted"] = true;
    }
    if (!arguments.empty())
    {
        file["arguments"] = arguments;
    }
    file["config"] = config;
    file["results"] = Json::array();
    for (const auto& row : rows)
    {
        file["results"].push_back(row.fields);
    }
    file["simulation"] = ns3::ToJson(simulation);
    return file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string
IncResult::ToCsv() const
{
    Json names = Fields(IncResultRow());
    const std::size_t kinds = rows.empty() ? 0 : rows.front().columns.size();
    for (std::size_t kind = 0; kind < kinds; ++kind)
    {
        for (const auto& row : rows)
        {
            for (const auto& column : row.columns[kind].items())
            {
                names[column.key()] = nullptr;
            }
        }
    }
    std::string text;
    for (const auto& name : names.items())
    {
        text += (text.empty() ? "" : ",") + name.key();
    }
    text += "\n";
    for (const auto& row : rows)
    {
        Json columns = names;
        for (const auto& field : names.items())
        {
            columns[field.key()] = row.fields.value(field.key(), Json());
        }
        for (const auto& kind : row.columns)
        {
            columns.update(kind.is_null() ? Json::object() : kind);
        }
        std::string line;
        for (const auto& field : columns.items())
        {
            line += (field.key() == "scheme" ? "" : ",") + CsvField(field.value());
        }
        text += line + "\n";
    }
    return text;
}

bool
IncResult::IsOk() const
{
    return std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.IsOk(); });
}

} // namespace ns3
