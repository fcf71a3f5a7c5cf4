#include "cli/validate/hosts.h"

#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/hosts/validate_hosts.h"
#include "cli/options/hosts_request.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "report/measurements/hosts_text.h"

namespace treering::cli {
namespace {

using app::hosts::HostGroup;
using app::hosts::ValidateHostsReport;
using nlohmann::ordered_json;
using tuner::hosts::HostScore;
using tuner::hosts::ScoredCall;

/// The columns of calls on GPUs where they mean the same: the model of hosts stands in cost_us.
ordered_json row_json(const ScoredCall& row) {
  const auto& one = row.call.configuration();
  const auto& interval = *row.expected.estimate.interval;
  ordered_json json;
  json["id"] = app::hosts::id_of(row.call.job);
  json["collective"] = core::name_of(one.collective);
  json["bytes"] = one.bytes;
  json["measured_us"] = row.call.measured_us;
  json["cost_us"] = row.expected_us();
  json["event_us"] = nullptr;
  json["nccl_us"] = nullptr;
  json["low_us"] = interval.low.in_us();
  json["high_us"] = interval.high.in_us();
  json["algorithm"] = or_null(row.call.algorithm);
  json["from"] = one.pair ? ordered_json(one.pair->from) : ordered_json();
  json["to"] = one.pair ? ordered_json(one.pair->to) : ordered_json();
  json["runner"] = row.call.job.library;
  json["ranks"] = row.call.job.ranks;
  json["gbit"] = row.call.job.gbit.empty() ? ordered_json() : ordered_json(row.call.job.gbit);
  json["cores"] = or_null(row.call.job.cores);
  return json;
}

/// Null without calls.
ordered_json score_json(const HostScore& score) {
  if (score.calls == 0) return nullptr;
  return {{"n", score.calls},
          {"median_abs_rel", score.median},
          {"p90_abs_rel", score.p90},
          {"covered_80", score.covered}};
}

ordered_json models_json(const HostScore& score) {
  return {{"cost", score_json(score)}, {"event", nullptr}, {"nccl", nullptr}};
}

ordered_json summary_json(const ValidateHostsReport& report) {
  std::map<std::string, std::vector<ScoredCall>> by_id;
  for (const ScoredCall& row : report.rows) {
    by_id[app::hosts::id_of(row.call.job)].push_back(row);
  }
  ordered_json json = ordered_json::object();
  for (const auto& [id, rows] : by_id) json[id] = models_json(tuner::hosts::score_of(rows));
  return json;
}

ordered_json groups_json(const std::vector<HostGroup>& groups) {
  ordered_json json = ordered_json::array();
  for (const HostGroup& group : groups) {
    ordered_json one{{"name", group.name}};
    one.update(score_json(group.score));
    json.push_back(std::move(one));
  }
  return json;
}

std::string hosts_json(const ValidateHostsReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.validate/1");
  lines.add("profile", or_null(report.profile));
  lines.add("assumed_jobs", report.assumed_jobs);
  lines.add("fitted_rows", report.fitted_rows);
  lines.begin_array("rows");
  for (const ScoredCall& row : report.rows) lines.add_element(row_json(row));
  lines.add("summary", summary_json(report));
  lines.add("overall", models_json(report.all));
  lines.add("by_algorithm", groups_json(report.by_algorithm));
  lines.add("by_size", groups_json(report.by_size));
  lines.add("left_out", report.left_out);
  return lines.finish();
}

std::string hosts_csv(const ValidateHostsReport& report) {
  std::string text =
      "id,collective,bytes,measured_us,cost_us,low_us,high_us,algorithm,runner,ranks\n";
  for (const ScoredCall& row : report.rows) {
    const ordered_json json = row_json(row);
    ordered_json flat;
    for (const char* const name : {"id", "collective", "bytes", "measured_us", "cost_us", "low_us",
                                   "high_us", "algorithm", "runner", "ranks"}) {
      flat[name] = json[name];
    }
    text += csv_row(flat);
  }
  return text;
}

}  // namespace

core::Result<Answer> validate_hosts(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto runs = host_runs_request(arguments);
  if (!runs) return core::fail(runs.error());
  auto report = app::hosts::answer(
      app::hosts::ValidateHostsRequest{*std::move(runs), text_option(arguments, "profile")});
  if (!report) return core::fail(report.error());
  Answer answer{.notes = report->notes};
  switch (*format) {
    case Format::Text:
      answer.text =
          report::measurements::validate_hosts_text(*report, arguments.has("quiet"), display);
      break;
    case Format::Json:
      answer.text = hosts_json(*report);
      break;
    case Format::Csv:
      answer.text = hosts_csv(*report);
      break;
  }
  return answer;
}

}  // namespace treering::cli
