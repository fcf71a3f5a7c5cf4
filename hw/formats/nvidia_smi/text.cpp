#include "hw/formats/nvidia_smi/text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/formats/env_dump/facts.h"
#include "hw/formats/format.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/peer_matrix.h"
#include "hw/formats/nvidia_smi/table.h"
#include "hw/formats/nvidia_smi/topology.h"
#include "hw/formats/nvidia_smi/whole_names.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

// Adds the facts of `nvidia-smi nvlink --status` and GPU names to the state of a machine.

/// By the rate of a link, each way (NVIDIA's whitepapers of the architectures): drivers print the
/// rate of the wire. Versions 2 to 4 run at 25 to 27 GB/s and differ in compute capability.
int nvlink_version(double gb_per_s, int compute_capability) {
  if (gb_per_s >= 40) return 5;
  if (gb_per_s < 18 || compute_capability == 0) return gb_per_s < 18 && gb_per_s > 0 ? 3 : 0;
  if (compute_capability >= 90) return 4;
  if (compute_capability >= 80) return 3;
  return compute_capability >= 70 ? 2 : 1;
}

int capability_of(const core::Topology& node, int index) {
  for (const core::Device& device : node.devices()) {
    const auto* gpu = std::get_if<core::Gpu>(&device.info);
    if (gpu != nullptr && gpu->index == index) return gpu->compute_capability;
  }
  return 0;
}

/// Adds links and models to `loaded.host`, and a note where fewer links are up than the matrix or
/// the model has.
void add_nvlink_state(const GpuList& list, const Table& table, const std::string& path,
                      LoadedCluster& loaded) {
  const auto is_in_table = [&](int number) {
    return std::ranges::any_of(table.devices, [number](const TableDevice& device) {
      return device.is_gpu && device.index == number;
    });
  };
  int down = 0;
  for (const auto& [number, gpu] : list.gpus) {
    if (!is_in_table(number)) continue;
    if (!gpu.name.empty()) {
      core::GpuState state{.gpu = number, .model = gpu.name};
      state.origin = {core::Origin::Kind::File,
                      smi_place(path, gpu.mig_line == 0 ? gpu.line : gpu.mig_line)};
      if (gpu.mig_line != 0) state.has_mig = true;
      loaded.host.gpus.push_back(std::move(state));
    }
    const int capability = capability_of(loaded.cluster.node, number);
    for (const auto& [link, is_up] : gpu.nvlinks) {
      down += is_up ? 0 : 1;
      const auto rate = gpu.rates.find(link);
      const double gb_per_s = rate == gpu.rates.end() ? 0 : rate->second;
      loaded.host.nvlinks.push_back({number,
                                     link,
                                     is_up,
                                     is_up ? nvlink_version(gb_per_s, capability) : 0,
                                     {core::Origin::Kind::File, smi_place(path, gpu.link_line)},
                                     gb_per_s});
    }
  }
  if (down > 0) {
    loaded.notes.push_back(
        {core::Severity::Warning, path,
         fmt::format("{} NVLink{} inactive", down, down == 1 ? " is" : "s are")});
  }
}

using core::bad_input;
using core::Result;
using core::Severity;

struct Parts {
  PeerTexts peers;
  GpuList gpus;
  env_dump::Facts facts;
};

/// The name of most GPUs, of equally many that of the first; empty where none is named.
std::string model_of(const GpuList& list) {
  std::map<std::string_view, int> votes;
  for (const auto& [number, gpu] : list.gpus) {
    if (!gpu.name.empty()) ++votes[gpu.name];
  }
  std::string_view most;
  for (const auto& [number, gpu] : list.gpus) {
    const bool is_more = !gpu.name.empty() && (most.empty() || votes[gpu.name] > votes[most]);
    if (is_more) most = gpu.name;
  }
  return std::string(most);
}

/// Of a machine with several models says which GPUs are of which.
std::optional<core::Diagnostic> note_on_models(const GpuList& list, const Table& table,
                                               const std::string& path) {
  std::vector<std::string> others;
  std::size_t line = 0;
  for (const TableDevice& device : table.devices) {
    if (device.model.empty()) continue;
    others.push_back(fmt::format("GPU {} is {}", device.index, core::in_quotes(device.model)));
    if (line == 0) line = list.find(device.index)->line;
  }
  if (others.empty()) return {};
  return core::Diagnostic{Severity::Note, smi_place(path, line),
                          fmt::format("GPUs of several models: {}, and the others are {}",
                                      fmt::join(others, ", "), core::in_quotes(table.gpu_model))};
}

