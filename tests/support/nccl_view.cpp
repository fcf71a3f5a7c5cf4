#include "tests/support/nccl_view.h"

namespace treering::testing {

using sim::nccl::LinkTable;
using sim::nccl::PathTable;
using sim::nccl::System;

sim::Job job_of(int nodes) {
  sim::Job job;
  job.nodes = nodes;
  return job;
}

NcclView hardware_view(const core::Topology& topology, const sim::Job& job) {
  System system = sim::nccl::make_system(topology, job);
  LinkTable links = number_links(system);
  PathTable paths = shortest_paths(system, links);
  return {std::move(system), std::move(links), std::move(paths)};
}

NcclView usable_view(const core::Topology& topology, const sim::Job& job,
                     const sim::nccl::PathPolicy& policy) {
  System system = sim::nccl::make_system(topology, job);
  LinkTable links = number_links(system);
  PathTable paths = usable_paths(system, links, policy);
  return {std::move(system), std::move(links), std::move(paths)};
}

}  // namespace treering::testing
