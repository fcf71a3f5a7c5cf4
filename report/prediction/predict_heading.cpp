#include "report/prediction/predict_heading.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/plan.h"
#include "core/text/field.h"
#include "core/topology/cluster.h"
#include "report/figures.h"
#include "report/heading.h"
#include "sim/nccl/rules/call.h"

namespace treering::report::prediction {

namespace {

bool is_sorted(const core::Cluster& cluster) {
  return cluster.fabric.order.kind == core::NodeOrder::Kind::Sorted;
}

/// Without times.
std::string order_in_words(const core::Cluster& cluster) {
  std::string text = core::order_text(cluster);
  if (text.empty() || !is_sorted(cluster)) return text;
  return fmt::format("{}, which asks least of their uplinks; {} scattered asks most", text,
                     core::field("node-order"));
}

}  // namespace

std::string order_text(const app::PredictReport& report) {
  const core::Cluster& cluster = report.job.cluster;
  const bool knows_uplinks = basis_of(report.calls.model) == sim::Basis::Profile;
  if (!knows_uplinks) return core::order_text(cluster);
  std::string text = order_behind_intervals(cluster);
  if (text.empty() || !is_sorted(cluster)) return text;
  if (!report.worst_order) {
    return text + "; the largest calls take no longer if each next node is under another";
  }
  const app::OtherOrder& worst = *report.worst_order;
  return fmt::format("{}; if each next node is under another, {} of {} takes {} in place of {}",
                     text, core::name_of(worst.collective), core::format_size(worst.bytes),
                     short_time(worst.scattered), short_time(worst.sorted));
}

std::string job_heading(const app::setup::Setup& setup, const sim::nccl::Shape& shape,
                        std::size_t width, std::string order) {
  const std::string job = fmt::format("{}, NCCL {}", app::setup::shape_text(shape, setup.job.nodes),
                                      setup.job.nccl_version);
  if (order.empty()) order = order_in_words(setup.cluster);
  return heading_line("topology", setup.cluster.node.name(), width) +
         heading_line("job", job, width) + fabric_lines(setup.cluster.fabric, order, width) +
         settings_line(setup, width);
}

std::string predict_heading(const app::PredictReport& report, std::size_t width) {
  const sim::nccl::Shape shape{report.job.job.nodes, report.ranks / report.job.job.nodes};
  return "# treering: predicted, not measured\n" +
         job_heading(report.job, shape, width, order_text(report)) +
         heading_line("model", model_text(report.time_model), width) +
         guess_lines(report.job, width);
}

std::string call_title(const app::PredictReport& report, core::Collective collective) {
  const bool is_reduction = sim::nccl::rules::is_reduction(collective);
  return fmt::format("{}, {}{}{}", core::name_of(collective), core::name_of(report.calls.type),
                     is_reduction ? ", " : "", is_reduction ? core::name_of(report.calls.op) : "");
}

namespace {

using app::PredictReport;
using app::setup::simple_order_times;
using sim::Prediction;

/// "Ring is", "Tree and PAT are".
std::string names_text(const std::vector<std::string>& names) {
  return fmt::format("{} {}", fmt::join(names, " and "), names.size() == 1 ? "is" : "are");
}

}  // namespace

std::string failed_search_answer(const PredictReport& report, core::Collective collective) {
  std::vector<std::string> failed;
  bool is_left = false;  // NCCL's own choice is, for want of another
  for (const Prediction& row : report.rows) {
    if (row.collective != collective || row.way.algorithm.empty()) continue;
    is_left = is_left || (row.has_failed_search && row.is_best);
    const bool is_new = std::ranges::find(failed, row.way.algorithm) == failed.end();
    if (row.has_failed_search && is_new) failed.push_back(row.way.algorithm);
  }
  if (failed.empty()) return "";
  const std::string advice =
      is_left ? std::string("no algorithm is recommended; only NCCL's own default is left")
              : names_text(failed) + " not recommended";
  return fmt::format("{}: {}.{}", report.failed_search, advice,
                     simple_order_times(report.calls.model));
}

std::string failed_search_remark(const std::string& failed_search) {
  if (failed_search.empty()) return "";
  return failed_search +
         ". The 0.1 GB/s below is a label that it gives such a channel, not the rate of a wire; "
         "treering predict goes by the real paths.";
}

}  // namespace treering::report::prediction
