// The version of this treering.
#pragma once

#include <string_view>

namespace treering::cli {

// Set by CMake, from the project.
inline constexpr std::string_view kVersion = TREERING_VERSION;
inline constexpr std::string_view kReleaseDate = TREERING_RELEASE_DATE;  // of kVersion, ISO 8601

}  // namespace treering::cli
