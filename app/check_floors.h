// Measured rows judged by floors that treering expect wrote, whatever machine is known here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/measurements/rows.h"
#include "core/result.h"
#include "tuner/floors/judge.h"
#include "tuner/floors/sheet.h"

namespace treering::app {

struct CheckFloorsRequest {
  std::vector<std::string> files;  // of measurements; "-" is standard input
  measurements::Wanted wanted;
  std::string floors;  // a file
};

struct CheckFloorsReport {
  tuner::floors::Sheet sheet;
  std::vector<tuner::floors::JudgedRow> rows;  // in the order of the measurements
  std::size_t judged = 0;
  std::size_t below = 0;
  std::size_t wrong = 0;  // rows whose results came out wrong
  std::vector<std::string> notes;

  [[nodiscard]] bool is_passed() const { return below == 0 && wrong == 0; }
};

/// Fails where a file cannot be read, where rows are of another job than the floors, and where no
/// row has a floor.
core::Result<CheckFloorsReport> answer(const CheckFloorsRequest& request);

/// The rows as a suite of JUnit.
std::string junit_text(const CheckFloorsReport& report);

}  // namespace treering::app
