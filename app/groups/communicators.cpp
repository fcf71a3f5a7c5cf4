#include "app/groups/communicators.h"

#include <utility>

#include <fmt/format.h>

#include "core/text/field.h"
#include "core/topology/names.h"

namespace treering::app::groups {

using sim::groups::Dimension;
using sim::groups::Seats;

core::Result<JobPtr> Communicators::at(const Seats& seats) {
  const Key key = key_of(seats);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  auto communicator = made(seats);
  if (communicator) known_.emplace(key, *communicator);
  return communicator;
}

Communicators::Key Communicators::key_of(const Seats& seats) const {
  Key key{seats.nodes.size(), seats.devices, {}};
  if (classes_.empty()) return key;
  for (const int node : seats.nodes)
    key.classes.push_back(classes_[static_cast<std::size_t>(node)]);
  return key;
}

core::Result<JobPtr> Communicators::made(const Seats& seats) const {
  setup::Setup own = job_.machine;
  const std::vector<int> all =
      own.job.devices.empty() ? core::sorted_gpu_numbers(own.cluster.node) : own.job.devices;
  if (seats.devices.size() < all.size()) {
    own.job.devices.clear();
    for (const int local : seats.devices) {
      own.job.devices.push_back(all[static_cast<std::size_t>(local)]);
    }
  }
  own.job.nodes = static_cast<int>(seats.nodes.size());
  own.cluster = core::part_of(job_.machine.cluster, seats.nodes);
  // Messages between leaf switches share them with those of other communicators (Stage).
  own.cluster.fabric.nodes_per_leaf = 0;
  own.cluster.fabric.order = {};
  return open(std::move(own), job_.options);
}

core::Result<std::vector<SeatedGroup>> seated_groups(const std::vector<Dimension>& dimensions,
                                                     int dimension, int ranks_per_node) {
  std::vector<SeatedGroup> seated;
  for (const auto& group : sim::groups::groups_of(dimensions, dimension)) {
    auto seats = sim::groups::seats_of(group, ranks_per_node);
    if (!seats) {
      const Dimension& one = dimensions[static_cast<std::size_t>(dimension)];
      return core::usage_error(
          core::field("groups"),
          fmt::format("the {} group of rank {} has other GPUs on some nodes than on others",
                      one.name, group.first),
          fmt::format("expected sizes that divide the {} GPUs of a node, or are multiples of them",
                      ranks_per_node));
    }
    seated.push_back({group, *std::move(seats)});
  }
  return seated;
}

}  // namespace treering::app::groups
