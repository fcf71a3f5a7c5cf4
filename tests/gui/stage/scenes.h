// Scenes of simulated runs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gui/stage/scene.h"

namespace treering::gui::stage {

struct Asked {
  std::string algorithm = "Tree";
  std::pair<std::string, int> machines{"dgx-h100", 4};  // a topology, and how many of it
  std::uint64_t bytes = 1U << 20U;
  std::vector<std::string> faults = {};
  std::vector<std::string> env = {};
  core::Collective collective = core::Collective::AllReduce;
  std::optional<int> gpus_per_node = {};
};

inline std::shared_ptr<const Scene> scene_of(const Asked& asked, const Wanted& wanted = {}) {
  app::SimulateRequest request;
  request.job.topology = asked.machines.first;
  request.job.nodes = asked.machines.second;
  request.job.gpus_per_node = asked.gpus_per_node;
  request.way.algorithm = asked.algorithm;
  request.call.bytes = asked.bytes;
  request.faults.words = asked.faults;
  request.job.variables.env = asked.env;
  request.call.collective = asked.collective;
  request.is_recorded = true;
  const auto report = app::answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return make_scene(*report, wanted);
}

/// \param machines a topology, and how many of it
inline std::shared_ptr<const Scene> scene_of(const std::string& algorithm,
                                             const std::pair<std::string, int>& machines,
                                             const Wanted& wanted = {}) {
  return scene_of(Asked{algorithm, machines}, wanted);
}

}  // namespace treering::gui::stage
