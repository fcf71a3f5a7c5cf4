// A short sweep with real ranks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tuner/measure/conductor.h"

namespace treering::tuner::runners {

/// Two samples of each, however far apart the ranks start: other work may have the cores.
inline measure::Rules quick_rules() {
  measure::Rules rules;
  rules.warmups = 1;
  rules.loops = 1;
  rules.stop.least = 2;
  rules.stop.most = 2;
  rules.start = {.share = 1e9, .us = 1e9};
  return rules;
}

inline std::vector<measure::Record> measured(const std::string& runner,
                                             const measure::StartWorkers& start,
                                             std::vector<measure::Configuration> configurations,
                                             const measure::Rules& rules = quick_rules()) {
  const measure::Sweep sweep{.configurations = std::move(configurations), .rules = rules};
  std::vector<measure::Record> records;
  measure::Conduct with;
  with.runner = runner;
  with.start = start;
  with.keep = [&](const measure::Record& record) -> core::Result<void> {
    records.push_back(record);
    return {};
  };
  const auto done = measure::conduct(sweep, {}, with);
  EXPECT_TRUE(done.has_value()) << (done ? "" : done.error().message());
  return records;
}

}  // namespace treering::tuner::runners
