// The NIC that NCCL takes for each GPU, and the ranks that share a rail.
#pragma once

#include <cstddef>
#include <string>

#include "app/show.h"

namespace treering::report::machine {

/// A table, and what its path types mean; empty where no rail is known.
/// \param width columns of a line
std::string rails_text(const app::MachineReport& report, std::size_t width);

}  // namespace treering::report::machine
