#include "app/setup/names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/fields.h"
#include "core/assert.h"
#include "core/call.h"
#include "core/data_type.h"
#include "core/named_values.h"
#include "core/units.h"
#include "hw/builtin.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/formats/format.h"
#include "hw/load_cluster.h"
#include "sim/algorithms/registry.h"
#include "sim/channel_limits.h"
#include "sim/cost/machine.h"
#include "sim/job/variables.h"
#include "sim/libraries/library.h"
#include "sim/models/time_model.h"
#include "sim/nccl/versions/version.h"
#include "sim/protocols/registry.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/host_exporter.h"
#include "tuner/floors/forms.h"
#include "tuner/launch/binding.h"
#include "tuner/runners/runner.h"

namespace treering::app::setup {
namespace {

using Words = std::vector<Word>;

template <class Values>
Words words_for(const Values& values) {
  Words words;
  for (const auto& value : values) words.push_back({std::string(name_of(value)), ""});
  return words;
}

Words written_formats() {
  Words words;
  for (const hw::formats::Format& format : hw::formats::formats()) {
    if (format.write != nullptr) words.push_back({std::string(format.name), ""});
  }
  return words;
}

/// Those that some command reads, with what the text is.
Words read_formats() {
  Words words;
  for (const hw::formats::Format& format : hw::formats::formats()) {
    const bool is_read = format.read != nullptr || format.read_fabric != nullptr ||
                         format.add_facts != nullptr || hw::formats::holds_measurements(format);
    if (is_read) words.push_back({std::string(format.name), std::string(format.description)});
  }
  return words;
}

Words topologies() {
  Words words;
  for (const auto& builtin : hw::summarise_builtins()) {
    words.push_back({std::string(builtin.name), builtin.text});
  }
  return words;
}

/// "compute capability 9.0, 132 SMs, PCIe 5.0 x16, 18 links of NVLink 4, 80 GB": what is
/// known.
std::string facts_of(const hw::catalogue::GpuModel& model) {
  std::string text = fmt::format("compute capability {}.{}", model.compute_capability / 10,
                                 model.compute_capability % 10);
  if (model.multiprocessors > 0) text += fmt::format(", {} SMs", model.multiprocessors);
  if (model.slot.generation > 0) text += fmt::format(", PCIe {}.0", model.slot.generation);
  if (model.slot.lanes > 0) text += fmt::format(" x{}", model.slot.lanes);
  if (model.nvlinks > 0) {
    text += fmt::format(", {} of NVLink {}", core::counted(model.nvlinks, "link"),
                        hw::catalogue::nvlink_generation(model.compute_capability));
  }
  if (model.memory_gb > 0) text += fmt::format(", {} GB", model.memory_gb);
  if (!hw::catalogue::has_pcie_peer_access(model.name)) text += ", no peer access over PCIe";
  return text;
}

Words gpu_models() {
  Words words;
  for (const hw::catalogue::GpuModel& model : hw::catalogue::gpu_models()) {
    words.push_back({std::string(model.name), facts_of(model)});
  }
  return words;
}

Words algorithms() {
  Words words;
  for (const auto* entry : sim::algorithms::known_to_nccl()) {
    words.push_back({std::string(entry->name), std::string(entry->title)});
  }
  return words;
}

Words simulated_algorithms() {
  Words words;
  for (const auto& entry : sim::algorithms::all()) {
    words.push_back(
        {std::string(entry.name),
         fmt::format("{}{}; serves {}", entry.title, !entry.is_in_nccl() ? "; not in NCCL" : "",
                     fmt::join(served_by(entry), ", "))});
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

Words any_exporters() {
  Words words = exporters();
  for (const auto& exporter : tuner::exporters::all_host_exporters()) {
    words.push_back({std::string(exporter.name), std::string(exporter.summary)});
  }
  return words;
}

Words floor_forms() {
  Words words;
  for (const tuner::floors::Form& form : tuner::floors::all_forms()) {
    words.push_back({std::string(form.name), std::string(form.summary)});
  }
  return words;
}

Words runners() {
  Words words;
  for (const tuner::runners::Runner& runner : tuner::runners::all_runners()) {
    words.push_back({std::string(runner.name), std::string(runner.summary)});
  }
  return words;
}

Words backends() {
  Words words;
  for (const sim::libraries::Entry& library : sim::libraries::all()) {
    for (const sim::libraries::Memory& memory : library.memories) {
      std::vector<std::string_view> names;
      for (const core::Collective one : memory.collectives) names.push_back(core::name_of(one));
      const bool has_all = names.size() == core::all_collectives().size();
      const std::string served =
          names.empty() ? "none"
                        : (has_all ? "every one" : fmt::format("{}", fmt::join(names, ", ")));
      words.push_back({fmt::format("{} on {}", library.name, memory.name),
                       fmt::format("collectives: {}; {}", served, memory.advice)});
    }
  }
  return words;
}

Words bindings() {
  Words words;
  for (const tuner::launch::Binding binding : tuner::launch::all_bindings()) {
    words.push_back({std::string(name_of(binding)), ""});
  }
  return words;
}

Words variables() {
  Words words;
  for (const auto& variable : sim::job::all_variables()) {
    words.push_back(
        {std::string(variable.name), fmt::format("{} ({})", variable.changes, variable.takes)});
  }
  return words;
}

Words any_variables() {
  Words words = variables();
  for (const auto& variable : sim::job::other_variables()) {
    words.push_back({std::string(variable.name), std::string(meaning_of(variable.why))});
  }
  return words;
}

Words fields() {
  Words words;
  for (const Field& field : fields_without_effect()) {
    words.push_back({std::string(field.place), std::string(field.meaning)});
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
  NameKind kind;
  std::string_view what;  // in errors
  Words (*words)();
};
constexpr std::array kVocabularies{
    Vocabulary{NameKind::Topology, "topology", topologies},
    Vocabulary{NameKind::Collective, "collective", collectives},
    Vocabulary{NameKind::Algorithm, "algorithm", algorithms},
    Vocabulary{NameKind::SimulatedAlgorithm, "algorithm", simulated_algorithms},
    Vocabulary{NameKind::Protocol, "protocol", protocols},
    Vocabulary{NameKind::ChannelCount, "number of channels", channel_counts},
    Vocabulary{NameKind::Model, "model", [] { return words_for(sim::models::all_models()); }},
    Vocabulary{NameKind::Network, "network", networks},
    Vocabulary{NameKind::DataType, "data type", [] { return words_for(core::all_data_types()); }},
    Vocabulary{NameKind::ReduceOp, "reduction", [] { return words_for(core::all_reduce_ops()); }},
    Vocabulary{NameKind::FileFormat, "format", written_formats},
    Vocabulary{NameKind::Exporter, "exporter", exporters},
    Vocabulary{NameKind::AnyExporter, "exporter", any_exporters},
    Vocabulary{NameKind::FloorForm, "form", floor_forms},
    Vocabulary{NameKind::Runner, "runner", runners},
    Vocabulary{NameKind::Backend, "backend", backends},
    Vocabulary{NameKind::Binding, "binding", bindings},
    Vocabulary{NameKind::Variable, "variable", variables},
    Vocabulary{NameKind::AnyVariable, "variable", any_variables},
    Vocabulary{NameKind::Field, "field", fields},
    Vocabulary{NameKind::NcclVersion, "NCCL version", versions},
    Vocabulary{NameKind::ReadFormat, "format", read_formats},
    Vocabulary{NameKind::GpuModel, "GPU", gpu_models},
};

const Vocabulary& vocabulary_of(NameKind kind) {
  const auto found = std::ranges::find(kVocabularies, kind, &Vocabulary::kind);
  TREERING_ASSERT(found != kVocabularies.end(), "each kind has a row");
  return *found;
}

/// Equal except for case, '-' and '_': nvls_tree is NVLSTree.
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

std::vector<Word> words_of(NameKind kind) {
  return vocabulary_of(kind).words();
}

std::vector<std::string> names_of(NameKind kind) {
  std::vector<std::string> names;
  for (Word& word : words_of(kind)) names.push_back(std::move(word.name));
  if (kind == NameKind::Topology) names.emplace_back(hw::kLiveTopology);
  return names;
}

bool is_in_nccl(std::string_view algorithm) {
  const auto* const entry = sim::algorithms::find(algorithm);
  return entry != nullptr && entry->is_in_nccl();
}

core::Result<std::string> parse_name(NameKind kind, std::string_view text) {
  std::vector<std::string> known = names_of(kind);
  const auto found = std::ranges::find_if(
      known, [&](const std::string& name) { return is_spelling_of(text, name); });
  if (found != known.end()) return std::move(*found);
  return core::unknown_name(vocabulary_of(kind).what, text,
                            std::vector<std::string_view>(known.begin(), known.end()));
}

core::Result<std::vector<std::string>> parse_names(NameKind kind, std::string_view text) {
  const std::vector<std::string> known = names_of(kind);
  std::vector<std::string> result;
  bool has_all = false;
  for (const std::string& part : split_list(text)) {
    has_all = has_all || core::is_same_name(part, "all");
    if (core::is_same_name(part, "all")) continue;
    const auto found = std::find_if(known.begin(), known.end(), [&](const std::string& name) {
      return is_spelling_of(part, name);
    });
    if (found == known.end()) {
      std::vector<std::string_view> expected(known.begin(), known.end());
      expected.emplace_back("all");
      return core::unknown_name(vocabulary_of(kind).what, part, expected);
    }
    if (std::find(result.begin(), result.end(), *found) == result.end()) result.push_back(*found);
  }
  if (has_all) result.clear();
  return result;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace treering::app::setup