/// Links that the text lists in part.
void note_cut_links(const GpuList& list, const std::string& path, Table& table) {
  for (const auto& [number, gpu] : list.gpus) {
    if (!gpu.is_cut) continue;
    table.notes.push_back({Severity::Warning, smi_place(path, list.end),
                           fmt::format("{} of GPU {}{}: how many it has is unknown, and it is "
                                       "counted as the others are",
                                       gpu.link_line == 0 ? "the text ends before the NVLinks"
                                                          : "the list of NVLinks",
                                       number, gpu.link_line == 0 ? "" : " is cut")});
  }
}

void name_gpus(const GpuList& list, const std::string& path, Table& table) {
  table.gpu_model = model_of(list);
  if (list.again != 0) {
    table.notes.push_back({Severity::Warning, smi_place(path, list.again),
                           "a GPU of another name than before: of another machine, which is not "
                           "read; give each machine in a file of its own"});
  }
  if (list.other_links != 0) {
    table.notes.push_back({Severity::Warning, smi_place(path, list.other_links),
                           "NVLinks of GPUs with other UUIDs than before: of another machine, "
                           "which is not read; give each machine in a file of its own"});
  }
  if (!table.gpu_model.empty() && !is_gpu_known(table)) {
    const std::string name = core::in_quotes(table.gpu_model);
    table.notes.push_back(
        {Severity::Note, smi_place(path, list.gpus.begin()->second.line),
         is_cut_name(table.gpu_model)
             ? fmt::format("nvidia-smi's table cuts the name {}, and several models are named so: "
                           "nvidia-smi -L shows which it is",
                           name)
             : fmt::format("the model {} is unknown", name)});
  }
  std::set<std::string> taken;
  for (TableDevice& device : table.devices) {
    const GpuLine* gpu = device.is_gpu ? list.find(device.index) : nullptr;
    if (gpu == nullptr) continue;
    if (taken.insert(gpu->bus_id).second) device.bus_id = gpu->bus_id;
    device.nvlink_gb_per_s = gpu->mean_rate();
    if (gpu->name != table.gpu_model) device.model = gpu->name;
  }
  if (auto note = note_on_models(list, table, path)) table.notes.push_back(*std::move(note));
  note_cut_links(list, path, table);
}

// --- without a matrix

/// The numbers of all GPUs that some text has; where lines were left out, all up to the highest,
/// which may be begun only.
std::set<int> numbers_of_gpus(const Parts& parts) {
  std::set<int> numbers(parts.peers.gpus.begin(), parts.peers.gpus.end());
  for (const auto& [number, gpu] : parts.gpus.gpus) numbers.insert(number);
  if (parts.gpus.begun >= 0) numbers.insert(parts.gpus.begun);
  if ((parts.gpus.elided == 0 && parts.gpus.begun < 0) || numbers.empty()) return numbers;
  for (int i = 0; i < std::min(*numbers.rbegin(), core::kMaxGpus); ++i) numbers.insert(i);
  return numbers;
}

std::string source_without_matrix(const Parts& parts) {
  if (parts.gpus.has_links) return "nvidia-smi nvlink --status";
  if (parts.facts.is_dump) return "a dump of an environment";
  if (parts.gpus.gpus.empty()) return "nvidia-smi topo -p2p";
  return std::string(parts.gpus.source);
}

void note_assumed_gpus(const Table& table, std::size_t unseen, const std::string& path,
                       std::vector<core::Diagnostic>& notes) {
  notes.push_back(
      {Severity::Warning, path,
       fmt::format("{} of the GPUs 0 to {} are not shown and are assumed equal to the others",
                   unseen, table.devices.size() - 1)});
}

