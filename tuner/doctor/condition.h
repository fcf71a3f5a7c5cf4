// A machine and a job on it, as it is or as it would be. A loss is the difference of two
// conditions.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "core/topology/cluster.h"
#include "sim/job/job.h"

namespace treering::tuner::doctor {

struct Condition {
  core::Cluster cluster;  // node_count is the job's
  sim::job::JobSpec job;
  std::string network;  // what carries the traffic (sim/cost/machine.h); empty: as all else says
  bool operator==(const Condition&) const = default;
};

/// The same with every device and link passed through `edit_device` and `edit_link`; unchanged
/// where the result is no topology.
Condition with_devices(Condition condition, const std::function<void(core::Device&)>& edit_device);
Condition with_links(Condition condition, const std::function<void(core::Link&)>& edit_link);

/// The same with the PCIe link above a device, both ways, at `factor` times its rate. NCCL goes by
/// the maximum of links (2.28 src/graph/xml.cc reads max_link_speed): its plan stays, unless the
/// device reports the speed and width of `like`.
Condition with_pcie_above(const Condition& condition, core::DeviceId device, double factor,
                          const std::optional<core::PciFunction>& like = std::nullopt);

/// The same with network ports at `factor` times their speed: those in `only`, or all where it is
/// empty.
Condition with_port_speeds(const Condition& condition, double factor,
                           const std::set<core::DeviceId>& only = {});

/// The same with or without GPUDirect RDMA on all GPUs and ports.
Condition with_gpu_direct(const Condition& condition, bool is_on);

/// The same over TCP sockets, which have no GPUDirect RDMA, at the speed of the same ports.
Condition over_sockets(const Condition& condition);

/// The same with the adapters that NCCL_IB_HCA allows, and over sockets where it allows none.
Condition with_used_adapters(Condition condition);

/// The same on two nodes at least, where the network counts.
Condition across_nodes(Condition condition);

}  // namespace treering::tuner::doctor
