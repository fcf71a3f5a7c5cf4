// NCCL_ALGO and NCCL_PROTO as settings, by the names of algorithms and protocols.
#pragma once

#include <string_view>

#include "sim/environment/variables.h"

namespace treering::sim::environment {

Remark set_algorithms(std::string_view text, nccl::Settings& settings);
Remark set_protocols(std::string_view text, nccl::Settings& settings);

/// As versions read them that know no lists by collective, by the names that `version` has.
Remark set_old_algorithms(std::string_view text, const nccl::Version& version,
                          nccl::Settings& settings);
Remark set_old_protocols(std::string_view text, const nccl::Version& version,
                         nccl::Settings& settings);

}  // namespace treering::sim::environment
