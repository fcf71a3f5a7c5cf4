// The measured points of a report, the figures that it begins with, and what it has no measurement
// of.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/check.h"
#include "app/measuring/compared_side.h"
#include "app/overview/curves.h"
#include "core/call.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/estimates/estimate.h"
#include "sim/way.h"
#include "tuner/check/check.h"

namespace treering::app::overview {

// The measured points of a report, with what is known of their scatter and what was expected.

enum class Scatter {
  None,            // one figure alone
  MedianInterval,  // 95 % for the median, or what so few samples can say
  Range            // of repeated averages
};

/// Rows of the check, each by its own place.
struct RowCounts {
  std::size_t all = 0;
  std::size_t slow = 0;
  std::size_t fast = 0;
  bool operator==(const RowCounts&) const = default;
};

/// One or several rows: the check judges each, a point the median of them.
struct MeasuredPoint {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
  core::Duration time;  // the median of averages, as in the check; of samples where there are none
  Scatter scatter = Scatter::None;
  std::optional<sim::estimates::Interval> within;  // nothing without scatter
  std::size_t samples = 1;                         // single calls, or averages
  std::size_t launches = 1;
  core::Bandwidth busbw;
  sim::Way way;           // forced, or known; unnamed: NCCL's choice
  sim::Way expected_way;  // that the expectation goes by; unnamed: none to choose
  core::Duration expected;
  sim::estimates::Interval expected_within;
  tuner::check::Place place = tuner::check::Place::Inside;  // of `time`
  RowCounts rows;

  /// Expected / measured: 0.5 is half the expected speed.
  double share() const { return expected / time; }
};

/// Of one file and one way to carry the calls.
struct MeasuredSeries {
  std::string file;
  std::string name;                   // "Ring/Simple"; empty: NCCL's choice
  std::vector<MeasuredPoint> points;  // by rising size
};

/// Of the rows that were compared with the expectation. \pre the check is of these files
std::vector<MeasuredSeries> measured_of(const CheckReport& check,
                                        const std::vector<measuring::ComparedSide>& sides,
                                        core::Collective collective);

// The figures that a report of a collective begins with: the rate of its largest call, and the time
// of one of 1 MiB.

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

// What a report has no measurement of, and why.

struct Unmeasured {
  std::string what;  // "all_reduce from 8 B to 512 B"
  std::string why;   // without full stop
  bool operator==(const Unmeasured&) const = default;
};

/// Predicted sizes and candidates of a collective that no series has.
std::vector<Unmeasured> unmeasured_of(core::Collective collective, const Curves& curves,
                                      const std::vector<MeasuredSeries>& measured);

}  // namespace treering::app::overview
