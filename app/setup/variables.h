// NCCL's variables in a job.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sim/job/environment.h"

namespace treering::app::setup {

using Variables = std::vector<sim::job::Assignment>;

struct VariablesRequest {
  std::vector<std::string> env;              // "NAME=VALUE"
  bool env_from_process = false;             // also NCCL's variables of this process
  std::vector<std::string_view> left_out{};  // names, of what is weighed elsewhere
};

/// The process's first, so that given ones override them.
core::Result<Variables> given_variables(const VariablesRequest& request);

/// Whether a job may have them: fails as set_up() does, without a machine. \param nccl as in
/// JobRequest; of one that nobody knows nothing is said here
core::Result<void> check_variables(const VariablesRequest& request,
                                   const std::optional<std::string>& nccl);

/// "NCCL_ALGO=Ring NCCL_PROTO=LL".
std::string variables_text(const Variables& variables);

/// Why NCCL fails calls for which settings leave no algorithm and protocol: "NCCL_ALGO=NVLS and
/// NCCL_PROTO=LL leave nothing to choose from".
std::string nothing_left_text(const Variables& variables);

}  // namespace treering::app::setup
