#include "cli/options/runs_request.h"

#include <utility>

#include "cli/options/requests.h"

namespace treering::cli {

core::Result<app::measurements::RunsRequest> runs_request(const Arguments& arguments) {
  app::measurements::RunsRequest request;
  request.files = arguments.all_values("measurements");
  if (request.files.empty()) {
    return core::usage_error(arguments.command, "--measurements missing", "expected FILE",
                             "nccl-tests output, its JSON, or CSV; repeat it for more files");
  }
  request.systems = text_option(arguments, "systems");
  if (!request.systems && arguments.positional(0).empty()) {
    return core::usage_error(arguments.command, "TOPOLOGY missing",
                             "expected TOPOLOGY, or --systems FILE for the runs of many machines",
                             "see treering list topologies");
  }
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  request.id = text_option(arguments, "id");
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  request.collective = *collective;
  request.time_model = time_model_request(arguments);
  return request;
}

}  // namespace treering::cli
