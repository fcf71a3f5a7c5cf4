// The result of a tuning: the way for each range of sizes, its gain, and how sure both are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "sim/way.h"
#include "tuner/tune/tune.h"

namespace treering::app::tuning {

/// Half of an 80 % interval of a normal distribution, in standard deviations.
inline constexpr double kHalfOf80Percent = 1.2815515655446004;

enum class Reason {
  Faster,      // than the library's own choice by more than a tie, as fresh launches confirmed
  Tie,         // nothing is faster by more than a tie
  Undecided,   // something may be faster, but what was measured does not show it
  Untimed,     // the library's own choice, with which nothing can be compared: its ranks never
               // started together
  Fastest,     // of what has a time; the library's own choice failed, or was not asked about
  OnlyWay,     // all others failed
  NoChoice,    // there is one way only: nothing is measured for it
  Unmeasured,  // no way that can be chosen ran at any size: they may fail
  AllFailed,   // no way has a time
};

std::string_view name_of(Reason reason);

/// Over sizes that follow each other.
struct Choice {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t from_bytes = 0;
  std::uint64_t to_bytes = 0;  // the last size of the grid to which it applies
  sim::Way way;                // the library's own choice unless the reason is Faster
  Reason reason = Reason::Tie;
  /// Time of the library's own choice over that of `way`: the geometric mean over the sizes, and
  /// its interval at 80 %. Nothing where its own choice was not among the ways, or is kept.
  struct Gain {
    double mean = 1;
    double low = 1;
    double high = 1;
  };
  std::optional<Gain> gain;
  /// Where the reason is Faster, the chance that it is faster than the library's own choice, else
  /// that no other way is faster by more than a tie; at the least sure size.
  /// Nothing where there is nothing to compare with: one way only, or none.
  std::optional<double> confidence;
  std::optional<double> chance_fastest;  // that no other way is faster by more than a tie, likewise
  std::size_t measured = 0;              // cells of these sizes that were measured
};

std::vector<Choice> choices_of(const tuner::tune::Tuning& tuning);

/// What seems faster than a choice that is not settled: no recommendation, since fresh launches did
/// not confirm it.
struct Guess {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t from_bytes = 0;
  std::uint64_t to_bytes = 0;
  sim::Way way;
  Choice::Gain gain;  // over the choice, as is believed
  /// Chance that it is faster at all than the choice, at the least sure size.
  double chance = 0;
};

std::vector<Guess> guesses_of(const tuner::tune::Tuning& tuning);

}  // namespace treering::app::tuning
