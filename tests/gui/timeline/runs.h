// A small simulated run for tests of the timeline.
#pragma once

#include "app/simulate.h"
#include "gui/timeline/run.h"

namespace treering::gui::timeline {

struct TestCall {
  std::string algorithm = "Ring";
  std::uint64_t bytes = 1U << 20U;
  int gpus = 4;
};

app::SimulateReport test_report(const TestCall& call = {});

/// Ring on four GPUs; made once.
const std::shared_ptr<const Run>& ring_run();

}  // namespace treering::gui::timeline
