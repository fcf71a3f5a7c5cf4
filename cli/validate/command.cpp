#include "cli/command.h"

#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/hosts/validate_hosts.h"
#include "app/validate.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "report/measurements/validate_text.h"

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
  json["collective"] = core::name_of(one.call.collective);
  json["bytes"] = one.call.bytes;
  json["measured_us"] = row.call.measured_us;
  json["cost_us"] = row.expected_us();
  json["event_us"] = nullptr;
  json["nccl_us"] = nullptr;
  json["low_us"] = interval.low.in_us();
  json["high_us"] = interval.high.in_us();
  json["algorithm"] = or_null(row.call.algorithm);
  json["from"] = one.pair ? ordered_json(one.pair->from) : ordered_json();
  json["to"] = one.pair ? ordered_json(one.pair->to) : ordered_json();
  json["runner"] = name_of(row.call.job.library);
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

core::Result<Answer> validate_hosts(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto runs = host_runs_request(arguments);
  if (!runs) return core::fail(runs.error());
  auto report = app::hosts::answer(
      app::hosts::ValidateHostsRequest{*std::move(runs), text_option(arguments, "profile")});
  if (!report) return core::fail(report.error());
  Answer answer{.form = form_of(*format), .notes = report->notes};
  answer.text = written(
      *format,
      [&] {
        return report::measurements::validate_hosts_text(*report, arguments.has("quiet"), display);
      },
      [&] { return hosts_json(*report); }, [&] { return hosts_csv(*report); });
  return answer;
}

using nlohmann::ordered_json;
using tuner::calibration::Compared;

ordered_json positive_or_null(double time) {
  return time > 0 ? ordered_json(time) : ordered_json();
}

ordered_json row_json(const Compared& row) {
  const tuner::calibration::Observation& seen = row.seen();
  ordered_json json;
  json["id"] = or_null(seen.id);
  json["collective"] = name_of(seen.collective);
  json["bytes"] = static_cast<std::uint64_t>(seen.bytes);
  json["measured_us"] = seen.measured_us;
  json["cost_us"] = row.cost.predicted_us;
  json["event_us"] = positive_or_null(row.event_us);
  json["nccl_us"] = positive_or_null(row.nccl_us);
  json["low_us"] = row.cost.low_us;
  json["high_us"] = row.cost.high_us;
  json["algorithm"] = or_null(seen.way.algorithm);
  json["protocol"] = or_null(seen.way.protocol);
  json["channels"] = or_null(seen.way.channels);
  json["nccl_choice_version"] = or_null(seen.choice_version);
  json["forced_is_absent"] = seen.is_replaced;
  json["system"] = or_null(seen.system);
  json["stratum"] = or_null(seen.stratum);
  json["nodes"] = seen.nodes;
  json["ranks"] = seen.ranks;
  return json;
}

/// {"n","median_abs_rel","p90_abs_rel"}, with "covered_80" where there are intervals; null without
/// rows.
ordered_json score_json(const tuner::calibration::Score& score, bool has_intervals) {
  if (score.rows == 0) return nullptr;
  ordered_json json{
      {"n", score.rows}, {"median_abs_rel", score.median}, {"p90_abs_rel", score.p90}};
  if (has_intervals) json["covered_80"] = score.covered;
  return json;
}

ordered_json models_json(const tuner::calibration::ModelScores& scores) {
  return {{"cost", score_json(scores.cost, true)},
          {"event", score_json(scores.event, false)},
          {"nccl", score_json(scores.nccl, false)}};
}

ordered_json summary_json(const app::ValidateScores& scores) {
  ordered_json json = ordered_json::object();
  for (const auto& [id, one] : scores.by_id) json[id] = models_json(one);
  return json;
}

ordered_json picks_json(const tuner::calibration::Picks& picks) {
  if (picks.questions == 0) return nullptr;
  return {{"n", picks.questions}, {"right", picks.share_right()}, {"mean_regret", picks.regret}};
}

