#include "sim/nccl/search/attempts.h"

#include <algorithm>
#include <cstddef>

namespace treering::sim::nccl::search {
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

}  // namespace treering::sim::nccl::search
