#include "cli/options/names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/options/arguments.h"
#include "core/assert.h"
#include "core/data_type.h"
#include "core/named_values.h"
#include "hw/builtin.h"
#include "hw/formats/format.h"
#include "hw/load_cluster.h"
#include "sim/algorithms/registry.h"
#include "sim/channel_limits.h"
#include "sim/cost/machine.h"
#include "sim/job/variables.h"
#include "sim/models/model.h"
#include "sim/nccl/versions/version.h"
#include "sim/protocols/registry.h"
#include "tuner/exporters/exporter.h"

namespace treering::cli {
namespace {

struct FormatEntry {
  Format value;
  std::string_view name;
};
constexpr std::array<FormatEntry, 3> kFormats{{
    {Format::Text, "text"},
    {Format::Json, "json"},
    {Format::Csv, "csv"},
}};
static_assert(core::is_in_enum_order(kFormats));
constexpr std::array<FormatEntry, 2> kTextOrJson{{kFormats[0], kFormats[1]}};

constexpr std::array<Inventory, 6> kInventories{{
    {ValueKind::Topology, "topologies"},
    {ValueKind::Algorithm, "algorithms"},
    {ValueKind::Protocol, "protocols"},
    {ValueKind::Collective, "collectives"},
    {ValueKind::Variable, "variables"},
    {ValueKind::Exporter, "exporters"},
}};

using Words = std::vector<Word>;

template <class Values>
Words words_for(const Values& values) {
  Words words;
  for (const auto& value : values) words.push_back({std::string(name_of(value)), ""});
  return words;
}

template <class Entries>
Words names_in(const Entries& entries) {
  Words words;
  for (const auto& entry : entries) words.push_back({std::string(entry.name), ""});
  return words;
}

Words topologies() {
  Words words;
  for (const auto& builtin : hw::summarise_builtins()) {
    words.push_back({std::string(builtin.name), builtin.text});
  }
  return words;
}

Words algorithms() {
  Words words;
  for (const auto& entry : sim::algorithms::all()) {
    words.push_back({std::string(entry.name), std::string(entry.title)});
  }
  return words;
}

Words protocols() {
  Words words;
  for (const auto& entry : sim::protocols::all()) {
    words.push_back({std::string(entry.name()), std::string(entry.title)});
  }
  return words;
}

Words channel_counts() {
  Words words;
  for (const int count :
       sim::doubled_up_to(sim::nccl::versions::version("").channels.max_channels)) {
    words.push_back({fmt::format("{}", count), ""});
  }
  return words;
}

Words collectives() {
  Words words;
  for (const core::Collective collective : core::all_collectives()) {
    words.push_back({std::string(core::name_of(collective)),
                     "NCCL's " + std::string(core::nccl_name_of(collective))});
  }
  return words;
}

Words exporters() {
  Words words;
  for (const tuner::exporters::Exporter& exporter : tuner::exporters::all_exporters()) {
    words.push_back({std::string(exporter.name), std::string(exporter.summary)});
  }
  return words;
}

/// `end` stands behind each name.
Words variables(std::string_view end) {
  Words words;
  for (const auto& variable : sim::job::all_variables()) {
    words.push_back({fmt::format("{}{}", variable.name, end),
                     fmt::format("{} ({})", variable.changes, variable.takes)});
  }
  return words;
}

Words networks() {
  Words words;
  for (const std::string_view name : sim::cost::network_names()) {
    words.push_back({std::string(name), ""});
  }
  return words;
}

Words versions() {
  Words words;
  for (const sim::nccl::versions::Version& version : sim::nccl::versions::versions()) {
    const bool is_alone = version.until == version.name;
    words.push_back(
        {std::string(version.name), is_alone ? "" : fmt::format("and up to {}", version.until)});
  }
  return words;
}

struct Vocabulary {
  ValueKind kind;
  std::string_view what;  // in errors
  Words (*words)();
};
const std::array kVocabularies{
    Vocabulary{ValueKind::Topology, "topology", topologies},
    Vocabulary{ValueKind::Collective, "collective", collectives},
    Vocabulary{ValueKind::Algorithm, "algorithm", algorithms},
    Vocabulary{ValueKind::Protocol, "protocol", protocols},
    Vocabulary{ValueKind::ChannelCount, "number of channels", channel_counts},
    Vocabulary{ValueKind::Model, "model", [] { return words_for(sim::models::all_models()); }},
    Vocabulary{ValueKind::Network, "network", networks},
    Vocabulary{ValueKind::DataType, "data type", [] { return words_for(core::all_data_types()); }},
    Vocabulary{ValueKind::ReduceOp, "reduction", [] { return words_for(core::all_reduce_ops()); }},
    Vocabulary{ValueKind::Format, "format", [] { return names_in(kFormats); }},
    Vocabulary{ValueKind::TextOrJson, "format", [] { return names_in(kTextOrJson); }},
    Vocabulary{ValueKind::FileFormat, "format",
               [] {
                 Words words;
                 for (const hw::formats::Format& format : hw::formats::formats()) {
                   if (format.write != nullptr) words.push_back({std::string(format.name), ""});
                 }
                 return words;
               }},
    Vocabulary{ValueKind::Exporter, "exporter", exporters},
    Vocabulary{ValueKind::Shell, "shell",
               [] {
                 return Words{{"bash", ""}, {"zsh", ""}, {"fish", ""}};
               }},
    Vocabulary{ValueKind::Inventory, "list", [] { return names_in(kInventories); }},
    Vocabulary{ValueKind::Variable, "variable", [] { return variables(""); }},
    Vocabulary{ValueKind::Assignment, "variable", [] { return variables("="); }},
    Vocabulary{ValueKind::NcclVersion, "NCCL version", versions},
};

/// Null for kinds whose values have no names.
const Vocabulary* vocabulary_of(ValueKind kind) {
  const auto found = std::find_if(kVocabularies.begin(), kVocabularies.end(),
                                  [&](const auto& one) { return one.kind == kind; });
  return found == kVocabularies.end() ? nullptr : &*found;
}

/// Equal but for case, '-' and '_': nvls_tree is NVLSTree.
bool is_spelling_of(std::string_view text, std::string_view name) {
  const auto bare = [](std::string_view from) {
    std::string to;
    for (const char c : from) {
      if (c != '_' && c != '-') to += c;
    }
    return to;
  };
  return core::is_same_name(bare(text), bare(name));
}

}  // namespace

core::Result<Format> parse_format(std::string_view text) {
  return core::parse_name("format", text, kFormats);
}

core::Result<Format> parse_text_or_json(std::string_view text) {
  return core::parse_name("format", text, kTextOrJson);
}

std::span<const Inventory> all_inventories() {
  return kInventories;
}

std::vector<std::string> known_values(ValueKind kind) {
  std::vector<std::string> names;
  for (Word& word : words_of(kind)) names.push_back(std::move(word.name));
  if (kind == ValueKind::Topology) names.emplace_back(hw::kLiveTopology);
  return names;
}

std::vector<std::string> known_list_values(ValueKind kind) {
  std::vector<std::string> names = known_values(kind);
  if (kind == ValueKind::Collective) names.emplace_back("tuned");
  if (!names.empty()) names.emplace_back("all");
  return names;
}

std::vector<Word> words_of(ValueKind kind) {
  const Vocabulary* vocabulary = vocabulary_of(kind);
  return vocabulary == nullptr ? Words() : vocabulary->words();
}

core::Result<std::vector<std::string>> parse_names(ValueKind kind, std::string_view text) {
  const Vocabulary* vocabulary = vocabulary_of(kind);
  TREERING_ASSERT(vocabulary != nullptr, "only kinds with names have lists of them");
  const std::vector<std::string> known = known_values(kind);
  std::vector<std::string> result;
  bool has_all = false;
  for (const std::string& part : split_list(text)) {
    has_all = has_all || core::is_same_name(part, "all");
    if (core::is_same_name(part, "all")) continue;
    const auto found = std::find_if(known.begin(), known.end(), [&](const std::string& name) {
      return is_spelling_of(part, name);
    });
    if (found == known.end()) {
      return core::unknown_name(vocabulary->what, part,
                                std::vector<std::string_view>(known.begin(), known.end()));
    }
    if (std::find(result.begin(), result.end(), *found) == result.end()) result.push_back(*found);
  }
  if (has_all) result.clear();
  return result;
}

}  // namespace treering::cli
