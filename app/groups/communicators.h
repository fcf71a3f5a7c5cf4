// NCCL's plans for the communicators of groups of ranks: one for each set of GPUs and number of
// nodes that occurs.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/way.h"
#include "core/result.h"
#include "core/topology/node_classes.h"
#include "sim/groups/rank_groups.h"
#include "sim/nccl/plan.h"

namespace treering::app::groups {

/// A communicator as NCCL sees it, alone and with all its nodes under one switch.
struct Communicator {
  sim::nccl::Plan plan;
  sim::TimeModel model;

  simulation::Place place() const { return {plan, *model.links, *model.cost}; }
};

class Communicators {
 public:
  /// \param job all ranks. Both outlive this.
  Communicators(const setup::Setup& job, const setup::TimeModelOptions& options)
      : job_(job), options_(options), classes_(core::classes_by_node(job.cluster)) {}

  /// The same for seats on equal nodes. An error where NCCL makes none.
  core::Result<std::shared_ptr<const Communicator>> at(const sim::groups::Seats& seats);

 private:
  struct Key {
    std::size_t nodes = 0;
    std::vector<int> devices;
    std::vector<int> classes;  // of the nodes; empty: all nodes of the job are equal
    auto operator<=>(const Key&) const = default;
  };

  Key key_of(const sim::groups::Seats& seats) const;

  core::Result<std::shared_ptr<const Communicator>> made(const sim::groups::Seats& seats) const;

  const setup::Setup& job_;
  const setup::TimeModelOptions& options_;
  std::vector<int> classes_;
  std::map<Key, std::shared_ptr<const Communicator>> known_;
};

/// The groups of a dimension, with the seats of each. An error where a group has other GPUs on some
/// of its nodes than on others, which are communicators that we do not model.
struct SeatedGroup {
  sim::groups::Group group;
  sim::groups::Seats seats;
};
core::Result<std::vector<SeatedGroup>> seated_groups(
    const std::vector<sim::groups::Dimension>& dimensions, int dimension, int ranks_per_node);

}  // namespace treering::app::groups
