// A shaped cluster: the namespaces of its ranks, and the network between them.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"

namespace treering::workers::shape {

// Namespaces of Linux: our own, in which a cluster is made, and those of its ranks.

/// From here on this process has mounts, network and host name of its own, and an empty /run/netns.
/// Who is not root becomes root of a user namespace.
core::Result<void> enter_own_namespaces();

/// From here on this process sees the network of a rank ("r2") alone, and has its name as host
/// name. Fails where no cluster with such a rank was made around us.
core::Result<void> enter_rank(const std::string& host);

// The network of a shaped cluster, as words for ip and tc (iproute2).
//
//   rank 0: eth0 10.77.0.1 === h0 --|
//   rank 1: eth0 10.77.0.2 === h1 --|-- br0 10.77.0.254, where the cluster was asked for
//   ...                             |
//
// === is a pair of veth, and both its ends are shaped by a token bucket (tbf): eth0 what the rank
// sends, hK what it receives. A frame counts with its Ethernet header, without preamble and gap.

using Words = std::vector<std::string>;

/// Commands to run one after the other, in the network namespace that holds the bridge.
std::vector<Words> network_commands(const std::vector<double>& gbit);

/// Bytes that may pass at once after a pause, on a link of this rate.
int burst_bytes(double gbit);

}  // namespace treering::workers::shape
