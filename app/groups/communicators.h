// The communicators of groups of ranks: one for each set of GPUs and number of nodes that occurs.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "app/job.h"
#include "app/simulation/carried.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "sim/groups/rank_groups.h"

namespace treering::app::groups {

class Communicators {
 public:
  /// \param job of all ranks. Outlives this.
  explicit Communicators(const Job& job)
      : job_(job), classes_(core::classes_by_node(job.machine.cluster)) {}

  /// The job of these seats alone, with all its nodes under one switch; the same for seats on equal
  /// nodes. An error where NCCL makes none.
  core::Result<JobPtr> at(const sim::groups::Seats& seats);

 private:
  struct Key {
    std::size_t nodes = 0;
    std::vector<int> devices;
    std::vector<int> classes;  // of the nodes; empty: all nodes of the job are equal
    auto operator<=>(const Key&) const = default;
  };

  Key key_of(const sim::groups::Seats& seats) const;

  core::Result<JobPtr> made(const sim::groups::Seats& seats) const;

  const Job& job_;
  std::vector<int> classes_;
  std::map<Key, JobPtr> known_;
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
