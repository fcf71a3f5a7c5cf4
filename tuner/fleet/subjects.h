// The devices that a difference is about, by names that all differences share: an adapter is called
// by its address in one, by its port in another.
#pragma once

#include <set>
#include <string>

#include "tuner/fleet/fleet.h"

namespace treering::tuner::fleet {

/// "GPU 3"; "NIC 0000:5e:00.0" of "mlx5_3 port 1"; both ends of "GPU 0 to mlx5_3". Empty of the
/// whole host.
std::set<std::string> subjects_of(const std::string& device, const diff::Compared& machine);

}  // namespace treering::tuner::fleet
