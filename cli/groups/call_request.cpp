#include "cli/groups/call_request.h"

#include <utility>

#include "cli/options/requests.h"

namespace treering::cli {

core::Result<void> read_call(const Arguments& arguments, app::simulation::CallRequest& request) {
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  request.op = types->op;
  request.way = {text_option(arguments, "algo").value_or(""),
                 text_option(arguments, "proto").value_or("")};
  request.time_model = time_model_request(arguments);
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return {};
}

}  // namespace treering::cli
