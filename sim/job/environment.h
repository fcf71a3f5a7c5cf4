// NCCL_* variables as a user gives them, and the settings that they come to.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "sim/job/settings.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::job {

/// Where a variable was found: a misspelt one is the user's mistake, but a process may hold any.
enum class Origin { Option, Process };

struct Assignment {
  std::string name;
  std::string value;  // empty: as if it were not set
  Origin origin = Origin::Option;
  bool operator==(const Assignment&) const = default;
};

struct Environment {
  Settings settings;
  std::vector<Assignment> followed;  // that are in `settings`, in the order of the variables table
  std::vector<std::string> notes;    // sentences about the others, and about values NCCL bends
};

/// Of several assignments to one name the last counts. Fails for a name given as an option that
/// NCCL does not know, and where NCCL fails on a value.
core::Result<Environment> read_environment(
    std::span<const Assignment> given,
    const nccl::versions::Version& version = nccl::versions::default_version());

/// Which of those followed do what they do in the default version, where `version` is another:
/// "NCCL_CROSS_NIC: followed as in NCCL 2.28.9, not as in 2.18.1"; empty for none.
std::string rules_note(const std::vector<Assignment>& followed,
                       const nccl::versions::Version& version);

}  // namespace treering::sim::job
