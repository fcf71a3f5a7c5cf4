// Values of NCCL's variables put to the test: rounds of launches, one as it is and one with each
// value that is still open, judged like a choice of `tune` (tuner/tune/confirm.h).
//
// A value is asked about each collective over the sizes at which it changes something: round after
// round one of these sizes, the smallest and the largest by turns, with the value and as it is. Two
// to four such pairs are compared by the moderated t test there, corrected for its looks and for
// all values and collectives (Holm). Every launch of a pair is a start of its own, so that nothing
// cancels: the test counts the scatter of both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuner/knobs/knobs.h"
#include "tuner/tune/confirm.h"
#include "tuner/tune/grid.h"
#include "tuner/tune/standing.h"

namespace treering::tuner::knobs {

struct Setting {
  std::string name;
  std::string value;

  [[nodiscard]] std::string text() const { return name + "=" + value; }  // "NCCL_BUFFSIZE=8388608"
  auto operator<=>(const Setting&) const = default;
};

enum class KnobVerdict {
  Faster,     // by more than a tie, at 95 % for all that was asked
  Slower,     // the 80 % interval is below a tie
  Tie,        // the 80 % interval is within a tie, both ways
  NotFaster,  // it does not reach beyond a tie, but may be slower
  Undecided   // the launches do not show it
};

std::string_view name_of(KnobVerdict verdict);

/// What a value does to a collective.
struct Outcome {
  Setting setting;
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t from_bytes = 0;  // the two sizes at which it was measured
  std::uint64_t to_bytes = 0;
  KnobVerdict verdict = KnobVerdict::Undecided;
  /// Time as it is over that with the value, and its interval at 80 %. Nothing without pairs.
  struct Gain {
    double mean = 1;
    std::optional<double> low;  // nothing where too few repeats show how launches scatter
    std::optional<double> high;
  };
  std::optional<Gain> gain;
  double confidence = 0;  // that it is faster: 1 - p, adjusted
  std::size_t pairs = 0;
};

/// The longest that values are tried: each round has a launch for every value.
inline constexpr std::size_t kMostRounds = 4;

/// A result of one launch. An empty setting: as it is.
struct Shown {
  int round = 0;
  std::string setting;
  measure::Configuration call;
  double us = 0;  // above 0
};

/// What a launch measures. An empty setting: as it is.
struct Launch {
  std::optional<Setting> setting;
  std::vector<measure::Configuration> calls;
};

class Trials {
 public:
  explicit Trials(const std::vector<Knob>& knobs, tune::Rule rule = {});

  /// Of earlier rounds, too. What was not asked for does not count.
  void take(const Shown& shown);
  /// A launch as it is that is of no round: it shows how launches scatter.
  void take_usual(const measure::Configuration& call, double us);
  /// The next round: as it is, and with each value that is open. Empty: all is decided.
  [[nodiscard]] std::vector<Launch> next() const;
  /// By variable, value and collective, in the order of the knobs.
  [[nodiscard]] std::vector<Outcome> outcomes() const;

 private:
  /// A value and a collective.
  struct Row {
    Setting setting;
    std::size_t table = 0;
    tune::Claim claim;
  };
  /// A collective; ways are values, the first as it is.
  struct Table {
    tune::Grid grid;
    tune::Evidence evidence;
  };

  struct Place {
    std::size_t table = 0;
    std::size_t cell = 0;
  };

  [[nodiscard]] std::optional<Place> place_of(const std::string& setting,
                                              const measure::Configuration& call) const;
  void add(const Setting& setting, const std::vector<Change>& changes);
  [[nodiscard]] Outcome outcome_of(const Row& row, double adjusted) const;

  tune::Rule rule_;
  std::vector<Table> tables_;
  std::vector<Row> rows_;
};

}  // namespace treering::tuner::knobs
