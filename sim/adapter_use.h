// The effect of NCCL_IB_HCA on a job on a cluster.
#pragma once

#include "core/topology/cluster.h"
#include "sim/job/settings.h"

namespace treering::sim {

enum class AdapterUse {
  All,    // nothing is left out
  Some,   // NCCL sees some of the ports
  None,   // NCCL finds no device and falls back to TCP sockets
  Unread  // another plugin carries the traffic and does not read the variable
};

AdapterUse adapter_use(const core::Cluster& cluster, const job::Settings& settings);

}  // namespace treering::sim
