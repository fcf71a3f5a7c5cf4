// --env and --env-from-process: NCCL's variables in the job, and how answers mention them.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/options/arguments.h"
#include "core/result.h"
#include "sim/job/environment.h"

namespace treering::cli {

using Variables = std::vector<sim::job::Assignment>;

/// Those of the process first, so that --env overrides them.
core::Result<Variables> given_variables(const Arguments& arguments);

/// The settings that they give a version of NCCL.
core::Result<sim::job::Environment> read_environment_options(
    const Arguments& arguments, const sim::nccl::versions::Version& version);

/// A line of a heading, "# settings: NCCL_ALGO=Ring NCCL_MAX_CTAS=4"; empty without variables.
std::string settings_line(const Variables& variables);

/// The same at the end of a line: ", with NCCL_ALGO=Ring NCCL_MAX_CTAS=4".
std::string settings_suffix(const Variables& variables);

/// An object of names and values.
nlohmann::ordered_json environment_json(const Variables& variables);

/// Why NCCL fails calls to which settings leave no algorithm and protocol: "NCCL_ALGO=NVLS and
/// NCCL_PROTO=LL leave nothing to choose from".
std::string nothing_left_text(const Variables& variables);

}  // namespace treering::cli
