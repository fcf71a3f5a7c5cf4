#include "cli/command.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/groups/predict_groups.h"
#include "app/hosts/predict_hosts.h"
#include "app/predict.h"
#include "app/simulation/carried.h"
#include "cli/groups/simulated_calls.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "cli/predict/writers.h"
#include "core/text/field.h"
#include "report/prediction/predict_text.h"
#include "report/prediction/variants_text.h"
#include "report/simulation/simulate_text.h"

namespace treering::cli {
namespace {

using app::hosts::HostPrediction;
using app::hosts::PredictHostsReport;
using nlohmann::ordered_json;

ordered_json row_json(const HostPrediction& row, int ranks) {
  const auto& estimate = row.expected.estimate;
  const core::Bandwidth algbw = core::Bytes::of(row.bytes) / estimate.time;
  ordered_json json;
  json["collective"] = core::name_of(row.collective);
  json["bytes"] = row.bytes;
  json["algorithm"] = row.algorithm;
  json["time_us"] = estimate.time.in_us();
  json["algbw_GBps"] = algbw.in_gb_per_s();
  json["busbw_GBps"] = algbw.in_gb_per_s() * core::bus_factor(row.collective, ranks);
  json["own_choice"] = row.is_own;
  json["best"] = row.is_best;
  json["low_us"] = estimate.interval->low.in_us();
  json["high_us"] = estimate.interval->high.in_us();
  json["both_ways_us"] = row.expected.low.in_us();
  json["one_way_us"] = row.expected.high.in_us();
  json["latency_us"] = estimate.latency.in_us();
  json["measured_us"] = row.measured_us ? ordered_json(*row.measured_us) : ordered_json();
  return json;
}

ordered_json choices_json(const tuner::advice::HostChoices& one) {
  ordered_json ranges = ordered_json::array();
  for (const auto& choice : one.choices) {
    ranges.push_back({{"from_bytes", choice.first},
                      {"to_bytes", choice.last},
                      {"algorithm", or_null(choice.algorithm)},
                      {"gain", choice.gain},
                      {"confidence", choice.confidence}});
  }
  return {{"collective", core::name_of(one.collective)},
          {"ranges", ranges},
          {"why_not", or_null(one.why_not)}};
}

std::string hosts_json(const PredictHostsReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.predict_hosts/1");
  lines.add("runner", name_of(report.job.library));
  lines.add("ranks", report.job.ranks);
  lines.add("gbit", report.job.gbit.empty() ? ordered_json() : ordered_json(report.job.gbit));
  lines.add("cores", or_null(report.job.cores));
  lines.add("profile", report.profile);
  lines.add("assumed", report.is_assumed);
  lines.add("datatype", core::name_of(report.type));
  lines.begin_array("results");
  for (const HostPrediction& row : report.rows) lines.add_element(row_json(row, report.job.ranks));
  lines.add("evidence", report.recommendation.evidence);
  lines.begin_array("recommended");
  for (const auto& one : report.recommendation.collectives) lines.add_element(choices_json(one));
  return lines.finish();
}

std::string hosts_csv(const PredictHostsReport& report) {
  std::string text =
      "collective,bytes,algorithm,time_us,algbw_GBps,busbw_GBps,own_choice,best,low_us,high_us,"
      "both_ways_us,one_way_us,latency_us,measured_us\n";
  for (const HostPrediction& row : report.rows) text += csv_row(row_json(row, report.job.ranks));
  return text;
}

core::Result<Answer> predict_hosts(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = predict_hosts_request(arguments);
  if (!request) return core::fail(request.error());
  auto report = app::hosts::answer(*request);
  if (!report) return core::fail(report.error());
  Answer answer{.form = form_of(*format), .notes = report->notes};
  const auto rows = arguments.has("algo") ? report::prediction::HostRows::All
                                          : report::prediction::HostRows::Best;
  answer.text = written(
      *format,
      [&] {
        return report::prediction::predict_hosts_text(*report,
                                                      {rows, arguments.has("quiet"), display});
      },
      [&] { return hosts_json(*report); }, [&] { return hosts_csv(*report); });
  return answer;
}

/// Whether the calls are for a barrier, which stands alone: it has no sizes.
bool is_about_barrier(const Arguments& arguments) {
  const auto aim = app::simulation::aim_of(arguments.value("collective").value_or("all_reduce"));
  return aim && aim->is_barrier;
}

/// The calls of the command line; for a barrier all but the collective.
core::Result<app::setup::CallsRequest> predicted_calls(const Arguments& arguments,
                                                       bool is_barrier) {
  if (!is_barrier) return calls_request(arguments, "all_reduce");
  Arguments others = arguments;
  others.values.erase("collective");
  return calls_request(others, "all_reduce");
}

core::Result<app::PredictRequest> predict_request(const Arguments& arguments, Format format) {
  const bool is_barrier = is_about_barrier(arguments);
  auto calls = predicted_calls(arguments, is_barrier);
  if (!calls) return core::fail(calls.error());
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  app::PredictRequest request;
  request.job = *std::move(job);
  request.job.unnamed_nccl = app::setup::UnnamedNccl::OfSource;  // as doctor has it
  request.calls = *std::move(calls);
  request.time_model = time_model_request(arguments);
  if (const auto channels = arguments.value("channels")) request.channels = *channels;
  request.is_summarised = format != Format::Csv;
  return is_barrier ? app::for_barrier(std::move(request)) : request;
}

std::string predicted(const app::PredictReport& report, Format format,
                      const report::prediction::TextOptions& options) {
  return written(
      format, [&] { return report::prediction::predict_text(report, options); },
      [&] { return predict_json(report); }, [&] { return predict_csv(report); });
}

std::vector<std::string> notes_of(const app::PredictReport& report, Format format) {
  std::vector<std::string> notes = report.job.notes;
  if (format != Format::Text) {  // which has the refusals in it
    std::ranges::copy_if(report.refusals, std::back_inserter(notes),
                         [](const std::string& refusal) { return !refusal.empty(); });
  }
  std::ranges::copy(report.notes, std::back_inserter(notes));
  return notes;
}

/// What groups do not have.
core::Result<void> check_groups(const Arguments& arguments) {
  if (arguments.value("model").value_or("event") != "event") {
    return core::usage_error(core::field("model"), "given together with ⟨groups⟩",
                             "expected event, the only one that knows what communicators share");
  }
  for (const char* const option : {"channels", "table"}) {
    if (!arguments.has(option)) continue;
    return core::usage_error(core::field(option), "given together with ⟨groups⟩",
                             "expected one of the two");
  }
  return {};
}

core::Result<app::PredictGroupsRequest> groups_request(const Arguments& arguments) {
  auto steps = steps_request(arguments);
  if (!steps) return core::fail(steps.error());
  app::PredictGroupsRequest request;
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  request.op = types->op;
  if (auto read = read_call(arguments, request); !read) return core::fail(read.error());
  request.groups = *text_option(arguments, "groups");
  request.collective = text_option(arguments, "collective").value_or(request.collective);
  request.sizes = *std::move(steps);
  request.minbytes = text_option(arguments, "minbytes").value_or("");
  request.maxbytes = text_option(arguments, "maxbytes").value_or("");
  return request;
}

core::Result<Answer> predict_groups(const Arguments& arguments, Format format,
                                    const Display& display) {
  if (const auto checked = check_groups(arguments); !checked) return core::fail(checked.error());
  const auto request = groups_request(arguments);
  if (!request) return core::fail(request.error());
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  Answer answer{.form = form_of(format), .notes = report->job.notes};
  answer.text = written(
      format,
      [&] {
        return report::simulation::predict_groups_text(*report,
                                                       {display, arguments.has("quiet"), false});
      },
      [&] { return predict_groups_json(*report); }, [&] { return predict_groups_csv(*report); });
  return answer;
}

}  // namespace

core::Result<Answer> run_predict(const Arguments& arguments, const Display& display) {
  if (is_about_hosts(arguments)) return predict_hosts(arguments, display);
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  if (arguments.has("groups")) return predict_groups(arguments, *format, display);
  const auto request = predict_request(arguments, *format);
  if (!request) return core::fail(request.error());
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  const report::prediction::TextOptions options{display, arguments.has("quiet"),
                                                arguments.has("algo") || arguments.has("proto"),
                                                arguments.has("table")};
  return Answer{
      .text = predicted(*report, *format, options),
      .form = form_of(*format),
      .notes = notes_of(*report, *format),
      .doubts = report::prediction::doubts_of(report->job, report->deciding,
                                              {report->calls.collectives.front(), report->ranks})};
}

}  // namespace treering::cli
