// The version of this treering, from the commit that it was built of (cmake/version.cmake).
#pragma once

#include <string_view>

namespace treering::app {

/// "0.2.0"; on the way to it "0.2.0~dev+git20261128142233.a5e5024d", by time and name of the
/// commit.
std::string_view version();

/// Date of the release or the commit, ISO 8601. Outside git, the date of the build.
std::string_view version_date();

}  // namespace treering::app
