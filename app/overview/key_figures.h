// The figures that a report of a collective begins with: the rate of its largest call, and the time
// of one of 1 MiB.
#pragma once

#include <optional>
#include <vector>

#include "app/overview/curves.h"
#include "app/overview/measured.h"
#include "core/units.h"
#include "sim/estimates/estimate.h"

namespace treering::app::overview {

struct KeyFigure {
  core::Bytes bytes;
  core::Duration time;
  core::Bandwidth busbw;
  bool is_rate = false;                            // busbw says more of it than its time
  std::optional<sim::estimates::Interval> within;  // 80 % of runs
  std::optional<core::Duration> expected;          // of one that was measured
  std::optional<double> share_of_wires;            // of busbw in their bound at that size

  [[nodiscard]] bool is_measured() const { return expected.has_value(); }
};

/// NCCL's own choice where it was measured, else the first series; null: there is none.
const MeasuredSeries* key_series(const std::vector<MeasuredSeries>& measured);

/// Figures of the key series; without one, predictions for NCCL's own choice. None without times.
std::vector<KeyFigure> key_figures(const Curves& curves,
                                   const std::vector<MeasuredSeries>& measured);

}  // namespace treering::app::overview
