// Compares measurements with expectations, and finds causes that would explain slow ones.
//
// The distance of a run from a model is the mean of |ln(measured / modelled)|, each row weighted by
// the certainty of its prediction. Not squares, so that one odd row decides nothing. A cause is
// named when the run is clearly closer to the model with it, and at least half of the slow rows are
// inside that model's intervals. If so few rows are slow that it may be chance, a cause is named
// only if it explains nearly all of a noticeable difference.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/result.h"
#include "tuner/check/checked_row.h"
#include "tuner/check/other_machine.h"
#include "tuner/check/slow_end.h"
#include "tuner/check/suspect.h"
#include "tuner/check/weighing.h"

namespace treering::tuner::check {

struct Check {
  std::vector<CheckedRow> rows;
  double factor = 1;                // typical, between measured and expected times
  std::vector<LikelyCause> causes;  // the best first
  /// Of a slow run without any: what explains more than half of the slowness, but not that the rows
  /// are as slow as they are. No finding.
  std::optional<LikelyCause> nearest;
  std::optional<OtherMachine> other;       // why the rows cannot be of this machine
  std::vector<core::Diagnostic> left_out;  // rows of other jobs

  std::size_t count(Place place) const;
  /// Measured over expected time, the middle of the rows that are too slow; 1 without any.
  double slow_factor() const;

  /// Whether more rows are too slow, or far too slow, than chance explains (chance.h).
  bool is_slow() const;
  /// Whether more rows are too fast, or far too fast, than chance explains.
  bool is_fast() const;
  /// For a run that is not slow: the end of a sweep whose rows are slow together.
  std::optional<SlowEnd> slow_end() const;
};

/// A measurement beside its expectation in that run, whose rows do not count; without the links'
/// bound. Nothing where NCCL has no way to do that.
std::optional<CheckedRow> expected_of(const CheckedRun& run, const Measurement& row);
/// The same in the run of a model.
std::optional<CheckedRow> expected_of(RunModel& model, const Measurement& row);

/// Fails when no row is a run of the bench's job. \param stop once it is requested no more causes
/// are looked for, and the result says nothing
core::Result<Check> check(const CheckedRun& run, const std::stop_token& stop = {});

}  // namespace treering::tuner::check
