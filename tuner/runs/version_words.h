// The version of NCCL that people write around a table: "NCCL/2.8.3-CUDA", "NCCL_VERSION=2.18.5".
#pragma once

#include <string>
#include <string_view>

namespace treering::tuner::runs {

/// That of the first such word in the line, "2.8.3"; empty without one. Those of plugins and of
/// nccl-tests are none of NCCL. \param least_parts with 2, also "2.8"
std::string nccl_version_in_words(std::string_view line, int least_parts = 3);

}  // namespace treering::tuner::runs
