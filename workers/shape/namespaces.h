// Namespaces of Linux: our own, in which a cluster is made, and those of its ranks.
#pragma once

#include <string>

#include "core/result.h"

namespace treering::workers::shape {

/// From here on this process has mounts, network and host name of its own, and an empty /run/netns.
/// Who is not root becomes root of a user namespace.
core::Result<void> enter_own_namespaces();

/// From here on this process sees the network of a rank ("r2") alone, and has its name as host
/// name. Fails where no cluster with such a rank was made around us.
core::Result<void> enter_rank(const std::string& host);

}  // namespace treering::workers::shape
