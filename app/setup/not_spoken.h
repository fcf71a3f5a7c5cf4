// Protocols that an algorithm of NCCL does not have, on any machine.
#pragma once

#include <string_view>

namespace treering::app::setup {

/// Whether this is why a candidate is ruled out: no machine would have it.
bool is_not_spoken(std::string_view ruled_out);

}  // namespace treering::app::setup
