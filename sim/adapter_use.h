// The effect of NCCL_IB_HCA on a job on a cluster.
#pragma once

#include <string_view>

#include "core/topology/cluster.h"
#include "sim/job/settings.h"

namespace treering::sim {

enum class AdapterUse {
  All,    // nothing is left out
  Some,   // NCCL sees some of the ports
  None,   // NCCL finds no device and falls back to TCP sockets
  Unread  // another plugin carries the traffic and does not read the variable
};

/// Whether NCCL's own transport over InfiniBand verbs carries this network (network_names()), and
/// so obeys NCCL_IB_*; Slingshot and EFA have the plugin aws-ofi-nccl.
bool is_over_verbs(std::string_view network);

AdapterUse adapter_use(const core::Cluster& cluster, const job::Settings& settings);

}  // namespace treering::sim
