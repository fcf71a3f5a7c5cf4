// The version of this treering.
#pragma once

#include <string_view>

namespace treering::cli {

inline constexpr std::string_view kVersion = TREERING_VERSION;  // set by CMake

}  // namespace treering::cli
