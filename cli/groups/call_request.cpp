#include "cli/groups/call_request.h"

#include <utility>

#include "app/setup/names.h"
#include "cli/options/requests.h"
#include "core/named_values.h"

namespace treering::cli {
namespace {

/// Empty where the option is not given.
core::Result<std::string> name_in(const Arguments& arguments, const char* option,
                                  app::setup::NameKind kind) {
  const auto text = text_option(arguments, option);
  if (!text) return std::string();
  return core::in_field(option, app::setup::parse_name(kind, *text));
}

}  // namespace

core::Result<void> read_call(const Arguments& arguments, app::simulation::CallRequest& request) {
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  request.op = types->op;
  auto algorithm = name_in(arguments, "algo", app::setup::NameKind::SimulatedAlgorithm);
  if (!algorithm) return core::fail(algorithm.error());
  auto protocol = name_in(arguments, "proto", app::setup::NameKind::Protocol);
  if (!protocol) return core::fail(protocol.error());
  request.way = {*std::move(algorithm), *std::move(protocol)};
  request.time_model = time_model_request(arguments);
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return {};
}

}  // namespace treering::cli
