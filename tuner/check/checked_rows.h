// Measured rows beside their expectations, and the meaning of odd ones among them: chance, a slow
// end of a sweep, or another machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.h"
#include "sim/bound/bound.h"
#include "sim/way.h"
#include "tuner/check/loss_shape.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

// Whether chance can explain the number of odd rows.
//
// The rows are taken as independent, each odd with the same probability, so that their number has a
// binomial distribution. Neighbouring sizes of one run are not independent: their expectations have
// similar errors. Simulated good runs of up to 30 rows are called slow in at most 1.5 % of the
// cases where rows are independent, and in up to 8 % where the deviations of neighbours have a
// correlation of 0.7.

/// The share of good rows beyond one end of an 80 % interval.
inline constexpr double kBeyondInterval = 0.1;
/// The share more than three standard deviations away on one side.
inline constexpr double kFarAway = 0.00135;

/// Probability of `odd` or more among `rows`, each odd with probability `share`.
double chance_of(std::size_t odd, std::size_t rows, double share);

/// Whether that is below 1 %. Never where none is odd.
bool is_beyond_chance(std::size_t odd, std::size_t rows, double share);

// One measurement compared with its expectation.
struct CheckedRow;

/// Whether few rows have one that is slower than chance makes the slowest of so many good
/// ones, below 1 % (Bonferroni, a normal distribution of ln(time)). Never for more than seven rows:
/// among many, one may be the fault of a moment, and seven is as many as one row beyond three
/// deviations is an alarm for by is_beyond_chance(). Of several rows at least half have to be slow.
bool has_row_beyond_chance(const std::vector<CheckedRow>& rows);

// What a size asks of the machine. People judge a machine by its busbw at large sizes; small ones
// show latency. A range is by the expectation and not by a number of bytes, because bandwidth
// takes over at 1 MiB between two nodes and at 1 GiB in a rack of 72 GPUs.

enum class SizeRange {
  Large,   // reaches at least half of the busbw that is expected of very large calls
  Middle,  // between the two
  Small    // takes at most twice as long as the smallest call
};

/// "large", "middle", "small".
std::string_view name_of(SizeRange range);

enum class Place { Inside, Slow, Fast };  // of a measurement beside the 80 % interval

/// "inside", "slow", "fast".
std::string_view name_of(Place place);

struct CheckedRow {
  Measurement measurement;
  sim::Way way;  // that the expectation goes by; unnamed: messages between pairs
  core::Duration expected;
  core::Duration low;
  core::Duration high;
  SizeRange range = SizeRange::Large;
  /// Slow, but a fault of a moment: as expected in the other column, or the first call of a run
  /// whose next size took less time.
  bool is_hiccup = false;
  /// Slow by no more than what a program in Python takes besides NCCL, at a size where that counts.
  bool is_of_program = false;
  core::Duration bound;  // the links allow no less, even if the network's switches reduce
  core::Duration measured;
  Place place = Place::Inside;
  std::string most;  // what most of the expected time goes into

  /// Expected time / measured time: 0.5 is half the expected speed.
  double share() const { return expected / measured; }
  /// Whether something else than the machine may have made it slow.
  [[nodiscard]] bool is_excused() const { return is_hiccup || is_of_program; }
  [[nodiscard]] bool is_slow() const { return place == Place::Slow && !is_excused(); }
  /// The expectation's standard deviation of ln(time).
  double spread() const;
  /// By how many standard deviations of the slow side it was slower; negative where it was faster.
  double deviations() const;
  /// By more than three deviations.
  bool is_far_slower() const;
  bool is_far_faster() const;
  /// Faster than the links allow, by more than rounding explains.
  bool is_beyond_links() const;
};

/// Marks slow rows that a single moment explains.
void mark_hiccups(std::vector<CheckedRow>& rows);

/// Marks slow rows below the large sizes that the time of a program in Python explains. \pre rows
/// know their ranges
void mark_program_times(std::vector<CheckedRow>& rows);

/// Rows that are slow and not excused; measured over expected time, the middle of these, 1 without.
std::size_t count_slow(const std::vector<CheckedRow>& rows);
double slow_factor(const std::vector<CheckedRow>& rows);

// The rows of a range together. A range is slow where at least half of the rows of a collective are
// slow in it, and more than chance explains; hiccups count as rows that are not slow.

struct RangeCheck {
  SizeRange range = SizeRange::Large;
  std::size_t rows = 0;
  std::size_t slow = 0;
  std::uint64_t least = 0;  // bytes
  std::uint64_t most = 0;   // bytes
  double factor = 1;        // measured over expected time, the middle of the slow rows
  bool is_slow = false;
};

/// Those that have rows, the large sizes first.
std::vector<RangeCheck> ranges_of(const std::vector<CheckedRow>& rows);

/// Whether four of five sizes below the large ones are slow, typically by a factor of two or more:
/// a fault even where the large sizes are as expected. Of one collective of the rows.
bool is_slow_below_large(const std::vector<CheckedRow>& rows);

/// What rows take beyond their expectations.
std::vector<LossAt> losses_of(const std::vector<CheckedRow>& rows);

// Slow rows that lie together at one end of a sweep: the largest sizes alone, or the smallest.
//
// Rows of one series and choice, in the order of their sizes, are a sweep. If rows were independent
// and each slow in a good run with probability p = 0.1, the k rows at one given end would all be
// slow with probability p^k. They could as well lie at any other end of the run's sweeps, so that
// this is multiplied by the number of ends (Bonferroni). Neighbouring sizes are not independent:
// simulated good runs of one sweep have such an end in at most 2 % of the cases where rows are
// independent, and in up to 9 % where the deviations of neighbours have a correlation of 0.7. So it
// is something to look at, and no alarm.

enum class End { Small, Large };  // of the sizes

struct SlowEnd {
  End end = End::Large;
  std::size_t rows = 0;     // that are slow there, at least two
  std::size_t of_rows = 0;  // that the sweep has
  std::uint64_t least = 0;  // bytes
  std::uint64_t most = 0;   // bytes
  double least_share = 0;   // of the expected speed that was reached
  double greatest_share = 0;
  double chance = 1;  // that a good run with independent rows has such an end
};

/// The least likely of such ends; nothing where each is likelier than 5 %.
std::optional<SlowEnd> slow_end(const std::vector<CheckedRow>& rows);

// Detects rows that cannot be of this machine: faster than its links allow, or most of them far
// faster than expected. A few fast rows may be errors of the model, above all with the narrow
// intervals of a calibrated profile.

struct OtherMachine {
  std::size_t beyond_links = 0;  // rows that are faster than the links allow
  std::size_t far_faster = 0;    // rows more than three standard deviations faster than expected
  CheckedRow row;                // the farthest one beyond the links, else the farthest fast one
  std::string links;             // the limiting ones: "the network ports of each node"
  core::Bandwidth rate;          // theirs, each way
};

/// Nothing where the rows may be of this machine.
std::optional<OtherMachine> other_machine(const std::vector<CheckedRow>& rows,
                                          const sim::bound::WireBound& bound);

}  // namespace treering::tuner::check
