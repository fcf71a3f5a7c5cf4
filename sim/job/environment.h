// Turns NCCL_* variables, as a user gives them, into settings.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "sim/job/settings.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::job {

/// Where a variable was found. A misspelt option is the user's mistake, but a process may have any
/// variable.
enum class Origin { Option, Process };

struct Assignment {
  std::string name;
  std::string value;  // empty: as if it were not set
  Origin origin = Origin::Option;
  bool operator==(const Assignment&) const = default;
};

struct Environment {
  Settings settings;
  std::vector<Assignment> followed;  // those in `settings`, in the order of all_variables()
  std::vector<std::string> notes;    // about the others, and about values that NCCL changes
};

/// The last of several assignments to a name counts. Fails for an option whose name NCCL does not
/// know, and for a value on which NCCL fails.
core::Result<Environment> read_environment(
    std::span<const Assignment> given,
    const nccl::versions::Version& version = nccl::versions::default_version());

/// A note on the variables that are followed as in the default version although `version` is
/// another: "NCCL_CROSS_NIC: followed as in NCCL 2.28.9, not as in 2.18.1". Empty when there are
/// none.
std::string rules_note(const std::vector<Assignment>& followed,
                       const nccl::versions::Version& version);

}  // namespace treering::sim::job
