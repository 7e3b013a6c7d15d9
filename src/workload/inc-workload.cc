/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-workload.h"

#include "ns3/inc-parse.h"
#include "ns3/inc-printable.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <istream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Reads the lines of a workload file for IncWorkload::Read(), with one function per format.
class IncWorkloadReader
{
  public:
    IncWorkloadReader(std::istream& stream, const std::string& name);

    IncWorkload Read();

  private:
    struct Line
    {
        unsigned number; //!< number of the line, from 1
        std::vector<std::string> fields;
    };

    static bool IsAstraSimHeader(const Line& line);
    void ReadOwn();
    void ReadAstraSim();
    void ReadAstraSimHeader();
    void MarkCheckpoints(const std::vector<uint64_t>& values, bool IncWorkloadLayer::*mark);
    IncWorkloadLayer ParseOwn(const Line& line) const;
    IncWorkloadLayer ParseAstraSim(const Line& line) const;
    IncWorkloadPhase ParsePhase(const Line& line,
                                std::size_t column,
                                const std::string& usualGroup) const;
    double ParseTime(const Line& line, std::size_t column) const;
    uint64_t ParseBytes(const Line& line, std::size_t column) const;
    [[noreturn]] void Refuse(const Line& line, const std::string& reason) const;

    std::vector<Line> m_lines;
    IncWorkload m_workload;
    bool m_namesGroups{false};
    std::map<std::string, std::vector<uint64_t>> m_header;
};

namespace
{

/// Number of fields in our format: name forward_us backward_us collective bytes dtype.
constexpr std::size_t OWN_FIELDS = 6;

/// Collectives of a layer whose parameters are sharded.
constexpr const char* SHARDED = "allgather+reducescatter";

/// Number of fields in ASTRA-sim's format: name, reserved, three phases of three, update time.
constexpr std::size_t ASTRA_SIM_FIELDS = 12;

/// Policy in the header of a file whose rows each name their own policy.
constexpr const char* CUSTOMIZED = "HYBRID_CUSTOMIZED";

constexpr double US_PER_CYCLE = 1e-3;

/// Keys of the header with one number. Rows are written for all steps of gradient accumulation (ga)
/// and all virtual stages (vpp), so these keys and pp_comm change nothing.
constexpr std::array
    HEADER_NUMBERS{"model_parallel_NPU_group", "ep", "pp", "vpp", "ga", "all_gpus", "pp_comm"};

/// Keys of the header with a list: a number of layers, and their indices from 0.
constexpr std::array HEADER_LISTS{"checkpoints", "checkpoint_initiates"};

/// A year in us; a larger time is a mistake.
constexpr double MAX_TIME = 3.2e13;

constexpr uint64_t MAX_RANKS = 65536;

constexpr uint64_t MAX_BYTES = uint64_t{1} << 50;

/// Return the text in lower case: "allreduce" for "ALLREDUCE".
std::string
LowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return std::tolower(c);
    });
    return text;
}

} // namespace

IncWorkloadReader::IncWorkloadReader(std::istream& stream, const std::string& name)
{
    m_workload.name = name;
    std::string text;
    for (unsigned number = 1; std::getline(stream, text); ++number)
    {
        std::istringstream fields(text.substr(0, text.find('#')));
        Line line{number, {}};
        for (std::string field; fields >> field;)
        {
            line.fields.push_back(field);
        }
        if (!line.fields.empty())
        {
            m_lines.push_back(line);
        }
    }
}

IncWorkload
IncWorkloadReader::Read()
{
    if (m_lines.empty())
    {
        throw IncWorkloadError(m_workload.name + ": no layers; accepted: a line each");
    }
    if (IsAstraSimHeader(m_lines.front()))
    {
        ReadAstraSim();
    }
    else
    {
        ReadOwn();
    }
    return m_workload;
}

/// Return true for a line "POLICY [key: value …]".
bool
IncWorkloadReader::IsAstraSimHeader(const Line& line)
{
    const auto& policy = line.fields.front();
    const bool upperCase = std::all_of(policy.begin(), policy.end(), [](unsigned char c) {
        return std::isupper(c) || std::isdigit(c) || c == '_';
    });
    return upperCase && std::isupper(static_cast<unsigned char>(policy.front())) &&
           (line.fields.size() == 1 || line.fields[1].back() == ':');
}

