// A machine and a job on it, as they are or as they would be: with other links, adapters or
// NVLinks.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "core/topology/cluster.h"
#include "sim/job/job.h"

namespace treering::tuner::doctor {

// A machine and a job on it, as it is or as it would be. A loss is the difference of two
// conditions.

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

// Adds to a machine an adapter that it lacks.

/// The condition with one more adapter, a copy of that of `port` with only this port. Its slot is
/// unknown: it goes below the CPU with the fewest adapters for each GPU, to the place with the
/// fewest there. Unchanged where this gives no topology.
Condition with_adapter_like(Condition condition, core::DeviceId port);

// Conditions with repaired NVLinks: none down, none slow.

/// The number of NVLinks of a GPU, to any device.
int nvlinks_of(const core::Topology& node, core::DeviceId gpu);

/// The same with a GPU's bundles of NVLinks, both ways, scaled to `count` links in all. \pre it has
/// some
Condition with_nvlinks(const Condition& condition, core::DeviceId gpu, int count);

/// The same with the GPU having another's NVLinks: to the same NVSwitches, or, in a mesh, as many
/// on its own bundles. Nothing where it has none and there is no NVSwitch.
std::optional<Condition> with_nvlinks_of(const Condition& condition, core::DeviceId gpu,
                                         core::DeviceId like);

/// The same with the GPU's NVLinks at the rate of its generation.
Condition with_full_rate(const Condition& condition, core::DeviceId gpu);

/// The same with `count` NVLinks from every GPU to one NVSwitch, which stands for all. Nothing for
/// four GPUs, whose boards have no NVSwitch.
std::optional<Condition> with_nvswitch(const Condition& condition, int count);

}  // namespace treering::tuner::doctor
