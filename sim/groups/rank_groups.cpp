#include "sim/groups/rank_groups.h"

#include <cstddef>

namespace treering::sim::groups {

std::optional<int> ranks_of(const std::vector<Dimension>& dimensions, int most) {
  int ranks = 1;
  for (const Dimension& one : dimensions) {
    if (one.size > most / ranks) return std::nullopt;
    ranks *= one.size;
  }
  return ranks;
}

std::vector<Group> groups_of(const std::vector<Dimension>& dimensions, int dimension) {
  const auto at = static_cast<std::size_t>(dimension);
  int stride = 1;
  int ranks = 1;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (i < at) stride *= dimensions[i].size;
    ranks *= dimensions[i].size;
  }
  const int size = dimensions[at].size;
  std::vector<Group> groups;
  for (int start = 0; start < ranks; start += stride * size) {
    for (int first = start; first < start + stride; ++first) {
      groups.push_back({dimension, first, stride, size});
    }
  }
  return groups;
}

std::optional<Seats> seats_of(const Group& group, int ranks_per_node) {
  Seats seats;
  std::vector<int> here;
  for (int own = 0; own < group.size; ++own) {
    const int node = group.rank(own) / ranks_per_node;
    if (seats.nodes.empty() || seats.nodes.back() != node) {
      if (seats.nodes.size() == 1) seats.devices = here;
      if (seats.nodes.size() > 1 && here != seats.devices) return std::nullopt;
      seats.nodes.push_back(node);
      here.clear();
    }
    here.push_back(group.rank(own) % ranks_per_node);
  }
  if (seats.nodes.size() == 1) seats.devices = here;
  if (here != seats.devices) return std::nullopt;
  return seats;
}

}  // namespace treering::sim::groups
