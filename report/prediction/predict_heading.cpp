#include "report/prediction/predict_heading.h"

#include <fmt/format.h>

#include "app/setup/plan.h"
#include "report/fabric_text.h"
#include "report/heading.h"
#include "sim/nccl/rules/call.h"

namespace treering::report::prediction {

std::string job_heading(const app::setup::Setup& setup, const sim::nccl::Shape& shape,
                        std::size_t width) {
  const std::string job = fmt::format("{}, NCCL {}", app::setup::shape_text(shape, setup.job.nodes),
                                      setup.job.nccl_version);
  const std::string fabric = fabric_text(setup.cluster.fabric);
  return heading_line("topology", setup.cluster.node.name(), width) +
         heading_line("job", job, width) +
         (fabric.empty() ? "" : heading_line("fabric", fabric, width)) +
         settings_lines(setup, width);
}

std::string predict_heading(const app::PredictReport& report, std::size_t width) {
  const sim::nccl::Shape shape{report.job.job.nodes, report.ranks / report.job.job.nodes};
  return "# treering: predicted, not measured\n" + job_heading(report.job, shape, width) +
         heading_line("model", model_text(report.time_model), width) +
         guess_lines(report.job, width);
}

std::string call_title(const app::PredictReport& report, core::Collective collective) {
  const bool is_reduction = sim::nccl::rules::is_reduction(collective);
  return fmt::format("{}, {}{}{}", core::name_of(collective), core::name_of(report.calls.type),
                     is_reduction ? ", " : "", is_reduction ? core::name_of(report.calls.op) : "");
}

}  // namespace treering::report::prediction
