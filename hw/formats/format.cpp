#include "hw/formats/format.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "hw/formats/first_bytes.h"

namespace treering::hw::formats {

// Formats that are recognised so as to say that they are not read (KNOWN in formats.def).
bool is_nccl_graph_xml(std::string_view text) {
  return xml_root(text) == "graphs";
}

// "Machine (251GB total)" and, below it, "NUMANode L#0 (P#0 125GB)"; also in a frame of characters.
bool is_lstopo_text(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    return (core::has(line, "Machine (") && core::has(line, " total)")) ||
           core::has(line, "NUMANode L#") || core::has(line, "Package L#");
  });
}

bool is_svg(std::string_view text) {
  return xml_root(text) == "svg";
}

// Also that of amd-smi topology.
bool is_rocm_smi(std::string_view text) {
  constexpr std::array<std::string_view, 3> kTitles{"ROCm System Management Interface",
                                                    "Weight between two GPUs", "LINK TYPE TABLE:"};
  return core::has_any(text, kTitles);
}

bool is_lscpu(std::string_view text) {
  return core::has(text, "NUMA node(s):") || core::has(text, "CPU op-mode(s):");
}

// "<nvlink target=..." between others, without the root of its file.
bool is_xml_piece(std::string_view text) {
  std::string_view line;
  for (core::LineReader lines(head_of(text)); lines.next();) {
    line = core::trimmed(lines.line());
    if (!line.empty() && !line.starts_with("```")) break;
  }
  if (line.size() < 3 || line[0] != '<' || !line.ends_with('>')) return false;
  const char first = line[line[1] == '/' ? 2 : 1];
  return first >= 'a' && first <= 'z';
}

// Each of its lines begins so (tuner/measure/record.cpp).
bool is_measurement_lines(std::string_view text) {
  return without_leading_space(text).starts_with(R"({"schema": "treering.measurement/)");
}

// Its heading has these columns (tuner/runs/csv_columns.cpp).
bool is_measurement_csv(std::string_view text) {
  core::LineReader lines(without_leading_space(head_of(text)));
  if (!lines.next()) return false;
  const std::string heading = fmt::format(",{},", core::lower_case(core::trimmed(lines.line())));
  return heading.find(",collective,") != std::string::npos &&
         heading.find(",size_bytes,") != std::string::npos;
}

namespace {

constexpr std::string_view kWhatFabricsAreFor =
    "it holds a fabric: treering show describes it, a cluster file takes it as fabric: {file: ...}";

constexpr std::string_view kIbnetdiscoverInstead =
    "treering does not read it; ibnetdiscover shows the fabric in a form that treering reads";

constexpr std::string_view kWhatHostTextsAreFor =
    "it says how a host is, not what it is made of: treering doctor FILE looks at it, alone or "
    "behind nvidia-smi topo -m in one file";

constexpr std::string_view kLstopoInstead =
    "give lstopo --of xml FILE.xml, which has what the drawing leaves out";

constexpr std::string_view kWhatMeasurementsAreFor =
    "treering check FILE ⟨topology⟩ MACHINE lays it beside a prediction, treering import reads it";

/// The machine of a log.
template <auto read_log>
core::Result<LoadedCluster> read_machine(const Source& source, const NodeLoader& /*load_node*/) {
  return cluster_in(read_log(source));
}

constexpr std::array kFormats{
#define FORMAT(id, name, extension, description)               \
  Format{name,      extension,  description, "",      is_##id, \
         read_##id, write_##id, nullptr,     nullptr, nullptr},
#define READ(id, name, hosts, description)                                     \
  Format{name,    "",      description, "",      is_##id,           read_##id, \
         nullptr, nullptr, nullptr,     nullptr, HostsOfText::hosts},
#define LOG(id, name, hosts, description)                                                          \
  Format{name,    "",      description,   "",      is_##id,           read_machine<read_log_##id>, \
         nullptr, nullptr, read_log_##id, nullptr, HostsOfText::hosts},
#define TEXT(id, name, description)                                                      \
  Format{name,    "",      description, kWhatHostTextsAreFor, is_##id, nullptr, nullptr, \
         nullptr, nullptr, add_##id},
#define FABRIC(id, name, description)                               \
  Format{name,    "",      description, kWhatFabricsAreFor,         \
         is_##id, nullptr, nullptr,     fabric::readers::read_##id, \
         nullptr, nullptr},
#define KNOWN(id, name, description, why) \
  Format{name, "", description, why, is_##id, nullptr, nullptr, nullptr, nullptr, nullptr},
#include "hw/formats/formats.def"
#undef FORMAT
#undef READ
#undef LOG
#undef TEXT
#undef FABRIC
#undef KNOWN
};

template <class Condition>
const Format* first_that(Condition holds) {
  const auto found = std::ranges::find_if(kFormats, holds);
  return found == kFormats.end() ? nullptr : &*found;
}

}  // namespace

core::Result<LoadedCluster> cluster_in(core::Result<ClusterOrRun> read) {
  if (!read) return core::fail(read.error());
  if (auto* const run = std::get_if<LoadedRun>(&*read)) {
    return core::fail(std::move(run->why_no_machine));
  }
  return std::get<LoadedCluster>(*std::move(read));
}

bool holds_measurements(const Format& format) {
  // Output of nccl-tests has its machine as well.
  return format.why_not == kWhatMeasurementsAreFor || format.name.starts_with("nccl-tests");
}

HostsOfText hosts_of(std::string_view format) {
  const Format* const found = first_that([&](const Format& one) { return one.name == format; });
  return found == nullptr ? HostsOfText::AsWritten : found->hosts;
}

std::span<const Format> formats() {
  return kFormats;
}

const Format* recognise(std::string_view text) {
  return first_that([&](const Format& format) { return format.is_it(text); });
}

const Format* format_of_path(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  const std::string_view extension = path.substr(dot);
  return first_that([&](const Format& format) {
    if (format.extension.empty()) return false;
    return core::is_same_name(extension, format.extension) ||
           (format.extension == ".yaml" && core::is_same_name(extension, ".yml"));
  });
}

core::Result<const Format*> find_written_format(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Format& format : kFormats) {
    if (format.write == nullptr) continue;
    if (core::is_same_name(name, format.name)) return &format;
    names.push_back(format.name);
  }
  return core::unknown_name("format", name, names);
}

}  // namespace treering::hw::formats
