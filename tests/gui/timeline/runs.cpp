#include "tests/gui/timeline/runs.h"

#include <gtest/gtest.h>

namespace treering::gui::timeline {

app::SimulateReport test_report(const TestCall& call) {
  app::SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.gpus_per_node = call.gpus;
  request.call.bytes = call.bytes;
  request.way.algorithm = call.algorithm;
  request.is_recorded = true;
  auto report = app::answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return *std::move(report);
}

const std::shared_ptr<const Run>& ring_run() {
  static const std::shared_ptr<const Run> run = make_run(test_report());
  return run;
}

}  // namespace treering::gui::timeline
