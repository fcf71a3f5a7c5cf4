#include "report/prediction/predict_heading.h"

#include <fmt/format.h>

#include "app/setup/plan.h"
#include "report/fabric_text.h"
#include "report/heading.h"

namespace treering::report::prediction {

std::string predict_heading(const app::PredictReport& report) {
  const core::Topology& node = report.job.cluster.node;
  const sim::nccl::Shape shape{report.job.job.nodes, report.ranks / report.job.job.nodes};
  return fmt::format(
      "# treering: predicted, not measured\n"
      "# topology: {} ({})\n"
      "# job:      {}, NCCL {}\n"
      "{}{}"
      "# model:    {}\n"
      "{}",
      node.name(), node.fingerprint(), app::setup::shape_text(shape, report.job.job.nodes),
      report.job.job.nccl_version, fabric_line(report.job.cluster.fabric),
      settings_lines(report.job), model_text(report.time_model), unknown_nvlinks_lines(report.job));
}

}  // namespace treering::report::prediction
