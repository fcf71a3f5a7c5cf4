#include "sim/nccl/search/trials.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "sim/nccl/paths/usable_paths.h"

namespace treering::sim::nccl::search {

namespace {

float own_links(const system::SystemNode& gpu) {
  float nvlink = 0;
  float pci = 0;
  for (const system::SystemLink& link : gpu.links) {
    if (link.type == PathType::Nvl) nvlink += link.bandwidth;
    if (link.type == PathType::Pix) pci = link.bandwidth;
  }
  return std::max(pci, nvlink);
}

}  // namespace

SearchLimits limits_of(const SearchSpace& space) {
  const system::System& system = space.system;
  constexpr float kAlone = 5000.0F;  // src/graph/topo.h, LOC_BW: one GPU talks to itself
  if (!system.spans_nodes && system.count(system::NodeType::Gpu) == 1) return {kAlone, kAlone};
  const system::NodeType target =
      system.spans_nodes ? system::NodeType::Net : system::NodeType::Gpu;
  SearchLimits limits;
  for (const system::NodeId gpu : system.of(system::NodeType::Gpu)) {
    limits.total = std::max(limits.total, own_links(system.node(gpu)));
    for (int i = 0; i < system.count(target); ++i) {
      const paths::Path& path = space.paths.between(gpu, target, i);
      if (path.hops() > 0) limits.per_channel = std::max(limits.per_channel, path.bandwidth);
    }
  }
  return limits;
}

PathRange path_range_of(const SearchSpace& space) {
  const system::System& system = space.system;
  PathRange range;
  if (system.count(system::NodeType::Gpu) > 1) {
    range.nearest_intra = paths::closest(system, space.paths, system::NodeType::Gpu);
    range.farthest_intra = paths::farthest(system, space.paths, system::NodeType::Gpu);
  }
  if (system.spans_nodes) {
    range.nearest_inter = paths::closest(system, space.paths, system::NodeType::Net);
    range.farthest_inter = paths::farthest(system, space.paths, system::NodeType::Net);
    range.farthest_intra = range.farthest_inter;
  }
  return range;
}

bool has_two_nvlink_islands(const SearchSpace& space) {
  const int gpus = space.system.count(system::NodeType::Gpu);
  std::vector<int> island(static_cast<std::size_t>(gpus));
  for (int g = 0; g < gpus; ++g) island[static_cast<std::size_t>(g)] = g;
  for (int g = 0; g < gpus; ++g) {
    for (int other = g + 1; other < gpus; ++other) {
      const paths::Path& path = space.paths.between(space.system.at(system::NodeType::Gpu, g),
                                                    system::NodeType::Gpu, other);
      if (path.type == PathType::Nvl) {
        island[static_cast<std::size_t>(other)] = island[static_cast<std::size_t>(g)];
      }
    }
  }
  int islands = 0;
  for (int g = 0; g < gpus; ++g) {
    if (std::ranges::count(island, g) > 1) ++islands;
  }
  return islands == 2;
}

namespace {

using system::NodeType;

constexpr auto kTypes = static_cast<std::size_t>(PathType::Dis) + 1;

/// Marks the types of the paths between GPUs and nodes of a type, both ways.
void mark(const SearchSpace& space, NodeType other, std::vector<bool>& types) {
  const auto add = [&](NodeType from, int i, NodeType to, int j) {
    const auto& path = space.paths.between(space.system.at(from, i), to, j);
    types[static_cast<std::size_t>(path.type)] = true;
  };
  for (int gpu = 0; gpu < space.system.count(NodeType::Gpu); ++gpu) {
    for (int one = 0; one < space.system.count(other); ++one) {
      add(NodeType::Gpu, gpu, other, one);
      add(other, one, NodeType::Gpu, gpu);
    }
  }
}

PathType farthest_within(PathType reach, const std::vector<bool>& types) {
  auto type = static_cast<std::size_t>(reach);
  while (type > 0 && !types[type]) --type;
  return static_cast<PathType>(type);
}

}  // namespace

Attempts::Attempts(const SearchSpace& space) : inside_(kTypes), between_(kTypes) {
  mark(space, NodeType::Gpu, inside_);
  mark(space, NodeType::Nvs, inside_);
  mark(space, NodeType::Net, between_);
}

Attempts::Asked Attempts::part_of(const Layout& layout) const {
  Asked asked;
  asked.pattern = layout.pattern;
  asked.in_network = layout.in_network;
  asked.min_channels = layout.min_channels;
  asked.max_channels = layout.max_channels;
  asked.cross_nic = layout.cross_nic;
  asked.same_channels = layout.same_channels;
  asked.bw_intra = layout.bw_intra;
  asked.bw_inter = layout.bw_inter;
  asked.type_intra = farthest_within(layout.type_intra, inside_);
  asked.type_inter = farthest_within(layout.type_inter, between_);
  asked.hops = layout.hops;
  return asked;
}

std::optional<Attempts::End> Attempts::end_of(const Layout& asked) const {
  const auto known = std::ranges::find(made_, part_of(asked), &Made::asked);
  return known == made_.end() ? std::nullopt : std::optional(known->end);
}

/// One that ends with a perfect layout is cut short: made again, it would go on.
void Attempts::add(const Layout& asked, const SearchOutcome& outcome) {
  if (asked.pattern == Pattern::Nvls || outcome.end == SearchEnd::Perfect) return;
  made_.push_back({part_of(asked), {outcome.steps_left, outcome.hops_left}});
}

Trials::Trials(const SearchSpace& search_space, const Layout& nothing)
    : space(search_space),
      attempts(search_space),
      limits(limits_of(search_space)),
      speeds(versions::search_speeds(search_space.constants, search_space.system.spans_nodes,
                                     search_space.system.min_compute_capability())),
      best(nothing),
      trial(nothing),
      all_steps(search_space.constants.all_steps) {}

bool Trials::search() {
  steps = trial.same_channels ? space.constants.steps_same_channels : space.constants.steps;
  all_steps -= steps;
  bool is_perfect = false;
  if (const auto known = attempts.end_of(trial)) {
    steps = known->steps_left;
    trial.hops = known->hops_left;
  } else {
    SearchOutcome outcome = search_channels(space, trial, std::move(best), steps);
    attempts.add(trial, outcome);
    best = std::move(outcome.best);
    steps = outcome.steps_left;
    trial.hops = outcome.hops_left;
    is_perfect = outcome.end == SearchEnd::Perfect;
  }
  return is_perfect || static_cast<float>(best.channels) * best.bw_inter >= limits.total;
}

}  // namespace treering::sim::nccl::search