void
IncWorkloadReader::ReadOwn()
{
    for (const auto& line : m_lines)
    {
        m_workload.layers.push_back(ParseOwn(line));
    }
}

void
IncWorkloadReader::ReadAstraSim()
{
    const auto declared =
        m_lines.size() > 1 ? IncParseInteger(m_lines[1].fields.front()) : std::nullopt;
    if (!declared || m_lines[1].fields.size() != 1)
    {
        Refuse(m_lines[std::min<std::size_t>(1, m_lines.size() - 1)],
               "accepted after the policy: a line with the number of rows");
    }
    ReadAstraSimHeader();
    const std::size_t found = m_lines.size() - 2;
    if (*declared != found || found == 0)
    {
        Refuse(m_lines[1],
               "declares " + std::to_string(*declared) + " rows, the file has " +
                   std::to_string(found) + "; accepted: equal numbers, at least 1");
    }
    for (std::size_t i = 2; i < m_lines.size(); ++i)
    {
        m_workload.layers.push_back(ParseAstraSim(m_lines[i]));
    }
    MarkCheckpoints(m_header["checkpoints"], &IncWorkloadLayer::isCheckpoint);
    MarkCheckpoints(m_header["checkpoint_initiates"], &IncWorkloadLayer::recomputes);
}

void
IncWorkloadReader::ReadAstraSimHeader()
{
    const Line& header = m_lines.front();
    std::string key;
    for (std::size_t i = 1; i < header.fields.size(); ++i)
    {
        const std::string& field = header.fields[i];
        if (field.back() == ':')
        {
            key = field.substr(0, field.size() - 1);
            const auto isKey = [&key](const char* known) { return key == known; };
            if (std::none_of(HEADER_NUMBERS.begin(), HEADER_NUMBERS.end(), isKey) &&
                std::none_of(HEADER_LISTS.begin(), HEADER_LISTS.end(), isKey))
            {
                Refuse(header,
                       IncPrintable(field) +
                           "; accepted: model_parallel_NPU_group, ep, pp, vpp, ga, "
                           "all_gpus, pp_comm, checkpoints or checkpoint_initiates");
            }
            m_header[key];
            continue;
        }
        const auto number = IncParseInteger(field);
        if (!number)
        {
            Refuse(header, key + ": " + IncPrintable(field) + "; accepted: a whole number from 0");
        }
        m_header[key].push_back(*number);
    }
    const auto number = [this, &header](const char* name, uint64_t least) -> uint32_t {
        const auto found = m_header.find(name);
        if (found == m_header.end())
        {
            return least;
        }
        const auto& values = found->second;
        if (values.size() != 1 || values[0] < least || values[0] > MAX_RANKS)
        {
            Refuse(header,
                   std::string(name) + ": " +
                       (values.size() == 1 ? std::to_string(values[0])
                                           : std::to_string(values.size()) + " numbers") +
                       "; accepted: one number from " + std::to_string(least) + " to " +
                       std::to_string(MAX_RANKS));
        }
        return static_cast<uint32_t>(values[0]);
    };
    IncParallelism& parallelism = m_workload.parallelism;
    parallelism.tensor = number("model_parallel_NPU_group", 1);
    parallelism.expert = number("ep", 1);
    parallelism.pipeline = number("pp", 1);
    parallelism.ranks = number("all_gpus", 0);
    m_namesGroups = parallelism.tensor > 1 || parallelism.pipeline > 1;
}

void
IncWorkloadReader::MarkCheckpoints(const std::vector<uint64_t>& values,
                                   bool IncWorkloadLayer::*mark)
{
    const std::size_t layers = m_workload.layers.size();
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        const bool isRight = i == 0 ? values[0] == values.size() - 1 : values[i] < layers;
        if (!isRight)
        {
            Refuse(m_lines.front(),
                   std::to_string(values[i]) +
                       " in a list of checkpoints; accepted: the number "
                       "of layers in the list, then layers from 0 to " +
                       std::to_string(layers - 1));
        }
        if (i > 0)
        {
            m_workload.layers[values[i]].*mark = true;
        }
    }
}

