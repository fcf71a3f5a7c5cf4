// The outcome of a check of hosts, in words.
#pragma once

#include <string>

#include "tuner/hosts/host_check.h"

namespace treering::app::measuring {

/// The slow calls, the slowest first, and how many times as long as explained they take: "sendrecv
/// 64 KiB 0 to 1 (5 times)". Six at most; then how many more. Empty where there are none.
std::string slow_text(const tuner::hosts::HostCheck& check);

/// The outcome in a sentence or two. \param ranks of the job
std::string verdict_text(const tuner::hosts::HostCheck& check, int ranks);

}  // namespace treering::app::measuring
