// The adapters of a job and their rates, by the request and by NCCL_IB_HCA.
#pragma once

#include <string>

#include "app/setup/setup.h"
#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::app::setup {

/// Removes all adapters but those requested, and sets the requested rate. Returns, for people:
/// "mlx5_0, mlx5_4 (2 of 8 NIC ports), 200 Gbit/s a port"; empty without a request.
core::Result<std::string> take_adapters(const AdapterRequest& request, core::Topology& node);
/// On all nodes. Returns the same of those that Cluster::node stands for.
core::Result<std::string> take_adapters(const AdapterRequest& request, core::Cluster& cluster);

/// Removes from the job's node the adapters that NCCL_IB_HCA does not allow, with a note. Fails
/// where several nodes have none left.
core::Result<void> follow_adapter_list(Setup& setup);

}  // namespace treering::app::setup
