#include "cli/groups/simulated_calls.h"

#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/setup/names.h"
#include "app/simulation/carried.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "core/named_values.h"
#include "report/figures.h"

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

namespace {

using nlohmann::ordered_json;

void add_path(const app::simulation::Path& path, ordered_json& json) {
  json["critical_path"] = ordered_json::array();
  for (const auto& part : path.parts) {
    ordered_json one{{"rank", part.rank ? ordered_json(*part.rank) : nullptr}, {"who", part.who}};
    if (!part.group.empty()) one["group"] = part.group;
    one["channel"] = part.channel;
    one["from_us"] = part.from_us;
    one["to_us"] = part.to_us;
    one["what"] = part.what;
    json["critical_path"].push_back(std::move(one));
  }
  json["critical_path_left_out"] = path.left_out;
  json["why_no_critical_path"] = or_null(path.why_not);
}

}  // namespace

ordered_json job_json(std::string_view schema, const app::setup::Setup& job, int ranks) {
  const core::Topology& node = job.cluster.node;
  ordered_json json;
  json["schema"] = schema;
  json["topology"] = {{"name", node.name()}, {"fingerprint", node.fingerprint()}};
  json["nodes"] = job.job.nodes;
  json["ranks"] = ranks;
  json["model"] = "event";
  json["guesses"] = guesses_json(job);
  json["nccl_version"] = job.job.nccl_version;
  json["fabric"] = fabric_json(job.cluster.fabric);
  json["environment"] = environment_json(job.variables);
  return json;
}

void add_run(const app::simulation::RunFigures& run, ordered_json& json) {
  json["transfers"] = run.transfers;
  json["simulated_transfers"] = run.simulated;
  json["skipped"] = {{"symmetric", run.symmetric}, {"periodic", run.periodic}};
  json["links"] = ordered_json::array();
  for (const auto& link : run.links) json["links"].push_back(link_json(link));
  add_path(run.critical_path, json);
}

ordered_json parameters_json(const app::simulation::Factors& factors) {
  ordered_json list = ordered_json::array();
  for (const auto& factor : factors) {
    ordered_json json{{"name", factor.name}, {"unit", factor.unit}};
    json["value"] = std::isinf(factor.value) ? ordered_json() : ordered_json(factor.value);
    json["meaning"] = factor.meaning;
    list.push_back(std::move(json));
  }
  return list;
}

ordered_json link_json(const app::simulation::BusyLink& link) {
  ordered_json json{{"name", link.name}, {"links", link.links}};
  if (!link.users.empty()) json["used_by"] = link.users;
  json["bytes"] = link.bytes;
  json["wire_bytes"] = link.wire_bytes;
  json["rate_GBps"] = link.gb_per_s;
  json["busy_share"] = link.busy_share;
  return json;
}

namespace {

using nlohmann::ordered_json;

std::vector<std::string> other_ways(const app::groups::GroupReport& group) {
  std::vector<std::string> names;
  for (const auto& one : group.other_ways) {
    names.push_back(text_of(one));
  }
  return names;
}

ordered_json group_json(const app::groups::GroupReport& group) {
  return {{"name", group.name},
          {"communicators", group.communicators},
          {"ranks", group.ranks},
          {"collective", app::simulation::name_of(group.call.collective, group.is_barrier)},
          {"bytes", group.call.bytes},
          {"asked_bytes", group.asked_bytes},
          {"algorithm", group.way.algorithm},
          {"protocol", group.way.protocol},
          {"channels", group.way.channels},
          {"nccl_default", group.is_nccl_choice},
          {"in_nccl", group.is_in_nccl},
          {"other_ways", other_ways(group)},
          {"start_us", group.start.in_us()},
          {"time_us", group.time.in_us()},
          {"fastest_us", group.fastest.in_us()},
          {"alone_us", group.alone.in_us()},
          {"algbw_GBps", algbw(group).in_gb_per_s()},
          {"busbw_GBps", busbw(group).in_gb_per_s()},
          {"communicators_per_port", group.ports.per_port},
          {"others_per_port", group.ports.others_per_port},
          {"rail_aligned", group.ports.is_rail_aligned}};
}

std::string csv_of(const std::vector<app::groups::GroupReport>& rows,
                   const app::setup::Setup& job) {
  std::string text =
      "name,communicators,ranks,collective,bytes,asked_bytes,algorithm,protocol,channels,"
      "nccl_default,in_nccl,other_ways,start_us,time_us,fastest_us,alone_us,algbw_GBps,busbw_GBps,"
      "communicators_per_port,others_per_port,rail_aligned,guesses\n";
  for (const auto& group : rows) {
    ordered_json row = group_json(group);
    row["other_ways"] = fmt::format("{}", fmt::join(other_ways(group), " "));
    row["guesses"] = guesses_text(job);
    text += csv_row(row);
  }
  return text;
}

}  // namespace

std::string groups_json(const app::SimulateGroupsReport& report) {
  ordered_json json = job_json("treering.simulate/1", report.job, report.shape.ranks());
  json["datatype"] = core::name_of(report.calls.front().call.type);
  json["op"] = core::name_of(report.calls.front().call.op);
  json["faults"] = report.faults;
  json["time_us"] = report.time.in_us();
  json["without_faults"] = nullptr;
  if (report.without_faults) {
    json["without_faults"] = {{"time_us", report.without_faults->in_us()},
                              {"ratio", report.time / *report.without_faults}};
  }
  json["groups"] = ordered_json::array();
  for (const auto& group : report.calls) {
    json["groups"].push_back(group_json(group));
    json["groups"].back()["parameters"] = parameters_json(group.factors);
  }
  add_run(report, json);
  return to_lines(json);
}

std::string groups_csv(const app::SimulateGroupsReport& report) {
  return csv_of(report.calls, report.job);
}

std::string predict_groups_json(const app::PredictGroupsReport& report) {
  ordered_json json = job_json("treering.predict/1", report.job, report.shape.ranks());
  json["profile"] = report.time_model.profile;
  json["groups"] = report.groups;
  json["results"] = ordered_json::array();
  for (const auto& row : report.rows) json["results"].push_back(group_json(row));
  return to_lines(json);
}

std::string predict_groups_csv(const app::PredictGroupsReport& report) {
  return csv_of(report.rows, report.job);
}

}  // namespace treering::cli
