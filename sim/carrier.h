// A cluster as NCCL plans on it over the network that carries its traffic.
#pragma once

#include <string_view>

#include "core/topology/cluster.h"

namespace treering::sim {

/// Over sockets ports reach no GPU's memory: they offer host memory alone (NCCL 2.28,
/// src/transport/net_socket.cc, ncclNetSocketGetProperties: ptrSupport), so NCCL sends through the
/// CPU whatever the adapters can do. Over other networks the cluster is as it was. `network`: a
/// word of cost::network_names(); empty: what the adapters and the fabric say.
core::Cluster as_carried(core::Cluster cluster, std::string_view network = {});

}  // namespace treering::sim