IncWorkloadLayer
IncWorkloadReader::ParseOwn(const Line& line) const
{
    if (line.fields.size() != OWN_FIELDS)
    {
        Refuse(line,
               std::to_string(line.fields.size()) +
                   " fields; accepted: name forward_us backward_us collective bytes dtype");
    }
    IncWorkloadLayer layer;
    layer.line = line.number;
    layer.name = IncPrintable(line.fields[0]);
    layer.forward.computeUs = ParseTime(line, 1);
    layer.weightGradient.computeUs = ParseTime(line, 2);
    layer.weightGradient.bytes = ParseBytes(line, 4);
    layer.dtype = IncParseDataType(line.fields[5]);
    if (!layer.dtype)
    {
        Refuse(line,
               "dtype " + IncPrintable(line.fields[5]) +
                   "; accepted: float16, bfloat16, float32, float64, int8, uint8, int16, int32 or "
                   "int64");
    }
    if (layer.weightGradient.bytes % IncSizeOf(*layer.dtype) != 0)
    {
        Refuse(line,
               "bytes " + line.fields[4] + "; accepted: a multiple of " +
                   std::to_string(IncSizeOf(*layer.dtype)) + ", the size of a " + line.fields[5]);
    }
    layer.sharded = line.fields[3] == SHARDED;
    layer.weightGradient.collective =
        layer.sharded ? IncCollective::REDUCESCATTER : IncParseCollective(line.fields[3]);
    const bool none = line.fields[3] == "none";
    if (!layer.weightGradient.collective && !none)
    {
        Refuse(line,
               "collective " + IncPrintable(line.fields[3]) +
                   "; accepted: none, allreduce, reduce, broadcast, allgather, reducescatter, "
                   "alltoall, gather, scatter, barrier or allgather+reducescatter");
    }
    const bool carriesData = !none && layer.weightGradient.collective != IncCollective::BARRIER;
    if (carriesData != (layer.weightGradient.bytes > 0))
    {
        Refuse(line,
               "bytes " + line.fields[4] + "; accepted with " + line.fields[3] + ": " +
                   (carriesData ? "more than 0" : "0"));
    }
    return layer;
}

IncWorkloadLayer
IncWorkloadReader::ParseAstraSim(const Line& line) const
{
    const bool customized = m_lines.front().fields.front() == CUSTOMIZED;
    const std::size_t expected = ASTRA_SIM_FIELDS + (customized ? 1 : 0);
    if (line.fields.size() != expected)
    {
        Refuse(line,
               std::to_string(line.fields.size()) + " fields; accepted: the " +
                   std::to_string(expected) + " of an ASTRA-sim row");
    }
    IncWorkloadLayer layer;
    layer.line = line.number;
    layer.name = IncPrintable(line.fields[0]);
    layer.forward = ParsePhase(line, 2, m_namesGroups ? "TP" : "");
    layer.inputGradient = ParsePhase(line, 5, m_namesGroups ? "TP" : "");
    layer.weightGradient = ParsePhase(line, 8, m_namesGroups ? "DP" : "");
    layer.updateUs = ParseTime(line, 11) * US_PER_CYCLE;
    return layer;
}

/// Parse time, collective and bytes from a column on; without a group, usualGroup is used.
IncWorkloadPhase
IncWorkloadReader::ParsePhase(const Line& line,
                              std::size_t column,
                              const std::string& usualGroup) const
{
    IncWorkloadPhase phase;
    phase.computeUs = ParseTime(line, column) * US_PER_CYCLE;
    const std::string& word = line.fields[column + 1];
    const uint64_t bytes = ParseBytes(line, column + 2);
    if (word == "NONE")
    {
        return phase;
    }
    // In SimAI's format ALLREDUCE_DP_EP is an ALLREDUCE in the group DP_EP.
    const auto underscore = word.find('_');
    const std::string name = word.substr(0, underscore);
    const std::string group = underscore == std::string::npos ? "" : word.substr(underscore + 1);
    const auto collective = IncParseCollective(LowerCase(name));
    if (!collective || name == LowerCase(name) ||
        (!group.empty() && group != "EP" && group != "DP_EP") || word.back() == '_')
    {
        Refuse(line,
               "collective " + IncPrintable(word) +
                   "; accepted: NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER, ALLTOALL, BROADCAST, "
                   "with _EP or _DP_EP behind it for a group");
    }
    if (group == "EP" && m_header.count("ep") == 0)
    {
        Refuse(line, IncPrintable(word) + "; accepted with ep: and its size in the first line");
    }
    if (bytes > 0)
    {
        phase.collective = collective;
        phase.bytes = bytes;
        phase.group = group.empty() ? usualGroup : group;
    }
    return phase;
}

