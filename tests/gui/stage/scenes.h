// Scenes of simulated runs.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "gui/stage/scene.h"

namespace treering::gui::stage {

/// \param machines a topology, and how many of it
inline std::shared_ptr<const Scene> scene_of(const std::string& algorithm,
                                             const std::pair<std::string, int>& machines,
                                             const Wanted& wanted = {}) {
  app::SimulateRequest request;
  request.job.topology = machines.first;
  request.job.nodes = machines.second;
  request.way.algorithm = algorithm;
  request.is_recorded = true;
  const auto report = app::answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return make_scene(*report, wanted);
}

}  // namespace treering::gui::stage