/// Why the machine may have GPUs that the text does not show; empty where it shows all.
std::string why_more_gpus(const GpuList& list, const Table& table) {
  const std::size_t count = table.devices.size();
  if (count == 0) return "";
  const std::string_view are = count == 1 ? "is" : "are";
  if (list.attached > static_cast<int>(count)) {
    return fmt::format("of the machine's {} GPUs {} {} shown, and the others are left out",
                       list.attached, count, are);
  }
  if (list.attached == static_cast<int>(count)) return "";
  if (list.begun >= 0) {
    return fmt::format(
        "the text ends within the row of GPU {}: whether the machine has others is unknown",
        list.begun);
  }
  if (table.devices.back().index >= static_cast<int>(count)) {
    return fmt::format(
        "the numbers of GPUs go up to {}, and {} {} shown: whether the machine has "
        "others is unknown",
        table.devices.back().index, count, are);
  }
  if (list.end == 0) return "";
  return fmt::format(
      "the text ends within the list of GPUs, of which {} {} shown: whether the "
      "machine has others is unknown",
      count, are);
}

Table table_without_matrix(const Parts& parts, const std::string& path) {
  Table table;
  table.source = source_without_matrix(parts);
  std::size_t unseen = 0;
  for (const int i : numbers_of_gpus(parts)) {
    const GpuLine* gpu = parts.gpus.find(i);
    const bool is_seen =
        gpu != nullptr || std::ranges::find(parts.peers.gpus, i) != parts.peers.gpus.end();
    unseen += is_seen ? 0 : 1;
    TableDevice device{.name = fmt::format("GPU{}", i), .is_gpu = true, .index = i};
    device.label = device.name;
    device.line = gpu == nullptr ? std::max<std::size_t>(parts.peers.line, 1) : gpu->line;
    table.devices.push_back(std::move(device));
  }
  fill_distances(table);
  if (unseen > 0) note_assumed_gpus(table, unseen, path, table.notes);
  if (unseen > 0 && parts.gpus.begun < 0) {
    table.gpus_unknown =
        fmt::format("{} of the GPUs 0 to {} are left out: how many the machine has is unknown",
                    unseen, table.devices.size() - 1);
    return table;
  }
  table.gpus_unknown = why_more_gpus(parts.gpus, table);
  if (!table.gpus_unknown.empty()) {
    table.notes.push_back(
        {Severity::Note, smi_place(path, table.devices.front().line), table.gpus_unknown});
  }
  return table;
}

/// NVLinks that are up, by row; those of a GPU that is not shown are as most are.
std::vector<int> active_links(const GpuList& list, const Table& table) {
  int most = 0;
  for (const auto& [number, gpu] : list.gpus) most = std::max(most, gpu.active());
  std::vector<int> active;
  for (const TableDevice& device : table.devices) {
    const GpuLine* gpu = list.find(device.index);
    const bool is_shown = gpu != nullptr && (gpu->has_none || !gpu->nvlinks.empty());
    active.push_back(is_shown ? gpu->active() : most);
  }
  return active;
}

/// Marks the NVLinks as unknown, whose number alone does not say where they lead.
std::string unknown_ends(const core::Error& why, Table& table) {
  table.nvlinks_unknown = "the text does not say where they lead";
  return fmt::format("{}, so they are left out; nvidia-smi topo -m shows it", why.found);
}

bool has_other_models(const Table& table) {
  return std::ranges::any_of(table.devices,
                             [](const TableDevice& device) { return !device.model.empty(); });
}

/// Says in a note how the GPUs are taken to be joined.
void add_nvlinks(const GpuList& list, const std::string& path, Table& table) {
  std::vector<int> active = active_links(list, table);
  std::string how;
  if (list.has_links) {
    const auto inferred = infer_nvlinks(table, active);
    how = inferred ? *inferred : unknown_ends(inferred.error(), table);
  } else if (is_gpu_known(table) && !has_other_models(table) &&
             catalogue::joining_of(table.gpu_model) == catalogue::GpuJoining::NvSwitch) {
    const MachineModel model = gpu_of_name(table.gpu_model);
    active.assign(table.devices.size(), model.nvlinks);
    const auto inferred = infer_nvlinks(table, active);
    how = inferred ? *inferred : inferred.error().found;
  } else {
    how = "NVLinks, if any, are unknown and left out";
    table.nvlinks_unknown = "the text does not show them";
  }
  table.notes.insert(table.notes.begin(),
                     {Severity::Warning, path,
                      fmt::format("the text has no matrix of nvidia-smi topo -m: what is between "
                                  "GPUs and CPUs is assumed, adapters are unknown; {}",
                                  how)});
}

