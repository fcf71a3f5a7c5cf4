#include "tests/support/nccl_view.h"

namespace treering::testing {

using sim::nccl::paths::LinkTable;
using sim::nccl::paths::PathTable;
using sim::nccl::system::System;

sim::job::JobSpec job_of(int nodes) {
  sim::job::JobSpec job;
  job.nodes = nodes;
  return job;
}

NcclView hardware_view(const core::Topology& topology, const sim::job::JobSpec& job) {
  System system = sim::nccl::system::make_system(topology, job);
  LinkTable links = sim::nccl::paths::number_links(system);
  PathTable paths = shortest_paths(system, links);
  return {std::move(system), std::move(links), std::move(paths)};
}

NcclView usable_view(const core::Topology& topology, const sim::job::JobSpec& job,
                     const sim::job::PathPolicy& policy) {
  System system = sim::nccl::system::make_system(topology, job);
  LinkTable links = sim::nccl::paths::number_links(system);
  PathTable paths = usable_paths(system, links, policy);
  return {std::move(system), std::move(links), std::move(paths)};
}

}  // namespace treering::testing
