// Versions: of this treering, and of NCCL as far as it knows them.
#pragma once

#include <string_view>

namespace treering::app {

// The version of this treering, from the commit that it was built of (cmake/version.cmake).

/// "0.2.0"; on the way to it "0.2.0~dev+git20261128142233.a5e5024d", by time and name of the
/// commit.
std::string_view version();

/// Date of the release or the commit, ISO 8601. Outside git, the date of the build.
std::string_view version_date();

// The known versions of NCCL.

struct KnownNccl {
  std::string_view usual;  // the default
  std::string_view first;
  std::string_view last;
};
KnownNccl known_nccl();

}  // namespace treering::app