ordered_json sizes_json(const tuner::calibration::BySize<tuner::calibration::Score>& scores,
                        bool has_intervals) {
  ordered_json json{{"all", score_json(scores.all, has_intervals)}};
  for (std::size_t i = 0; i < scores.by_size_class.size(); ++i) {
    json[std::string(report::measurements::size_class_title(i))] =
        score_json(scores.by_size_class[i], has_intervals);
  }
  return json;
}

ordered_json floors_json(const std::vector<tuner::floors::FloorGroup>& groups) {
  ordered_json list = ordered_json::array();
  for (const auto& [rows, score] : groups) {
    list.push_back({{"rows", rows},
                    {"n", score.rows},
                    {"below", score.below},
                    {"spreads_needed", score.spreads_needed},
                    {"caught_15", score.caught_small},
                    {"said_15", score.said_small},
                    {"caught_35", score.caught_large},
                    {"said_35", score.said_large}});
  }
  return list;
}

ordered_json cross_json(const app::CrossScores& cross) {
  return {{"new_cluster", sizes_json(cross.unanchored, true)},
          {"anchored_by_two_rows", sizes_json(cross.anchored, true)},
          {"sweep_of_20_rows", sizes_json(cross.swept, true)},
          {"interpolation", sizes_json(cross.interpolated, false)},
          {"larger_node_counts", sizes_json(cross.larger, true)},
          {"floors", floors_json(cross.floors)},
          {"floors_beside_published", floors_json(cross.floors_beside_published)}};
}

/// "cost", "nccl" and "event", as far as they have an answer.
ordered_json names_json(const tuner::calibration::Answering& models) {
  ordered_json names{"cost"};
  if (models.event) names.push_back("event");
  if (models.nccl) names.push_back("nccl");
  return names;
}

ordered_json by_models_json(const std::vector<tuner::calibration::SameRows>& parts) {
  ordered_json list = ordered_json::array();
  for (const tuner::calibration::SameRows& part : parts) {
    ordered_json one{{"models", names_json(part.models)}};
    one.update(models_json(part.scores.all));
    list.push_back(std::move(one));
  }
  return list;
}

ordered_json strata_json(const std::vector<app::StratumScores>& strata) {
  ordered_json list = ordered_json::array();
  for (const app::StratumScores& one : strata) {
    if (one.scores.all.cost.rows == 0) continue;
    list.push_back({{"stratum", one.stratum}, {"by_models", by_models_json(one.by_models)}});
  }
  return list;
}

ordered_json kinds_json(const std::vector<tuner::calibration::KindScores>& kinds) {
  ordered_json list = ordered_json::array();
  for (const tuner::calibration::KindScores& one : kinds) {
    list.push_back({{"collective", name_of(one.kind.collective)},
                    {"algorithm", or_null(one.kind.algorithm)},
                    {"nodes", one.kind.crosses_nodes ? "several" : "one"},
                    {"link", one.kind.link},
                    {"size", report::measurements::size_class_title(one.kind.size_class)},
                    {"systems", one.systems},
                    {"cost", score_json(one.scores.cost, true)},
                    {"event", score_json(one.scores.event, false)},
                    {"event_is_nearer", tuner::calibration::is_event_nearer(one)}});
  }
  return list;
}

ordered_json skipped_json(const std::vector<tuner::calibration::Skipped>& skipped) {
  ordered_json list = ordered_json::array();
  for (const tuner::calibration::Skipped& one : skipped) {
    list.push_back({{"id", or_null(one.id)}, {"rows", one.rows}, {"reason", one.reason}});
  }
  return list;
}

