#include "hw/formats/other_machine.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw::formats {
namespace {

using core::HostState;
using Texts = std::set<std::string>;

/// Those that a reader made up are none.
Texts bus_ids_of(const core::Topology& node) {
  Texts ids;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    if (gpu.pci && !core::is_assumed(gpu, "pci/bus_id")) ids.insert(gpu.pci->bus_id);
  }
  return ids;
}

Texts bus_ids_of(const HostState& facts) {
  Texts ids;
  for (const core::GpuState& gpu : facts.gpus) {
    if (!gpu.bus_id.empty()) ids.insert(gpu.bus_id);
  }
  return ids;
}

Texts models_of(const HostState& facts) {
  Texts models;
  for (const core::GpuState& gpu : facts.gpus) {
    if (!gpu.model.empty()) models.insert(gpu.model);
  }
  return models;
}

/// As the machine's source names them; none that are assumed.
Texts models_of(const LoadedCluster& machine) {
  Texts models = models_of(machine.host);
  const core::Topology& node = machine.cluster.node;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    std::string model = catalogue::model_of_source(gpu);
    const bool is_named = !model.empty() && !core::is_assumed(gpu, "extra/model");
    if (is_named) models.insert(std::move(model));
  }
  return models;
}

/// Without the maker and the dots of a name that nvidia-smi's table cuts.
std::string_view bare_name(std::string_view name) {
  constexpr std::string_view kMaker = "NVIDIA ";
  if (name.starts_with(kMaker)) name.remove_prefix(kMaker.size());
  return core::trimmed(name, " .");
}

/// Whether both names may stand for one model. A name that nobody knows may be any.
bool may_be_one_model(std::string_view one, std::string_view other) {
  const std::string_view a = bare_name(one);
  const std::string_view b = bare_name(other);
  if (a.starts_with(b) || b.starts_with(a)) return true;
  const auto models = catalogue::gpu_named(one).models();
  const auto others = catalogue::gpu_named(other).models();
  if (models.empty() || others.empty()) return true;
  return std::ranges::any_of(models, [&](const catalogue::GpuModel* model) {
    return std::ranges::find(others, model) != others.end();
  });
}

bool have_common_model(const Texts& own, const Texts& machine) {
  return std::ranges::any_of(own, [&](const std::string& one) {
    return std::ranges::any_of(
        machine, [&](const std::string& other) { return may_be_one_model(one, other); });
  });
}

/// The GPUs of a test that takes all of a machine.
std::set<int> tested_gpus(const HostState& facts) {
  std::set<int> gpus;
  for (const core::PairRate& rate : facts.pair_rates) gpus.insert({rate.from, rate.to});
  for (const core::PeerState& peer : facts.peers) gpus.insert({peer.from, peer.to});
  if (gpus.empty()) return gpus;
  for (const core::GpuState& gpu : facts.gpus) gpus.insert(gpu.gpu);
  return gpus;
}

}  // namespace

std::optional<std::string> why_other_machine(const HostState& facts, const LoadedCluster& machine) {
  const core::Topology& node = machine.cluster.node;
  const Texts ids = bus_ids_of(node);
  const Texts own_ids = bus_ids_of(facts);
  if (!ids.empty() && !own_ids.empty()) {
    const bool is_same =
        std::ranges::any_of(own_ids, [&](const std::string& id) { return ids.contains(id); });
    if (is_same) return {};
    return fmt::format("no GPU of the machine has one of its bus ids, such as {}",
                       *own_ids.begin());
  }
  const Texts models = models_of(machine);
  const Texts own_models = models_of(facts);
  const bool differ =
      !models.empty() && !own_models.empty() && !have_common_model(own_models, models);
  if (differ) {
    return fmt::format("it names {}, and the machine has {}", core::in_quotes(*own_models.begin()),
                       core::in_quotes(*models.begin()));
  }
  const std::set<int> tested = tested_gpus(facts);
  const auto gpus = static_cast<std::size_t>(std::max(node.gpu_count(), 0));
  const bool is_open = tested.empty() || machine.host.gpus_unknown.has_value();
  if (is_open || tested.size() == gpus) return {};
  return fmt::format("it shows {}, and the machine has {}", core::counted(tested.size(), "GPU"),
                     gpus);
}

}  // namespace treering::hw::formats
