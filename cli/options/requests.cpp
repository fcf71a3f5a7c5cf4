#include "cli/options/requests.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/setup/names.h"
#include "core/named_values.h"
#include "core/text/reading.h"

namespace treering::cli {

namespace {

using app::setup::CallsRequest;
using app::setup::JobRequest;
using app::setup::NameKind;

core::Result<std::vector<int>> parse_devices(std::string_view text) {
  std::vector<int> devices;
  for (const std::string& part : app::setup::split_list(text)) {
    const auto device = core::whole_number<int>(part);
    if (!device || *device < 0) {
      return core::usage_error("--devices", fmt::format("'{}' is no GPU index", part),
                               "expected whole numbers separated by commas", "write it like 0,2");
    }
    devices.push_back(*device);
  }
  return devices;
}

}  // namespace

core::Result<JobRequest> job_request(const Arguments& arguments) {
  return job_request_on(std::string(arguments.positional(0)), arguments);
}

core::Result<JobRequest> job_request_on(std::string topology, const Arguments& arguments) {
  JobRequest request;
  request.topology = std::move(topology);
  for (const auto& [option, number, most] :
       {std::tuple{"nodes", &request.nodes, core::kMaxRanks},
        std::tuple{"nodes-per-leaf", &request.leaf_switches.nodes_per_leaf, core::kMaxRanks},
        std::tuple{"gpus-per-node", &request.gpus_per_node, core::kMaxDevices},
        std::tuple{"gpus-per-process", &request.gpus_per_process, core::kMaxDevices}}) {
    const auto given = count_option(arguments, option, most);
    if (!given) return core::fail(given.error());
    *number = *given;
  }
  if (const auto text = arguments.value("devices")) {
    auto devices = parse_devices(*text);
    if (!devices) return core::fail(devices.error());
    request.devices = *std::move(devices);
  }
  request.adapters = {text_option(arguments, "nics"), text_option(arguments, "nic-rate")};
  request.leaf_switches.oversubscription = text_option(arguments, "oversubscription");
  request.leaf_switches.node_order = text_option(arguments, "node-order");
  request.nccl = text_option(arguments, "nccl");
  request.variables = variables_request(arguments);
  return request;
}

app::setup::VariablesRequest variables_request(const Arguments& arguments) {
  return {arguments.all_values("env"), arguments.has("env-from-process")};
}

core::Result<app::setup::SizesRequest> sizes_request(const Arguments& arguments) {
  auto request = steps_request(arguments);
  if (!request) return request;
  for (const auto& [option, size] :
       {std::pair{"minbytes", &request->minbytes}, std::pair{"maxbytes", &request->maxbytes}}) {
    auto given = size_option(arguments, option);
    if (!given) return core::fail(given.error());
    *size = *given;
  }
  return request;
}

core::Result<app::setup::SizesRequest> steps_request(const Arguments& arguments) {
  app::setup::SizesRequest request;
  const auto step = size_option(arguments, "stepbytes");
  if (!step) return core::fail(step.error());
  request.stepbytes = *step;
  const auto factor = count_option(arguments, "stepfactor", 1 << 20);
  if (!factor) return core::fail(factor.error());
  request.stepfactor = *factor;
  return request;
}

core::Result<CallsRequest> calls_request(const Arguments& arguments, std::string_view usual) {
  CallsRequest request;
  auto collectives = app::setup::parse_collectives(arguments.value("collective").value_or(usual));
  if (!collectives) return core::fail(collectives.error());
  request.collectives = *std::move(collectives);
  const auto sizes = sizes_request(arguments);
  if (!sizes) return core::fail(sizes.error());
  request.sizes = *sizes;
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  request.op = types->op;
  auto filter = filter_of(arguments);
  if (!filter) return core::fail(filter.error());
  request.filter = *std::move(filter);
  const auto model =
      core::in_field("model", sim::models::parse_model(arguments.value("model").value_or("cost")));
  if (!model) return core::fail(model.error());
  request.model = *model;
  return request;
}

core::Result<sim::Filter> filter_of(const Arguments& arguments) {
  auto algorithms = core::in_field(
      "algo",
      app::setup::parse_names(NameKind::Algorithm, arguments.value("algo").value_or("all")));
  if (!algorithms) return core::fail(algorithms.error());
  auto protocols = core::in_field(
      "proto",
      app::setup::parse_names(NameKind::Protocol, arguments.value("proto").value_or("all")));
  if (!protocols) return core::fail(protocols.error());
  return sim::Filter{*std::move(algorithms), *std::move(protocols)};
}

core::Result<ElementTypes> element_types(const Arguments& arguments) {
  const auto type = core::in_field(
      "datatype", core::parse_data_type(arguments.value("datatype").value_or("float")));
  if (!type) return core::fail(type.error());
  const auto op =
      core::in_field("op", core::parse_reduce_op(arguments.value("op").value_or("sum")));
  if (!op) return core::fail(op.error());
  return ElementTypes{*type, *op};
}

std::optional<std::string> text_option(const Arguments& arguments, std::string_view option) {
  const auto value = arguments.value(option);
  return value ? std::optional<std::string>(*value) : std::nullopt;
}

core::Result<std::optional<core::Collective>> collective_option(const Arguments& arguments) {
  const auto name = arguments.value("collective");
  if (!name) return std::nullopt;
  const auto collective = app::setup::parse_collective(*name);
  if (!collective) return core::fail(collective.error());
  return *collective;
}

core::Result<std::optional<std::uint64_t>> size_option(const Arguments& arguments,
                                                       std::string_view option) {
  const auto text = arguments.value(option);
  if (!text) return std::nullopt;
  const auto bytes = app::setup::parse_call_size(*text, option);
  if (!bytes) return core::fail(bytes.error());
  return *bytes;
}

app::setup::TimeModelRequest time_model_request(const Arguments& arguments) {
  return {text_option(arguments, "profile"), text_option(arguments, "network")};
}

core::Result<app::measurements::RunsRequest> runs_request(const Arguments& arguments) {
  app::measurements::RunsRequest request;
  request.files = arguments.all_values("measurements");
  if (request.files.empty()) {
    return core::usage_error(arguments.command, "--measurements missing", "expected FILE",
                             "nccl-tests output, its JSON, or CSV; repeat it for more files");
  }
  request.systems = text_option(arguments, "systems");
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
    auto collectives = app::setup::parse_collectives(*text, app::setup::Carrier::Cpus);
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
