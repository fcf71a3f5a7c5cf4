#include "tuner/reference/nearest.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "hw/catalogue/gpus.h"
#include "sim/cost/machine.h"

namespace treering::tuner::reference {
namespace {

double ratio(double one, double other) {
  return std::max(one, other) / std::min(one, other);
}

/// NVLinks join them all: those of boards, and of cards that have bridges.
bool joins_by_nvlink(const hw::catalogue::GpuModel& model, const PublishedRun& run) {
  using hw::catalogue::GpuJoining;
  return model.joining == GpuJoining::NvSwitch || model.joining == GpuJoining::Mesh ||
         run.network == "NVLink bridge";
}

/// As far as the names say: "efa1" is an EFA.
bool are_other_networks(std::string_view published, std::string_view sought) {
  if (published.empty() || sought.empty()) return false;
  return !core::lower_case(sought).starts_with(core::lower_case(published));
}

bool counts(const PublishedFigure& figure, const Sought& sought) {
  return figure.collective == sought.collective && !figure.run.is_forced() &&
         figure.run.kernels == "legacy";
}

/// Of each run the figure that is nearest in size; in the order of the table.
std::vector<NearRun> near_figures(const Sought& sought) {
  std::vector<NearRun> runs;
  for (const PublishedFigure& figure : published_figures()) {
    if (!counts(figure, sought)) continue;
    const auto far = distance(place_of(figure.run), figure.bytes, sought);
    if (!far) continue;
    const NearRun one{figure, *far, figure.busbw, figure.busbw, 1};
    const auto known = std::ranges::find_if(
        runs, [&](const NearRun& other) { return other.figure.run.name == figure.run.name; });
    if (known == runs.end()) {
      runs.push_back(one);
    } else if (far->bytes < known->distance.bytes) {
      *known = one;
    }
  }
  return runs;
}

bool are_in_one_place(const NearRun& one, const NearRun& other) {
  return one.figure.bytes == other.figure.bytes &&
         place_of(one.figure.run) == place_of(other.figure.run);
}

std::vector<NearRun> by_place(const std::vector<NearRun>& runs) {
  std::vector<NearRun> places;
  for (const NearRun& run : runs) {
    const auto known = std::ranges::find_if(
        places, [&](const NearRun& place) { return are_in_one_place(place, run); });
    if (known == places.end()) {
      places.push_back(run);
      continue;
    }
    known->least = std::min(known->least, run.least);
    known->greatest = std::max(known->greatest, run.greatest);
    ++known->runs;
  }
  return places;
}

/// By nodes; on one node by GPUs.
int extent_of(const RunPlace& place) {
  return place.nodes > 1 ? place.nodes : place.gpus_per_node;
}

}  // namespace

RunPlace place_of(const PublishedRun& run) {
  RunPlace place;
  place.gpu = run.gpu;
  const auto models = hw::catalogue::gpu_models();
  const auto model = std::ranges::find(models, run.gpu, &hw::catalogue::GpuModel::name);
  if (model != models.end()) {
    place.generation = sim::cost::generation_name(model->compute_capability);
    place.has_nvlink = joins_by_nvlink(*model, run);
  }
  const bool is_one_domain = run.network == "NVLink";
  place.nodes = is_one_domain ? 1 : run.nodes;
  place.gpus_per_node = is_one_domain ? run.nodes * run.gpus_per_node : run.gpus_per_node;
  if (place.nodes > 1) place.network = run.network;
  return place;
}

bool Distance::is_same_machine() const {
  return nodes == 1 && gpus_per_node == 1 && !is_other_gpu && !is_other_network;
}

double Distance::far() const {
  constexpr double kOtherNetwork = 3;
  constexpr double kOfSize = 0.25;
  return std::log2(nodes) + std::log2(gpus_per_node) + kOfSize * std::log2(bytes) +
         (is_other_network ? kOtherNetwork : 0) + (is_other_gpu ? 1 : 0);
}

std::optional<Distance> distance(const RunPlace& place, core::Bytes bytes, const Sought& sought) {
  const RunPlace& other = sought.place;
  if (place.generation != other.generation || place.has_nvlink != other.has_nvlink) return {};
  if ((place.nodes > 1) != (other.nodes > 1)) return {};
  Distance far;
  far.nodes = ratio(place.nodes, other.nodes);
  far.gpus_per_node = ratio(place.gpus_per_node, other.gpus_per_node);
  far.bytes = ratio(static_cast<double>(bytes.count()), static_cast<double>(sought.bytes.count()));
  far.is_other_gpu = !other.gpu.empty() && place.gpu != other.gpu;
  far.is_other_network = are_other_networks(place.network, other.network);
  return far;
}

Nearest nearest_to(const Sought& sought, std::size_t most) {
  std::vector<NearRun> runs = near_figures(sought);
  std::ranges::stable_sort(runs, {}, [](const NearRun& run) { return run.distance.far(); });
  Nearest result;
  const PublishedRun* largest = nullptr;
  for (const NearRun& run : runs) {
    if (run.distance.is_other_network) continue;
    const PublishedRun& here = run.figure.run;
    if (largest == nullptr || extent_of(place_of(here)) > extent_of(place_of(*largest))) {
      largest = &here;
    }
  }
  result.knows_kind = largest != nullptr;
  if (largest != nullptr) {
    const double factor = static_cast<double>(extent_of(sought.place)) /
                          static_cast<double>(extent_of(place_of(*largest)));
    if (factor > 1) result.beyond = Beyond{factor, sought.place.nodes > 1, largest->name};
  }
  result.runs = by_place(runs);
  if (result.runs.size() > most) result.runs.resize(most);
  return result;
}

}  // namespace treering::tuner::reference
