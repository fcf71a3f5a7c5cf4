#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/options/channel_options.h"
#include "cli/options/names.h"
#include "cli/output/plan.h"
#include "cli/output/search_text.h"
#include "cli/output/time_model.h"
#include "cli/predict/predict_report.h"
#include "cli/predict/settings_advice.h"
#include "hw/catalogue/gpu_models.h"
#include "sim/channel_limits.h"
#include "sim/nccl/system/system.h"

namespace treering::cli {
namespace {

std::string render(const PredictReport& report, Format format, const Display& display) {
  switch (format) {
    case Format::Text:
      return report.channel_limits.empty() ? predict_text(report, display)
                                           : channels_text(report, display);
    case Format::Json:
      return predict_json(report);
    case Format::Csv:
      return predict_csv(report);
  }
  return "";
}

sim::PredictionRequest request_for(const CallOptions& calls, int ranks) {
  return {calls.collectives, calls.sizes, calls.type, calls.op, calls.filter, calls.model, ranks};
}

/// Ascending, each once; calls of no bytes are none.
std::vector<std::uint64_t> sizes_shown(const PredictReport& report, core::Collective collective) {
  std::set<std::uint64_t> sizes;
  for (const sim::Prediction& row : report.rows) {
    if (row.collective == collective && row.count > 0) sizes.insert(row.bytes.count());
  }
  return {sizes.begin(), sizes.end()};
}

/// What takes most of the time.
sim::nccl::call::Limit heaviest(const sim::Prediction& row) {
  const auto& [time, latency, interval, shares] = *row.estimate;
  const auto share = std::ranges::max_element(shares, {}, &sim::TimeShare::time);
  if (share == shares.end() || time.in_us() <= 0) return {};
  return {share->what, share->time / time, {}};
}

/// What keeps the best at the largest size from being faster.
sim::nccl::call::Limit limit_of_last(const PredictReport& report, core::Collective collective,
                                     const sim::nccl::Plan& plan) {
  const sim::Prediction* last = nullptr;
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_best) continue;
    if (last == nullptr || row.bytes > last->bytes) last = &row;
  }
  if (last == nullptr) return {};
  if (report.calls.model == sim::Model::Cost) return heaviest(*last);
  const CallOptions& calls = report.calls;
  return sim::nccl::call::limit_of(plan, {collective, last->bytes.count(), calls.type, calls.op},
                                   last->algorithm, last->protocol);
}

/// The job as NCCL sees it, and whom to ask about it.
struct Source {
  const sim::nccl::Plan& plan;
  const TimeModelOptions& options;
  sim::TimeModel time_model;
  sim::bound::WireBound bound;

  sim::AlternativesOf alternatives(const CallOptions& calls) const {
    return sim::alternatives_of(plan, time_model, calls.type, calls.op);
  }
};

/// What the tables come to, for text and JSON.
void add_summaries(const Source& source, PredictReport& report) {
  const auto alternatives = source.alternatives(report.calls);
  for (const core::Collective collective : report.calls.collectives) {
    const auto sizes = sizes_shown(report, collective);
    report.summaries.push_back(tuner::advice::summarise(alternatives, source.bound,
                                                        {collective, sizes, report.calls.filter}));
    report.limits.push_back(limit_of_last(report, collective, source.plan));
    report.handicaps.push_back(handicap_of(report, collective, source.options));
  }
}

/// The same calls under each limit on channels beside those without.
void add_limits(const Source& source, PredictReport& report) {
  const CallOptions& calls = report.calls;
  const sim::job::Job& job = report.job.job;
  const sim::PredictionRequest request = request_for(calls, report.ranks);
  const auto found = sim::nccl::search::search_node(report.job.cluster.node, job);
  sim::TimeModel time_model = source.time_model;
  time_model.unlimited = &source.plan;
  std::vector<sim::LimitedRows> parts;
  for (const int limit : report.channel_limits) {
    const auto plan = sim::nccl::make_plan(sim::with_channels(job, limit), found);
    const auto alternatives = sim::alternatives_of(plan, time_model, calls.type, calls.op);
    parts.push_back({limit, sim::predict(alternatives, source.bound, request)});
  }
  parts.push_back({std::nullopt, std::move(report.rows)});
  report.rows = sim::joined(parts, request);
}

/// What is said of channels whatever their number.
void add_channels_made(const sim::nccl::Plan& plan, PredictReport& report) {
  const core::Topology& node = report.job.cluster.node;
  report.own_channels = plan.channels.count();
  report.own_nvls_channels = plan.channels.nvls_count();
  report.multiprocessors =
      hw::catalogue::multiprocessors_of(node, sim::nccl::system::local_ranks(node, report.job.job));
}

/// Remarks that belong beside the answer, not into it.
std::vector<std::string> notes_for(const PredictReport& report, Format format) {
  std::vector<std::string> notes = report.job.notes;
  for (const core::Collective collective : report.calls.collectives) {
    const std::string refusal = refusal_text(report, collective);
    if (format != Format::Text && !refusal.empty()) notes.push_back(refusal);
  }
  if (!sim::models::is_available(report.calls.model)) {
    notes.push_back(
        fmt::format("model {} is not available yet: no times, only NCCL's choice and the bound",
                    sim::name_of(report.calls.model)));
  }
  if (report.rows.empty()) {
    notes.emplace_back(
        "no candidate is left by --algo and --proto for this job; treering explain with the same "
        "options says why");
  }
  return notes;
}

}  // namespace

core::Result<Answer> run_predict(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto calls = read_calls(arguments, "all_reduce");
  if (!calls) return core::fail(calls.error());
  auto job = read_job(arguments);
  if (!job) return core::fail(job.error());
  const auto plan = make_plan(*job);
  if (!plan) return core::fail(plan.error());
  const auto options = read_time_model(arguments, calls->model);
  if (!options) return core::fail(options.error());
  auto limits = read_channels(arguments, *calls, job->job);
  if (!limits) return core::fail(limits.error());

  const Source source{*plan, *options, time_model_for(*options, job->cluster, *plan),
                      sim::bound::WireBound(job->cluster, job->job)};
  PredictReport report;
  report.job = *std::move(job);
  report.job.notes = notes_on(report.job, *plan);
  report.calls = *std::move(calls);
  report.time_model = name_of(source.options, source.time_model, source.plan);
  report.ranks = plan->shape.ranks();
  report.rows = sim::predict(source.alternatives(report.calls), source.bound,
                             request_for(report.calls, report.ranks));
  report.failed_search = failed_search_text(*plan);
  report.has_columns = arguments.has("algo") || arguments.has("proto");
  report.is_quiet = arguments.has("quiet");
  if (*format != Format::Csv) add_summaries(source, report);
  add_channels_made(*plan, report);
  report.channel_limits = *std::move(limits);
  if (!report.channel_limits.empty()) add_limits(source, report);
  return Answer{.text = render(report, *format, display), .notes = notes_for(report, *format)};
}

}  // namespace treering::cli