/// NVLinks that the matrix cannot show: by the other texts or by the model; how, in words. The
/// matrix keeps what it shows of PCIe.
std::string hidden_nvlinks(const GpuList& list, Table& table) {
  std::vector<int> active;
  if (list.has_links) {
    active = active_links(list, table);
  } else if (is_gpu_known(table) &&
             catalogue::joining_of(table.gpu_model) == catalogue::GpuJoining::NvSwitch) {
    active.assign(table.devices.size(), gpu_of_name(table.gpu_model).nvlinks);
  }
  if (!active.empty()) {
    const auto inferred = infer_nvlinks(table, active);
    if (inferred) {
      return fmt::format("{}{}", *inferred,
                         list.has_links ? ""
                                        : fmt::format(", {} NVLinks each, by the model",
                                                      *std::ranges::max_element(active)));
    }
  }
  table.nvlinks_unknown = table.hides_nvlinks;
  return "they are unknown and left out; nvidia-smi topo -m shows them";
}

void add_hidden_nvlinks(const GpuList& list, const std::string& path, Table& table) {
  const bool has_none = is_gpu_known(table) && !list.has_links &&
                        catalogue::nvlink_model_of(table.gpu_model) == nullptr;
  if (table.hides_nvlinks.empty() || has_none || count_nvlinks(table).gpus < 2) return;
  const std::string how = hidden_nvlinks(list, table);
  table.notes.insert(table.notes.begin(),
                     {Severity::Warning, path, fmt::format("{}: {}", table.hides_nvlinks, how)});
}

void add_facts(const env_dump::Facts& facts, Table& table) {
  table.cpu = facts.cpu;
  table.numa_nodes = facts.is_dump ? facts.numa_nodes : 0;
  if (!facts.capability.empty()) table.compute_capability = facts.capability.begin()->second;
}

/// Whether the names are of models that have no NVLinks.
bool names_models_without_nvlinks(const GpuList& list) {
  return !list.gpus.empty() && std::ranges::all_of(list.gpus, [](const auto& entry) {
    const auto models = catalogue::gpu_named(entry.second.name).models();
    return !models.empty() && std::ranges::all_of(models, [](const catalogue::GpuModel* model) {
      return model->nvlinks == 0;
    });
  });
}

/// Whether the names are of another machine than the matrix: of GPUs that it does not have, of a
/// machine with more of them, or of fewer that cannot have its NVLinks.
bool is_of_other_machine(const GpuList& list, const Table& table) {
  const NvLinkCounts nvlinks = count_nvlinks(table);
  const int count = nvlinks.gpus;
  if (list.attached > 0 && list.attached != count) return true;
  const bool is_fewer = static_cast<int>(list.gpus.size()) < count;
  if (is_fewer && nvlinks.most > 0 && names_models_without_nvlinks(list)) return true;
  return std::ranges::any_of(list.gpus, [&](const auto& entry) {
    return std::ranges::none_of(table.devices, [&](const TableDevice& device) {
      return device.is_gpu && device.index == entry.first;
    });
  });
}

/// Leaves out the names and links of GPUs of another machine.
void leave_out_other_machine(Parts& parts, const std::string& path, Table& table) {
  const GpuList& list = parts.gpus;
  if (!is_of_other_machine(list, table)) return;
  const auto named =
      std::max<std::size_t>(list.gpus.size(), static_cast<std::size_t>(list.attached));
  table.notes.push_back(
      {Severity::Warning, smi_place(path, list.gpus.begin()->second.line),
       fmt::format("the text names {} in {}, and the matrix has {}: of another machine, which is "
                   "not read; give each machine in a file of its own",
                   core::counted(named, "GPU"), list.source, count_nvlinks(table).gpus)});
  parts.gpus = {};
}

/// Leaves out who reaches whose memory among other GPUs than the machine's `gpus`.
void leave_out_other_peers(Parts& parts, std::size_t gpus, const std::string& path,
                           std::vector<core::Diagnostic>& notes) {
  const std::size_t peers = parts.peers.gpus.size();
  if (peers == 0 || peers == gpus) return;
  notes.push_back(
      {Severity::Warning, smi_place(path, parts.peers.line),
       fmt::format("the matrix of nvidia-smi topo -p2p has {}, and the machine {}: it is "
                   "of other GPUs and is left out; give each machine in a file of its "
                   "own",
                   core::counted(peers, "GPU"), gpus)});
  parts.peers.peers.clear();
  parts.peers.gpus.clear();
}

