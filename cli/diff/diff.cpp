#include <utility>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/diff/diff_report.h"
#include "cli/options/job_options.h"
#include "cli/options/names.h"
#include "cli/output/notes.h"
#include "cli/output/plan.h"
#include "cli/output/time_model.h"
#include "core/text/quote.h"
#include "hw/load_cluster.h"
#include "tuner/diff/compare.h"

namespace treering::cli {
namespace {

/// What the cost model says of NCCL's own choice; nothing where the machine can run no job.
std::optional<core::Duration> time_of_call(const core::Cluster& cluster, int nodes,
                                           const TimeModelOptions& time_model) {
  JobOptions options;
  options.cluster = cluster;
  options.cluster.node_count = nodes;
  options.job.nodes = nodes;
  if (!leave_out_idle_hosts(options.cluster, options.job)) return std::nullopt;
  const auto plan = make_plan(options);
  if (!plan || plan->shape.ranks() < 2) return std::nullopt;
  const auto alternatives =
      sim::alternatives_of(*plan, time_model_for(time_model, options.cluster, *plan),
                           core::DataType::Float, core::ReduceOp::Sum);
  const sim::PredictionRequest request{.collectives = {core::Collective::AllReduce},
                                       .sizes = {kDiffBytes},
                                       .filter = {},
                                       .model = sim::Model::Cost,
                                       .ranks = plan->shape.ranks()};
  for (const sim::Prediction& row :
       sim::predict(alternatives, sim::bound::WireBound(options.cluster, options.job), request)) {
    if (row.is_nccl_default) return row.time();
  }
  return std::nullopt;
}

}  // namespace

core::Result<Answer> run_diff(const Arguments& arguments, const Display& /*display*/) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto time_model = read_time_model(arguments, sim::Model::Cost);
  if (!time_model) return core::fail(time_model.error());
  Answer answer;
  DiffReport report;
  std::array<tuner::diff::Compared, 2> compared;
  for (std::size_t i = 0; i < compared.size(); ++i) {
    const std::string source(arguments.positional(i));
    auto loaded = hw::load_cluster(source);
    if (!loaded) return core::fail(loaded.error());
    for (std::string& note : texts_of(loaded->notes)) answer.notes.push_back(std::move(note));
    compared[i] = {loaded->cluster, std::move(loaded->host)};
    report.sides[i] = {core::printable(source), std::move(loaded->cluster), std::nullopt};
  }
  report.differences = tuner::diff::compare(compared[0], compared[1]);
  if (!tuner::diff::is_alike(report.differences)) {
    const int nodes = report.sides[0].cluster.node_count;
    report.nodes = nodes == report.sides[1].cluster.node_count ? nodes : 1;
    for (DiffSide& side : report.sides) {
      side.time = time_of_call(side.cluster, report.nodes, *time_model);
    }
    answer.exit_code = ExitCode::CheckFailed;
  }
  answer.text =
      *format == Format::Json ? diff_json(report) : diff_text(report, arguments.has("quiet"));
  return answer;
}

}  // namespace treering::cli