std::string validate_json(const app::ValidateReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.validate/1");
  lines.add("profile", report.profile);
  lines.add("fitted_rows", report.fitted_rows);
  lines.begin_array("rows");
  for (const Compared& row : report.rows) lines.add_element(row_json(row));
  lines.add("summary", summary_json(report.scores));
  lines.add("overall", models_json(report.scores.main.all));
  lines.add("apart", models_json(report.scores.apart));
  lines.add("by_models", by_models_json(report.scores.by_models));
  lines.add("strata_apart", strata_json(report.scores.strata_apart));
  lines.add("unfitted", kinds_json(report.scores.unfitted));
  lines.add("replicates", sizes_json(report.scores.replicates, false));
  lines.add("picks",
            {{"cost", picks_json(report.picks.cost)},
             {"cost_new_cluster", report.cross ? picks_json(report.cross->picks) : ordered_json()},
             {"nccl", picks_json(report.picks.nccl)}});
  lines.add("cross_validation", report.cross ? cross_json(*report.cross) : ordered_json());
  lines.add("left_out", skipped_json(report.runs->gathered.skipped));
  lines.add("nccl_nearest", report.runs->nearest_versions);
  return lines.finish();
}

using ByRow = std::map<const tuner::calibration::Observation*, const tuner::calibration::Scored*>;

ByRow by_row(const std::vector<tuner::calibration::Scored>& rows) {
  ByRow known;
  for (const auto& row : rows) known.emplace(row.seen, &row);
  return known;
}

std::string validate_csv(const app::ValidateReport& report) {
  std::string text =
      "id,collective,bytes,measured_us,cost_us,event_us,nccl_us,low_us,high_us,algorithm,protocol,"
      "channels,nccl_choice_version,new_us,new_low_us,new_high_us,anchored_us\n";
  const ByRow unseen = report.cross ? by_row(report.cross->rows.unanchored) : ByRow();
  const ByRow anchored = report.cross ? by_row(report.cross->rows.anchored) : ByRow();
  for (const Compared& row : report.rows) {
    const tuner::calibration::Observation& seen = row.seen();
    const auto figure = [](double value) {
      return value > 0 ? fmt::format("{}", rounded(value)) : std::string();
    };
    const auto of = [&seen](const ByRow& rows) {
      const auto found = rows.find(&seen);
      return found == rows.end() ? tuner::calibration::Scored{} : *found->second;
    };
    const auto fresh = of(unseen);
    text += csv_row(ordered_json::array(
        {seen.id, std::string(name_of(seen.collective)), fmt::format("{:.0f}", seen.bytes),
         figure(seen.measured_us), figure(row.cost.predicted_us), figure(row.event_us),
         figure(row.nccl_us), figure(row.cost.low_us), figure(row.cost.high_us), seen.way.algorithm,
         seen.way.protocol,
         seen.way.channels > 0 ? fmt::format("{}", seen.way.channels) : std::string(),
         seen.choice_version, figure(fresh.predicted_us), figure(fresh.low_us),
         figure(fresh.high_us), figure(of(anchored).predicted_us)}));
  }
  return text;
}

std::string render(const app::ValidateReport& report, Format format, bool is_quiet,
                   const Display& display) {
  return written(
      format, [&] { return report::measurements::validate_text(report, is_quiet, display); },
      [&] { return validate_json(report); }, [&] { return validate_csv(report); });
}

}  // namespace

core::Result<Answer> run_validate(const Arguments& arguments, const Display& display) {
  if (is_about_hosts(arguments)) return validate_hosts(arguments, display);
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto runs = runs_request(arguments);
  if (!runs) return core::fail(runs.error());
  runs->with_events = arguments.has("event");
  app::ValidateRequest request{.runs = *std::move(runs)};
  if (arguments.has("cross-validate")) request.cross = app::CrossValidation::On;
  auto report = app::answer(request);
  if (!report) return core::fail(report.error());
  return Answer{.text = render(*report, *format, arguments.has("quiet"), display),
                .form = form_of(*format),
                .notes = std::move(report->notes)};
}

}  // namespace treering::cli
