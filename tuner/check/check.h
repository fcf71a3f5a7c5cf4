// The check of a run: how fast it is beside its expectation, likely causes where it is slow, and
// whether it was forced to a slow way.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/way.h"
#include "tuner/check/checked_rows.h"
#include "tuner/check/plateau.h"
#include "tuner/check/suspect.h"

namespace treering::tuner::check {

// Compares measurements with expectations, and finds causes that would explain slow ones.
//
// The distance of a run from a model is the mean of |ln(measured / modelled)|, each row weighted by
// the certainty of its prediction. Not squares, so that one odd row decides nothing. A cause is
// named when the run is clearly closer to the model with it, and at least half of the slow rows are
// inside that model's intervals. If so few rows are slow that it may be chance, a cause is named
// only if it explains nearly all of a noticeable difference.

struct Check {
  std::vector<CheckedRow> rows;
  double factor = 1;  // typical, between measured and expected times
  /// The best first, and others only where they come as near: a run has one shape of loss.
  std::vector<LikelyCause> causes;
  /// Of a slow run without any: what explains more than half of the slowness, but not that the rows
  /// are as slow as they are. No finding.
  std::optional<LikelyCause> nearest;
  /// Of a slow run between nodes: its large sizes lose alike.
  std::optional<Plateau> plateau;
  /// Of a slow run between nodes: the share of the machine's network with which it would be as
  /// expected, if that is clearly nearer. The machine may have fewer or slower ports.
  std::optional<double> less_network;
  std::optional<OtherMachine> other;       // why the rows cannot be of this machine
  std::vector<core::Diagnostic> left_out;  // rows of other jobs

  std::size_t count(Place place) const;
  /// Measured over expected time, the middle of the rows that are too slow; 1 without any.
  double slow_factor() const;

  /// The ranges of sizes (checked_rows.h), the large ones first. \pre there is a row
  std::vector<RangeCheck> ranges() const;
  /// Whether the largest range of sizes that the run has is slow: it decides, because a machine is
  /// judged by what it carries. Or whether the sizes below are, nearly all and by much.
  bool is_slow() const;
  std::size_t hiccups() const;
  /// Rows that a program in Python may have made slow.
  std::size_t of_program() const;
  /// Whether a row is large: others say nothing of the rates of links.
  [[nodiscard]] bool shows_bandwidth() const;
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

/// The rows beside their expectations, without causes: whether the run is slow, and where. Fails
/// when no row is a run of the bench's job.
core::Result<Check> place_rows(const CheckedRun& run);

/// The same with causes. \param stop once it is requested no more causes
/// are looked for, and the result says nothing
core::Result<Check> check(const CheckedRun& run, const std::stop_token& stop = {});

// Runs that were forced to a way which the model expects to be slower than NCCL's own choice.

/// All rows of a collective, where they were forced alike.
struct ForcedChoice {
  core::Collective collective = core::Collective::AllReduce;
  std::string forced;     // "Ring", "Tree/LL", "LL"; empty: the job's settings alone did it
  std::string settings;   // of the job that limit NCCL: "NCCL_NVLS_ENABLE=0"
  std::size_t sizes = 0;  // at which the gain is beyond what the model is unsure of
  std::size_t of_sizes = 0;
  // At the size where it is largest:
  core::Bytes bytes;
  sim::Way way;     // NCCL's own choice
  double gain = 1;  // expected time / that of NCCL's own choice
  double low = 1;   // four times of five it lies between these, if errors have nothing in common
  double high = 1;
};

/// By collective. Rows of NCCL's own choice, of forced numbers of channels, and of collectives that
/// were forced in several ways, as in a sweep of all, give none. A protocol Simple is kept: plugins
/// of networks that do not keep the order of writes ask for it.
/// \param own the job without `settings`; its rows do not count
/// \param settings of the job that limit NCCL; empty: none
std::vector<ForcedChoice> forced_choices(const std::vector<CheckedRow>& rows, const CheckedRun& own,
                                         const std::string& settings);

}  // namespace treering::tuner::check
