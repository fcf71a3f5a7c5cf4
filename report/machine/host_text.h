// The settings of a machine, for people: core::HostState as a list of what matters.
#pragma once

#include <string>

#include "core/host_state/host_state.h"

namespace treering::report::machine {

/// A line for each, "name: what", wrapped. A setting that could not be seen is "unknown" where a
/// reader would look for it, else left out. Empty when nothing is known.
std::string host_text(const core::HostState& host, std::size_t width);

/// The RDMA ports that are not active, so not among the machine's devices, by state: "mlx5_0, port
/// 2 of mlx5_1 (DOWN)"; empty for none.
std::string idle_ports_text(const core::HostState& host);

}  // namespace treering::report::machine