double
IncWorkloadReader::ParseTime(const Line& line, std::size_t column) const
{
    const auto time = IncParseReal(line.fields[column]);
    if (!time || *time < 0 || *time > MAX_TIME)
    {
        Refuse(line,
               "time " + IncPrintable(line.fields[column]) + " in field " +
                   std::to_string(column + 1) + "; accepted: a number from 0");
    }
    return *time;
}

uint64_t
IncWorkloadReader::ParseBytes(const Line& line, std::size_t column) const
{
    const auto bytes = IncParseInteger(line.fields[column]);
    if (!bytes || *bytes > MAX_BYTES)
    {
        Refuse(line,
               "bytes " + IncPrintable(line.fields[column]) + " in field " +
                   std::to_string(column + 1) + "; accepted: a whole number from 0 to 2^50");
    }
    return *bytes;
}

void
IncWorkloadReader::Refuse(const Line& line, const std::string& reason) const
{
    throw IncWorkloadError(m_workload.name + ":" + std::to_string(line.number) + ": " + reason);
}

namespace
{

/// Return why a layer needs more than data parallelism; empty if it does not.
std::string
BeyondDataParallel(const IncWorkloadLayer& layer)
{
    const IncWorkloadPhase& gradient = layer.weightGradient;
    if (layer.recomputes)
    {
        return "activations that are computed again are";
    }
    if (layer.sharded)
    {
        return "sharded parameters are";
    }
    if (layer.forward.collective || layer.inputGradient.collective)
    {
        return "collectives of activations (model parallelism) are";
    }
    if (gradient.collective && gradient.collective != IncCollective::ALLREDUCE)
    {
        return IncName(*gradient.collective) + " is";
    }
    return gradient.group.empty() ? "" : "the group " + gradient.group + " is";
}

} // namespace

double
IncWorkloadLayer::BackwardUs() const
{
    return inputGradient.computeUs + weightGradient.computeUs;
}

IncWorkload
IncWorkload::Load(const std::string& path)
{
    std::ifstream file(path);
    // Opening a folder succeeds, but reading it fails.
    if (!file || (file.peek() == std::ifstream::traits_type::eof() && file.bad()))
    {
        throw IncWorkloadError(path + ": cannot be read: " + std::strerror(errno) +
                               "; accepted: a readable workload file");
    }
    return Read(file, path);
}

IncWorkload
IncWorkload::Read(std::istream& stream, const std::string& name)
{
    return IncWorkloadReader(stream, name).Read();
}

uint64_t
IncWorkload::GradientBytes() const
{
    uint64_t bytes = 0;
    for (const auto& layer : layers)
    {
        bytes += layer.weightGradient.bytes;
    }
    return bytes;
}

bool
IncWorkload::HasDataTypes() const
{
    return std::all_of(layers.begin(), layers.end(), [](const auto& layer) {
        return layer.dtype.has_value();
    });
}

bool
IncWorkload::IsDataParallel() const
{
    return std::all_of(layers.begin(), layers.end(), [](const auto& layer) {
        return BeyondDataParallel(layer).empty();
    });
}

void
IncWorkload::RequireOneDataType() const
{
    for (const auto& layer : layers)
    {
        if (layer.dtype != layers.front().dtype)
        {
            throw IncWorkloadError(name + ":" + std::to_string(layer.line) + ": dtype " +
                                   IncName(*layer.dtype) +
                                   "; accepted with collectives other than allreduce: that of the "
                                   "first line, " +
                                   IncName(*layers.front().dtype));
        }
    }
}

void
IncWorkload::RequireDataParallel() const
{
    for (const auto& layer : layers)
    {
        const std::string reason = BeyondDataParallel(layer);
        if (!reason.empty())
        {
            throw IncWorkloadError(name + ":" + std::to_string(layer.line) + ": " + reason +
                                   " not in this version; accepted: allreduce of weight gradients "
                                   "over all workers");
        }
    }
    if (GradientBytes() == 0)
    {
        throw IncWorkloadError(name + ": no layer has a collective; accepted: at least one");
    }
}

} // namespace ns3
