#include "cli/groups/groups_json.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/simulation/barrier.h"
#include "cli/groups/run_json.h"
#include "cli/output/json_document.h"
#include "cli/output/setup_json.h"
#include "report/figures.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

std::vector<std::string> other_ways(const app::groups::GroupReport& group) {
  std::vector<std::string> names;
  for (const auto& one : group.other_ways) {
    names.push_back(report::choice_name(one.algorithm, one.protocol));
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
