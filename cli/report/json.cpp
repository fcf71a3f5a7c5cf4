#include <nlohmann/json.hpp>

#include "cli/measure/measure.h"
#include "cli/output/json_document.h"
#include "cli/report/writers.h"

namespace treering::cli {
namespace {

using app::overview::CollectivePart;
using app::overview::OverviewReport;
using nlohmann::ordered_json;

template <class Points>
ordered_json array_of(const Points& points) {
  ordered_json array = ordered_json::array();
  for (const auto& point : points) array.push_back(point_json(point));
  return array;
}

ordered_json curves_json(const CollectivePart& part) {
  ordered_json array = ordered_json::array();
  for (const auto& curve : part.curves.candidates) {
    array.push_back({{"name", or_null(curve.name)}, {"points", array_of(curve.points)}});
  }
  return array;
}

ordered_json measured_json(const CollectivePart& part) {
  ordered_json array = ordered_json::array();
  for (const auto& series : part.measured) {
    array.push_back({{"file", series.file},
                     {"name", or_null(series.name)},
                     {"points", array_of(series.points)}});
  }
  return array;
}

ordered_json refuted_json(const std::optional<app::overview::Refuted>& refuted) {
  if (!refuted) return nullptr;
  return {{"way", refuted->way}, {"bytes", refuted->bytes.count()}, {"longer", refuted->longer}};
}

ordered_json ranges_json(const CollectivePart& part) {
  ordered_json array = ordered_json::array();
  for (std::size_t i = 0; i < part.ranges.size(); ++i) {
    const auto& range = part.ranges[i];
    array.push_back({{"from_bytes", range.first.count()},
                     {"to_bytes", range.last.count()},
                     {"nccl_choice", range.usual},
                     {"advised", range.advised},
                     {"least_gain", range.least_gain},
                     {"greatest_gain", range.greatest_gain},
                     {"measured", part.beside_runs.ranges[i].is_measured},
                     {"refuted", refuted_json(part.beside_runs.ranges[i].refuted)}});
  }
  return array;
}

ordered_json crossovers_json(const CollectivePart& part) {
  ordered_json array = ordered_json::array();
  for (const auto& one : part.crossovers) {
    array.push_back({{"before_bytes", one.before.count()},
                     {"after_bytes", one.after.count()},
                     {"from", one.from},
                     {"to", one.to}});
  }
  return array;
}

ordered_json advice_json(const CollectivePart& part) {
  if (!part.advice) return nullptr;
  const auto& one = *part.advice;
  const auto& sure = one.confidence;
  return {{"bytes", one.advised.bytes.count()},
          {"algorithm", one.advised.way.algorithm},
          {"protocol", one.advised.way.protocol},
          {"nccl_algorithm", one.usual.way.algorithm},
          {"nccl_protocol", one.usual.way.protocol},
          {"gain", one.gain},
          {"gain_low", sure ? ordered_json(sure->low) : ordered_json()},
          {"gain_high", sure ? ordered_json(sure->high) : ordered_json()},
          {"chance", sure ? ordered_json(sure->chance) : ordered_json()},
          {"refuted", refuted_json(part.beside_runs.refuted)}};
}

/// Advice and what to use by size are left out where runs are to be repaired first.
ordered_json part_json(const OverviewReport& report, const CollectivePart& part) {
  const bool is_advised = !report.repair_first;
  const auto& ceiling = part.curves.ceiling;
  return {{"collective", core::name_of(part.collective)},
          {"curves", curves_json(part)},
          {"best", array_of(part.curves.best)},
          {"usual", array_of(part.curves.usual)},
          {"bound", array_of(part.curves.bound)},
          {"ceiling_GBps", ceiling ? ordered_json(ceiling->in_gb_per_s()) : ordered_json()},
          {"measured", measured_json(part)},
          {"ranges", is_advised ? ranges_json(part) : ordered_json::array()},
          {"crossovers", crossovers_json(part)},
          {"advice", is_advised ? advice_json(part) : ordered_json()}};
}

ordered_json where_json(const tuner::measure::Configuration& one) {
  return {{"collective", core::name_of(one.call.collective)},
          {"bytes", one.call.bytes},
          {"algorithm", or_null(one.way.algorithm)},
          {"protocol", or_null(one.way.protocol)},
          {"in_place", one.is_in_place}};
}

ordered_json agreement_json(const app::overview::Agreement& agreement) {
  ordered_json within = ordered_json::array();
  for (const auto& one : agreement.spreads) {
    const bool is_launches = one.repeats == app::overview::Repeats::Launches;
    within.push_back({{"file", one.file},
                      {"repeats", is_launches ? "launches" : "rows"},
                      {"configurations", one.configurations},
                      {"typical_ratio", one.typical},
                      {"greatest_ratio", one.greatest},
                      {"greatest_at", where_json(one.greatest_at)}});
  }
  ordered_json between = ordered_json::array();
  for (const auto& one : agreement.pairs) {
    between.push_back({{"first", one.first},
                       {"second", one.second},
                       {"configurations", one.common},
                       {"faster", one.faster},
                       {"slower", one.slower},
                       {"same", one.same},
                       {"undecided", one.undecided},
                       {"typical_ratio", one.typical},
                       {"farthest_ratio", one.farthest},
                       {"farthest_at", where_json(one.farthest_at)}});
  }
  return {{"within_files", within}, {"between_files", between}};
}

ordered_json compared_json(const std::optional<app::measuring::CompareReport>& compared) {
  if (!compared) return nullptr;
  ordered_json rows = ordered_json::array();
  for (const auto& row : compared->rows) rows.push_back(row_json(row));
  return {{"before", compared->before}, {"after", compared->after}, {"rows", rows}};
}

ordered_json ranges_json(const std::vector<app::overview::SizeRange>& ranges) {
  ordered_json array = ordered_json::array();
  for (const auto& range : ranges) {
    array.push_back({{"from_bytes", range.first.count()}, {"to_bytes", range.last.count()}});
  }
  return array;
}

ordered_json reach_json(const app::overview::SettingsForm& form) {
  ordered_json array = ordered_json::array();
  for (const auto& one : form.reach) {
    array.push_back({{"collective", core::name_of(one.collective)},
                     {"as_advised", ranges_json(one.reached)},
                     {"not_as_advised", ranges_json(one.left)}});
  }
  return array;
}

ordered_json repair_json(const std::optional<app::overview::RepairFirst>& first) {
  if (!first) return nullptr;
  return {{"slow_rows", first->slow},
          {"rows", first->rows},
          {"likeliest_cause", or_null(first->cause)},
          {"other_machine", first->is_other_machine}};
}

/// What the measured figures are laid beside.
void add_beside(const OverviewReport& report, JsonLines& lines) {
  lines.begin_array("forced");
  if (report.check) {
    for (const auto& one : report.check->forced) lines.add_element(forced_json(one));
  }
  lines.begin_array("published");
  for (const auto& beside : report.published) lines.add_element(published_json(beside));
  lines.begin_array("losses");
  for (const auto& loss : report.losses) lines.add_element(loss_json(loss));
}

void add_lists(const OverviewReport& report, JsonLines& lines) {
  lines.begin_array("unmeasured");
  for (const auto& one : report.unmeasured) {
    lines.add_element({{"what", one.what}, {"why", one.why}});
  }
  lines.begin_array("settings");
  for (const auto& form : report.settings) {
    lines.add_element({{"form", form.name},
                       {"text", or_null(form.text)},
                       {"refusal", or_null(form.refusal)},
                       {"undo", or_null(form.undo)},
                       {"caveat", or_null(form.caveat)},
                       {"reach", reach_json(form)}});
  }
}

}  // namespace

std::string report_json(const OverviewReport& report) {
  const auto& times = report.times;
  const core::Topology& node = times.job.cluster.node;
  JsonLines lines;
  lines.add("schema", "treering.report/1");
  lines.add("topology", {{"name", node.name()}, {"fingerprint", node.fingerprint()}});
  lines.add("nodes", times.job.job.nodes);
  lines.add("ranks", times.ranks);
  lines.add("model", sim::models::name_of(times.calls.model));
  lines.add("profile", or_null(times.time_model.profile));
  lines.add("guesses", guesses_json(times.job));
  lines.add("variants", variants_json(times.deciding, times.ranks));
  lines.add("nccl_version", times.job.job.nccl_version);
  lines.add("fabric", fabric_json(times.job.cluster.fabric));
  lines.add("environment", environment_json(times.job.variables));
  lines.add("datatype", core::name_of(times.calls.type));
  lines.add("op", core::name_of(times.calls.op));
  lines.begin_array("collectives");
  for (const CollectivePart& part : report.collectives) {
    lines.add_element(part_json(report, part));
  }
  add_beside(report, lines);
  lines.add("agreement", agreement_json(report.agreement));
  lines.add("compared", compared_json(report.compared));
  lines.add("repair_first", repair_json(report.repair_first));
  add_lists(report, lines);
  return lines.finish();
}

}  // namespace treering::cli
