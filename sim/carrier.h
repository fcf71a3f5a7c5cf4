// The network that carries a job's traffic: the effect of NCCL_IB_HCA on it, and the cluster as
// NCCL plans on it.
#pragma once

#include <string_view>

#include "core/topology/cluster.h"
#include "sim/job/settings.h"

namespace treering::sim {

// The effect of NCCL_IB_HCA on a job on a cluster.

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

// A cluster as NCCL plans on it over the network that carries its traffic.

/// Over sockets ports reach no GPU's memory: they offer host memory alone (NCCL 2.28,
/// src/transport/net_socket.cc, ncclNetSocketGetProperties: ptrSupport), so NCCL sends through the
/// CPU whatever the adapters can do. Over other networks the cluster is as it was. `network`: a
/// word of cost::network_names(); empty: what the adapters and the fabric say.
core::Cluster over_network(core::Cluster cluster, std::string_view network = {});

}  // namespace treering::sim