/// Whether a list names all GPUs of its machine, as far as it says.
bool names_all_gpus(const GpuList& list) {
  const bool is_all = list.attached == 0 || list.attached == static_cast<int>(list.gpus.size());
  return is_all && list.end == 0 && list.elided == 0 && list.begun < 0;
}

/// Whether the GPUs of the other texts are as many as the header of the matrix names.
bool has_gpus_of_header(const Parts& parts) {
  const auto lines = find_smi_lines(parts.peers.rest);
  if (!lines) return false;
  std::set<int> columns;
  for (const std::string_view column : lines->columns) {
    if (const auto gpu = smi_number(column, "GPU")) columns.insert(*gpu);
  }
  const std::set<int> named = numbers_of_gpus(parts);
  return !parts.gpus.gpus.empty() && columns == named && lines->rows.size() < columns.size() + 1;
}

bool has_named_gpus(const Parts& parts) {
  return std::ranges::any_of(parts.gpus.gpus,
                             [](const auto& entry) { return !entry.second.name.empty(); });
}

Result<Table> table_with_matrix(Parts& parts, const std::string& path) {
  auto table = parse_smi_table(parts.peers.rest, path);
  if (!table) return table;
  const bool is_named = has_named_gpus(parts);  // be they of another machine
  leave_out_other_machine(parts, path, *table);
  leave_out_other_peers(parts, static_cast<std::size_t>(count_nvlinks(*table).gpus), path,
                        table->notes);
  add_facts(parts.facts, *table);
  name_gpus(parts.gpus, path, *table);
  if (!is_named || is_open_name(*table)) name_by_others(parts.peers.rest, path, *table);
  name_cpu_by_words(parts.peers.rest, path, *table);
  note_nodes_of_sockets(parts.peers.rest, parts.facts.sockets, path, *table);
  add_hidden_nvlinks(parts.gpus, path, *table);
  return table;
}

core::Failure no_gpu(const Parts& parts, const std::string& path) {
  const env_dump::Facts& facts = parts.facts;
  if (!facts.gpus_of_amd.empty()) {
    return bad_input(path, fmt::format("GPUs of AMD, {}", core::in_quotes(facts.gpus_of_amd)),
                     "expected NVIDIA's: treering follows NCCL, and RCCL is not supported");
  }
  if (facts.is_dump) {
    return bad_input(path, "a dump of an environment that names no GPU",
                     "expected lines like 'GPU 0: NVIDIA H100 80GB HBM3'",
                     "add the text of nvidia-smi topo -m and of nvidia-smi -L");
  }
  return bad_input(path, "no GPU in a text of nvidia-smi",
                   "expected lines like 'GPU 0: NVIDIA H100 80GB HBM3 (UUID: ...)'");
}

/// The parts of the machine that lscpu counts and no matrix shows.
void note_sockets(const env_dump::Facts& facts, const std::string& path, Table& table) {
  if (!facts.is_dump || std::max(facts.sockets, facts.numa_nodes) < 2) return;
  const std::string sockets = core::counted(std::max(facts.sockets, 1), "socket");
  const std::string nodes = core::counted(std::max(facts.numa_nodes, 1), "NUMA node");
  table.notes.push_back(
      {Severity::Warning, path,
       fmt::format("the machine has {} with {}, and the text does not say which GPUs are near "
                   "which: all are put on one CPU; nvidia-smi topo -m shows it",
                   sockets, nodes)});
}

Result<Table> table_by_names(Parts& parts, const std::string& path) {
  std::vector<core::Diagnostic> notes;
  const std::size_t named = parts.gpus.gpus.size();
  if (names_all_gpus(parts.gpus) && named > parts.peers.gpus.size()) {
    leave_out_other_peers(parts, named, path, notes);
  }
  Table table = table_without_matrix(parts, path);
  std::ranges::move(notes, std::back_inserter(table.notes));
  if (table.devices.empty()) return no_gpu(parts, path);
  add_facts(parts.facts, table);
  note_sockets(parts.facts, path, table);
  name_gpus(parts.gpus, path, table);
  if (is_open_name(table)) name_by_others(parts.peers.rest, path, table);
  name_cpu_by_words(parts.peers.rest, path, table);
  add_nvlinks(parts.gpus, path, table);
  return table;
}

