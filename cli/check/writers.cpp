#include "cli/check/writers.h"

#include <nlohmann/json.hpp>

#include "app/setup/guesses.h"
#include "cli/output/json_document.h"
#include "cli/output/normal_json.h"
#include "cli/output/setup_json.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

ordered_json row_json(const tuner::check::CheckedRow& row) {
  ordered_json json;
  json["id"] = or_null(row.measurement.id);
  json["collective"] = name_of(row.measurement.collective);
  json["bytes"] = row.measurement.bytes;
  json["algorithm"] = or_null(row.algorithm);
  json["protocol"] = or_null(row.protocol);
  json["channels"] = or_null(row.channels);
  json["expected_us"] = row.expected.in_us();
  json["low_us"] = row.low.in_us();
  json["high_us"] = row.high.in_us();
  json["measured_us"] = row.measured.in_us();
  json["share_reached"] = row.share();
  json["place"] = tuner::check::name_of(row.place);
  json["most_of_expected"] = row.most;
  json["bound_us"] = row.bound.in_us();
  return json;
}

ordered_json cause_json(const tuner::check::LikelyCause& cause) {
  return {{"cause", cause.cause},
          {"text", cause.what},
          {"look_at", cause.look_at},
          {"off_by_factor", cause.factor},
          {"slow_rows_explained", cause.explained}};
}

ordered_json other_machine_json(const tuner::check::Check& check) {
  if (!check.other) return nullptr;
  const tuner::check::OtherMachine& other = *check.other;
  return {{"rows_faster_than_links", other.beyond_links},
          {"rows_far_faster_than_expected", other.far_faster},
          {"worst_row", row_json(other.row)},
          {"links", or_null(other.links)},
          {"links_GBps", other.rate.in_gb_per_s()},
          {"log_says", or_null(app::logged_machine(other.row.measurement))}};
}

ordered_json slow_end_json(const app::CheckReport& report) {
  const auto found = report.check.slow_end();
  if (!found || app::setup::is_guess(report.job)) return nullptr;
  return {{"end", found->end == tuner::check::End::Large ? "large" : "small"},
          {"rows", found->rows},
          {"of_rows", found->of_rows},
          {"from_bytes", found->least},
          {"to_bytes", found->most},
          {"least_share_reached", found->least_share},
          {"greatest_share_reached", found->greatest_share},
          {"chance", found->chance}};
}

}  // namespace

std::string check_json(const app::CheckReport& report) {
  const core::Topology& node = report.job.cluster.node;
  JsonLines lines;
  lines.add("schema", "treering.check/1");
  lines.add("topology", {{"name", node.name()}, {"fingerprint", node.fingerprint()}});
  lines.add("nodes", report.job.job.nodes);
  lines.add("ranks", report.shape.ranks());
  lines.add("guesses", guesses_json(report.job));
  lines.add("nccl_version", report.job.job.nccl_version);
  lines.add("environment", environment_json(report.job.variables));
  lines.add("profile", report.profile);
  lines.add("network", or_null(report.network));
  lines.begin_array("rows");
  for (const tuner::check::CheckedRow& row : report.check.rows) lines.add_element(row_json(row));
  lines.add("off_by_factor", report.check.factor);
  lines.add("other_machine", other_machine_json(report.check));
  lines.add("slow_end", slow_end_json(report));
  const auto& nearest = report.check.nearest;
  lines.add("nearest_cause", nearest ? cause_json(*nearest) : ordered_json());
  lines.begin_array("causes");
  for (const auto& cause : report.check.causes) lines.add_element(cause_json(cause));
  lines.begin_array("forced");
  for (const auto& one : report.forced) lines.add_element(forced_json(one));
  lines.begin_array("published");
  for (const auto& beside : report.published) lines.add_element(published_json(beside));
  lines.begin_array("losses");
  for (const auto& loss : report.losses) lines.add_element(loss_json(loss));
  return lines.finish();
}

std::string check_csv(const app::CheckReport& report) {
  std::string text =
      "id,collective,bytes,algorithm,protocol,channels,expected_us,low_us,high_us,measured_us,"
      "share_reached,place,most_of_expected,bound_us\n";
  for (const tuner::check::CheckedRow& row : report.check.rows) text += csv_row(row_json(row));
  return text;
}

}  // namespace treering::cli
