// At which addresses the ranks of a job reach each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tuner/launch/launched_rank.h"

namespace treering::workers::meeting {

/// Whether a variable such as NCCL_SOCKET_IFNAME or GLOO_SOCKET_IFNAME means that interface:
/// "eth,ib" by how its name begins, "=eth0" by all of it, "^docker" all others.
bool is_meant(std::string_view interface, std::string_view chosen);

/// Addresses of this machine, in the order in which others should try them: loopback where all
/// ranks are here; else those of the interfaces that were chosen; else that of the machine's name;
/// else, where nobody knows its name, all that it has.
std::vector<std::string> meeting_addresses(const tuner::launch::LaunchedRank& own,
                                           std::string_view chosen);

}  // namespace treering::workers::meeting