/// Leaves out GPUs of another machine than that of the matrix. Of a matrix that is cut the GPUs
/// that the text names are left.
Result<Table> table_of(Parts& parts, const std::string& path) {
  const auto matrix = find_smi_lines(parts.peers.rest);
  // A heading alone says less than the names of the GPUs.
  const bool is_heading = matrix && matrix->rows.empty();
  if (!matrix || (is_heading && has_named_gpus(parts))) return table_by_names(parts, path);
  auto whole = table_with_matrix(parts, path);
  if (whole || !has_gpus_of_header(parts)) return whole;
  auto named = table_by_names(parts, path);
  if (!named) return whole;
  const core::Error& why = whole.error();
  named->notes.insert(
      named->notes.begin(),
      {Severity::Warning, why.where,
       fmt::format("the matrix of nvidia-smi topo -m is cut and is not read: {}", why.found)});
  return named;
}

/// `plain`, or of several machines the lines of the first.
std::string of_first_machine(std::string plain) {
  const auto machines = machines_in_tags(plain);
  return machines.empty() ? plain : lines_of_machine(plain, machines.front());
}

Parts parts_of(const std::string& own, const std::string& path) {
  return {take_smi_peers(own, path), parse_smi_gpus(own), env_dump::read_facts(own, path)};
}

/// What a dump says of the host; other texts may have such lines for other reasons.
core::HostState host_of(Parts& parts) {
  core::HostState host;
  if (parts.facts.is_dump) host = std::move(parts.facts.host);
  host.peers = std::move(parts.peers.peers);
  return host;
}

}  // namespace

TextParts smi_parts_of(std::string_view text) {
  const std::string own = of_first_machine(plain_smi_text(text));
  const PeerTexts peers = take_smi_peers(own, "");
  return {has_smi_header(peers.rest), peers.line != 0, !parse_smi_gpus(own).gpus.empty()};
}

namespace {

/// \param plain the whole text, for its further matrices
Result<LoadedCluster> cluster_of_parts(Parts parts, const Result<Table>& table,
                                       std::string_view plain, const std::string& path) {
  if (!table) return core::fail(table.error());
  auto made = topology_of(*table, path);
  if (!made) return core::fail(made.error());
  OtherMachines others = other_machines(*table, plain, path);
  LoadedCluster loaded{
      {std::move(made->topology), 1 + others.alike, {}}, std::move(made->notes), {}, {}};
  loaded.host = host_of(parts);
  if (table->source == kMatrix && table->hides_nvlinks.empty()) loaded.matrix = kMatrix;
  if (!table->nvlinks_unknown.empty()) {
    loaded.host.nvlinks_unknown = {table->nvlinks_unknown, {core::Origin::Kind::File, path}};
  }
  if (!table->gpus_unknown.empty()) {
    loaded.host.gpus_unknown = {table->gpus_unknown, {core::Origin::Kind::File, path}};
  }
  std::ranges::move(parts.peers.notes, std::back_inserter(loaded.notes));
  std::ranges::move(others.notes, std::back_inserter(loaded.notes));
  add_nvlink_state(parts.gpus, *table, path, loaded);
  if (auto note = note_on_mig(parts.gpus, path)) loaded.notes.push_back(*std::move(note));
  return loaded;
}

}  // namespace

Result<LoadedCluster> read_smi_gpus(GpuList gpus, const std::string& path) {
  Parts parts{{}, std::move(gpus), {}};
  const auto table = table_of(parts, path);
  return cluster_of_parts(std::move(parts), table, "", path);
}

Result<LoadedCluster> read_smi_text(std::string_view text, const std::string& path) {
  return cluster_in(read_smi_log(text, path));
}

Result<ClusterOrRun> read_smi_log(std::string_view text, const std::string& path) {
  const std::string plain = plain_smi_text(text);
  Parts parts = parts_of(of_first_machine(plain), path);
  const auto table = table_of(parts, path);
  if (!table && parts.facts.is_dump && parts.facts.gpus_of_amd.empty()) {
    return LoadedRun{host_of(parts), {}, table.error()};
  }
  auto loaded = cluster_of_parts(std::move(parts), table, plain, path);
  if (!loaded) return core::fail(loaded.error());
  return *std::move(loaded);
}

}  // namespace treering::hw::formats::nvidia_smi
