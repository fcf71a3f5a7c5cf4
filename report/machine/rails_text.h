// Which NIC NCCL takes for which GPU, and which ranks share a rail.
#pragma once

#include <string>

#include "app/show.h"

namespace treering::report::machine {

/// A table, and what its path types mean; empty where nothing is known of it.
std::string rails_text(const app::MachineReport& report);

}  // namespace treering::report::machine
