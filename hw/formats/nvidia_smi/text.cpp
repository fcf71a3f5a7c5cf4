#include "hw/formats/nvidia_smi/text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/catalogue/gpus.h"
#include "hw/formats/nvidia_smi/gpu_list.h"
#include "hw/formats/nvidia_smi/inferred.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/nvlink_state.h"
#include "hw/formats/nvidia_smi/peers.h"
#include "hw/formats/nvidia_smi/table.h"
#include "hw/formats/nvidia_smi/topology.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::bad_input;
using core::Result;
using core::Severity;

struct Parts {
  PeerTexts peers;
  GpuList gpus;
};

/// The name of most GPUs; empty where none is named.
std::string model_of(const GpuList& list) {
  std::map<std::string_view, int> votes;
  for (const auto& [number, gpu] : list.gpus) {
    if (!gpu.name.empty()) ++votes[gpu.name];
  }
  const auto most =
      std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return most == votes.end() ? "" : std::string(most->first);
}

void name_gpus(const GpuList& list, const std::string& path, Table& table) {
  table.gpu_model = model_of(list);
  for (const auto& [number, gpu] : list.gpus) {
    if (gpu.name.empty() || gpu.name == table.gpu_model) continue;
    table.notes.push_back(
        {Severity::Warning, smi_place(path, gpu.line),
         fmt::format("GPU {} is {}; all count as {}, as most are", number,
                     core::in_quotes(gpu.name), core::in_quotes(table.gpu_model))});
    break;
  }
  if (!table.gpu_model.empty() && !is_gpu_known(table)) {
    table.notes.push_back(
        {Severity::Note, smi_place(path, list.gpus.begin()->second.line),
         fmt::format("the model {} is unknown", core::in_quotes(table.gpu_model))});
  }
  std::set<std::string> taken;
  for (TableDevice& device : table.devices) {
    const GpuLine* gpu = device.is_gpu ? list.find(device.index) : nullptr;
    if (gpu == nullptr) continue;
    if (taken.insert(gpu->bus_id).second) device.bus_id = gpu->bus_id;
    device.nvlink_gb_per_s = gpu->mean_rate();
  }
}

// --- without a matrix

/// The numbers of all GPUs: up to the highest that some text has.
int count_gpus(const Parts& parts) {
  int highest = -1;
  for (const auto& [number, gpu] : parts.gpus.gpus) highest = std::max(highest, number);
  for (const int number : parts.peers.gpus) highest = std::max(highest, number);
  return std::min(highest + 1, core::kMaxGpus);
}

Table table_without_matrix(const Parts& parts, const std::string& path) {
  Table table;
  table.source = parts.gpus.has_links      ? "nvidia-smi nvlink --status"
                 : parts.gpus.gpus.empty() ? "nvidia-smi topo -p2p"
                                           : "nvidia-smi -L";
  std::size_t unseen = 0;
  for (int i = 0; i < count_gpus(parts); ++i) {
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
  if (unseen > 0) {
    table.notes.push_back(
        {Severity::Warning, path,
         fmt::format("{} of the GPUs 0 to {} are not shown and are assumed equal to the others",
                     unseen, table.devices.size() - 1)});
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

/// Says in a note how the GPUs are taken to be joined.
Result<void> add_nvlinks(const GpuList& list, const std::string& path, Table& table) {
  std::vector<int> active = active_links(list, table);
  std::string how;
  if (list.has_links) {
    const auto inferred = infer_nvlinks(table, active);
    if (!inferred) {
      core::Error error = inferred.error();
      const auto first = std::ranges::find_if(
          list.gpus, [](const auto& gpu) { return gpu.second.link_line != 0; });
      error.where = smi_place(path, first == list.gpus.end() ? 1 : first->second.link_line);
      return core::fail(std::move(error));
    }
    how = *inferred;
  } else if (is_gpu_known(table) &&
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
  return {};
}

Result<Table> table_of(const Parts& parts, const std::string& path) {
  if (has_smi_header(parts.peers.rest)) {
    auto table = parse_smi_table(parts.peers.rest, path);
    if (table) name_gpus(parts.gpus, path, *table);
    return table;
  }
  Table table = table_without_matrix(parts, path);
  if (table.devices.empty()) {
    return bad_input(path, "no GPU in a text of nvidia-smi",
                     "expected lines like 'GPU 0: NVIDIA H100 80GB HBM3 (UUID: ...)'");
  }
  name_gpus(parts.gpus, path, table);
  if (auto done = add_nvlinks(parts.gpus, path, table); !done) return core::fail(done.error());
  return table;
}

}  // namespace

TextParts smi_parts_of(std::string_view text) {
  const std::string plain = plain_smi_text(text);
  const PeerTexts peers = take_smi_peers(plain, "");
  return {has_smi_header(peers.rest), peers.line != 0, !parse_smi_gpus(plain).gpus.empty()};
}

Result<LoadedCluster> read_smi_text(std::string_view text, const std::string& path) {
  const std::string plain = plain_smi_text(text);
  Parts parts{take_smi_peers(plain, path), parse_smi_gpus(plain)};
  const auto table = table_of(parts, path);
  if (!table) return core::fail(table.error());
  auto made = topology_of(*table, path);
  if (!made) return core::fail(made.error());
  LoadedCluster loaded{{std::move(made->topology), 1, {}}, std::move(made->notes), {}, {}};
  loaded.host.peers = std::move(parts.peers.peers);
  if (!table->nvlinks_unknown.empty()) {
    loaded.host.nvlinks_unknown = {table->nvlinks_unknown, {core::Origin::Kind::File, path}};
  }
  std::ranges::move(parts.peers.notes, std::back_inserter(loaded.notes));
  add_nvlink_state(parts.gpus, *table, path, loaded);
  return loaded;
}

}  // namespace treering::hw::formats::nvidia_smi
