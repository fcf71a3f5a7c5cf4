#include "cli/options/hosts_request.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/setup/names.h"
#include "cli/options/requests.h"

namespace treering::cli {

bool is_about_hosts(const Arguments& arguments) {
  return arguments.positional(0) == app::hosts::kHosts;
}

core::Result<app::hosts::HostRunsRequest> host_runs_request(const Arguments& arguments) {
  app::hosts::HostRunsRequest request;
  request.files = arguments.all_values("measurements");
  if (request.files.empty()) {
    return core::usage_error(arguments.command, "--measurements missing", "expected FILE",
                             "results of treering measure; repeat it for more files");
  }
  request.nic_rate = arguments.value("nic-rate").value_or("");
  return request;
}

core::Result<app::hosts::PredictHostsRequest> predict_hosts_request(const Arguments& arguments) {
  constexpr int kMostRanks = 1024;  // the messages of more take too long one by one
  constexpr int kMostCores = 1 << 20;
  app::hosts::PredictHostsRequest request;
  request.runner = text_option(arguments, "runner");
  for (const auto& [option, number, most] : {std::tuple{"ranks", &request.ranks, kMostRanks},
                                             std::tuple{"cores", &request.cores, kMostCores}}) {
    const auto given = count_option(arguments, option, most);
    if (!given) return core::fail(given.error());
    *number = *given;
  }
  request.nic_rate = text_option(arguments, "nic-rate");
  if (const auto text = arguments.value("collective")) {
    auto collectives = app::setup::parse_collectives(*text);
    if (!collectives) return core::fail(collectives.error());
    request.collectives = *std::move(collectives);
  }
  const auto sizes = sizes_request(arguments);
  if (!sizes) return core::fail(sizes.error());
  request.sizes = *sizes;
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  if (const auto algorithms = arguments.value("algo")) {
    request.algorithms = app::setup::split_list(*algorithms);
  }
  request.profile = text_option(arguments, "profile");
  request.measurements = arguments.all_values("measurements");
  return request;
}

}  // namespace treering::cli
