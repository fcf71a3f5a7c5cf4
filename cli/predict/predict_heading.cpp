#include "cli/predict/predict_heading.h"

#include <fmt/format.h>

#include "cli/output/fabric_text.h"
#include "cli/output/figures.h"
#include "cli/output/nvlink_text.h"
#include "cli/output/plan.h"

namespace treering::cli {

std::string interval_or_dash(const sim::Prediction& row) {
  return row.low && row.high ? interval_figure(*row.low, *row.high) : std::string(kUnknown);
}

std::string predict_heading(const PredictReport& report) {
  const core::Topology& node = report.job.cluster.node;
  const sim::nccl::Shape shape{report.job.job.nodes, report.ranks / report.job.job.nodes};
  return fmt::format(
      "# treering: predicted, not measured\n"
      "# topology: {} ({})\n"
      "# job:      {}, NCCL {}\n"
      "{}{}"
      "# model:    {}\n"
      "{}",
      node.name(), node.fingerprint(), shape_text(shape, report.job.job.nodes),
      report.job.job.nccl_version, fabric_line(report.job.cluster.fabric),
      settings_lines(report.job), model_text(report.time_model), unknown_nvlinks_lines(report.job));
}

}  // namespace treering::cli
