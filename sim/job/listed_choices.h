// Reads NCCL_ALGO and NCCL_PROTO into settings by the names of algorithms and protocols.
#pragma once

#include <string_view>

#include "sim/job/variables.h"

namespace treering::sim::job {

Remark set_algorithms(std::string_view text, Settings& settings);
Remark set_protocols(std::string_view text, Settings& settings);

/// The same as in versions without lists by collective, with the names that `version` knows.
Remark set_old_algorithms(std::string_view text, const nccl::versions::Version& version,
                          Settings& settings);
Remark set_old_protocols(std::string_view text, const nccl::versions::Version& version,
                         Settings& settings);

}  // namespace treering::sim::job
