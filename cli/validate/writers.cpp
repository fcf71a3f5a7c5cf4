#include "cli/validate/writers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"
#include "report/measurements/score_figures.h"

namespace treering::cli {
namespace {

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
  json["algorithm"] = or_null(seen.algorithm);
  json["protocol"] = or_null(seen.protocol);
  json["channels"] = or_null(seen.channels);
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

ordered_json cross_json(const app::CrossScores& cross) {
  return {{"new_cluster", sizes_json(cross.unanchored, true)},
          {"anchored_by_two_rows", sizes_json(cross.anchored, true)},
          {"sweep_of_20_rows", sizes_json(cross.swept, true)},
          {"interpolation", sizes_json(cross.interpolated, false)},
          {"larger_node_counts", sizes_json(cross.larger, true)}};
}

ordered_json skipped_json(const std::vector<tuner::calibration::Skipped>& skipped) {
  ordered_json list = ordered_json::array();
  for (const tuner::calibration::Skipped& one : skipped) {
    list.push_back({{"id", or_null(one.id)}, {"rows", one.rows}, {"reason", one.reason}});
  }
  return list;
}

}  // namespace

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

std::string validate_csv(const app::ValidateReport& report) {
  std::string text =
      "id,collective,bytes,measured_us,cost_us,nccl_us,low_us,high_us,algorithm,protocol,channels,"
      "nccl_choice_version\n";
  for (const Compared& row : report.rows) {
    const tuner::calibration::Observation& seen = row.seen();
    const auto figure = [](double value) {
      return value > 0 ? fmt::format("{}", rounded(value)) : std::string();
    };
    text += csv_row(ordered_json::array(
        {seen.id, std::string(name_of(seen.collective)), fmt::format("{:.0f}", seen.bytes),
         figure(seen.measured_us), figure(row.cost.predicted_us), figure(row.nccl_us),
         figure(row.cost.low_us), figure(row.cost.high_us), seen.algorithm, seen.protocol,
         seen.channels > 0 ? fmt::format("{}", seen.channels) : std::string(),
         seen.choice_version}));
  }
  return text;
}

}  // namespace treering::cli
