#include "cli/options/hosts_request.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/names.h"
#include "cli/options/requests.h"

namespace treering::cli {

bool is_about_hosts(const Arguments& arguments) {
  const CommandSpec* const command = command_named(arguments.command);
  return command != nullptr && is_about_hosts(*command, arguments);
}

bool is_about_hosts(const CommandSpec& command, const Arguments& arguments) {
  if (arguments.value("topology") == app::hosts::kHosts) return true;
  for (std::size_t i = 0; i < command.positionals.size(); ++i) {
    const bool is_topology = command.positionals[i].kind == ValueKind::Topology;
    if (is_topology && arguments.positional(i) == app::hosts::kHosts) return true;
  }
  return false;
}

core::Result<void> check_hosts(const CommandSpec& command, const Arguments& arguments) {
  if (!is_about_hosts(command, arguments)) return {};
  const auto& known = command.options_with_hosts;
  if (known.empty()) {
    return core::usage_error(
        "TOPOLOGY", "'hosts' is about collectives on CPUs",
        fmt::format("expected a machine with GPUs, as treering {} is about NCCL", command.name),
        "predict hosts says what collectives on CPUs take, check --topology hosts whether runs are "
        "as fast as their links; tune --runner replay --measurements FILE --report PAGE writes a "
        "page of runs");
  }
  std::vector<std::string_view> given;
  for (const auto& [option, value] : arguments.values) given.emplace_back(option);
  for (const auto& [option, values] : arguments.lists) given.emplace_back(option);
  for (const std::string_view option : given) {
    if (std::ranges::find(known, option) != known.end()) continue;
    return core::usage_error(
        "--" + std::string(option), "given with hosts", "expected what collectives on CPUs have",
        fmt::format("with hosts treering {} has --{}", command.name, fmt::join(known, ", --")));
  }
  return {};
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
