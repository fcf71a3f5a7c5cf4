// Advice on NCCL's settings: one choice for each range of sizes, predicted by a model or measured,
// with a fallback for communicators of any shape.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/call.h"
#include "sim/alternatives.h"
#include "sim/nccl/versions/version.h"
#include "sim/way.h"

namespace treering::tuner::advice {

// Ranges of sizes: one choice for each, and the sizes that show where a choice changes.

inline constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

/// Channels of a way with as many as NCCL takes by itself.
inline constexpr int kNcclsOwnCount = 0;

/// One choice over the sizes first..last, both included.
struct RangeAdvice {
  std::uint64_t first = 0;
  std::uint64_t last = kAnySize;
  sim::Way way;             // its channels the most of any call
  bool is_advised = false;  // else NCCL's own choice is kept
  bool operator==(const RangeAdvice&) const = default;
};

/// Larger than any buffer; a choice for this size holds for all above.
inline constexpr std::uint64_t kLargestBuffer = std::uint64_t{3} << 43U;  // 24 TiB

/// For sim::pieces: `first`, `last`, and between them each power of two, the size before it, and
/// the middle of its octave. NCCL's costs are straight lines over the size with jumps at powers of
/// two (its correction for Tree; v2.28.9-1, src/graph/tuning.cc), and no straight line is the
/// cheapest in two separate ranges. \pre first <= last
std::set<std::uint64_t> octave_samples(std::uint64_t first, std::uint64_t last);

// One choice by size for communicators of several shapes at once.
//
// A tuner plugin answers for every communicator of a process, and NVIDIA's example cannot leave the
// choice to NCCL. Calls that the advice does not cover get, in each octave of sizes, the pair that
// all `communicators` can use and whose worst loss among them is least by NCCL's costs.

struct FallbackRules {
  std::vector<RangeAdvice> ranges;  // from 0 to kAnySize without gaps; channels are left to NCCL
  std::vector<double>
      worst;  // by communicator: the worst time / that of NCCL's own choice, over all sizes
  bool operator==(const FallbackRules&) const = default;
};

/// Empty ranges where no communicator has a choice. \pre there is a communicator
FallbackRules fallback(std::span<const sim::AlternativesOf> communicators,
                       core::Collective collective);

// What to set in NCCL: for each collective, which algorithm and protocol over which sizes, with how
// many channels, and what that gains over NCCL's own choice.

/// How much faster than NCCL's own choice; 0.5 takes twice as long. 1 where the model has no time.
struct Gain {
  double least = 1;
  double greatest = 1;
  std::uint64_t least_at = 0;  // size
  std::uint64_t greatest_at = 0;
  double mean = 1;  // geometric, over the sizes advised on
  bool operator==(const Gain&) const = default;
};

/// NCCL's own choice is kept where nothing takes less than 1/1.1 of its time. Intervals are far
/// wider, but two candidates on one machine share most unknowns (launch, links, network).
/// Validation counts which candidate is faster only where measured times differ by 10 % or more:
/// two runs of the same job may differ by less.
inline constexpr double kLeastGain = 1.1;

/// "10 %".
std::string least_gain_text();

/// Among recommendable alternatives that the filter allows, NCCL's own choice, or the fastest if it
/// gains enough. Null when none is allowed or the model has no answer.
const sim::Alternative* advised(const std::vector<sim::Alternative>& alternatives,
                                const sim::Filter& filter);

/// The effect of one value each for NCCL_ALGO and NCCL_PROTO. They limit NCCL's candidates; at
/// every size NCCL still chooses the cheapest of these by its own costs.
struct SettingAdvice {
  sim::Filter filter;  // an empty list: the variable is left alone
  struct Outcome {
    std::uint64_t bytes = 0;
    std::string choice;  // "NVLS/Simple"
    std::string usual;   // NCCL's own choice
    double gain = 1;
    bool operator==(const Outcome&) const = default;
  };
  std::vector<Outcome> outcomes;  // by size
  Gain gain;
  double mean_where_changed = 1;  // geometric, over the sizes at which the choice is another

  /// Whether it gains enough where it changes the choice.
  bool is_worth_it() const { return mean_where_changed >= kLeastGain; }
  bool operator==(const SettingAdvice&) const = default;
};

struct CollectiveAdvice {
  core::Collective collective = core::Collective::AllReduce;
  bool is_advised = false;          // asked for
  std::vector<RangeAdvice> ranges;  // from 0 to kAnySize without gaps
  Gain gain;                        // of the ranges, over the sizes advised on
  /// The best setting that always allows Ring and Simple, so that no call of any communicator
  /// fails; nothing when none changes a choice. Its gain may be a loss.
  std::optional<SettingAdvice> setting;
  // Where NCCL has one list for all collectives: whether the setting slows down no other
  // collective.
  bool is_setting_for_all = true;
  bool is_kept_anyway = false;  // NCCL's own choices are all among the candidates
  /// NCCL's search finds channels for no algorithm: only its own choice is left.
  bool has_failed_searches_only = false;
  /// NCCL's own choice on other communicators, by communicator; the channels are left to NCCL.
  std::vector<std::vector<RangeAdvice>> others;
  FallbackRules fallback;  // for communicators of any shape

  /// Whether one value for all sizes is worth writing.
  bool has_useful_setting() const {
    return setting && setting->is_worth_it() && is_setting_for_all;
  }
  /// Whether a requested candidate is used at some size.
  bool is_followed() const {
    return std::ranges::any_of(ranges, [](const RangeAdvice& one) { return one.is_advised; });
  }
};

/// A communicator of another shape in the same process.
struct OtherShape {
  std::string name;  // "1 node x 2 GPUs"
  int nodes = 1;
  int ranks = 1;
  bool operator==(const OtherShape&) const = default;
};

struct Recommendation {
  std::string topology;
  std::string fingerprint;
  int nodes = 1;
  int ranks = 1;
  std::string nccl_version;
  std::string fabric;  // that joins the nodes, and their order, as far as the advice rests on them
  std::string evidence;              // "model nccl"
  bool is_measured = false;          // the evidence, else predicted
  std::string type;                  // "float": what the figures are for
  std::string op;                    // "sum"
  std::vector<std::uint64_t> sizes;  // advised on
  std::string candidates;            // "--algo ring": what was to be chosen from; empty for all
  std::string failed_search;         // a sentence on what NCCL's search does not find; or empty
  std::vector<std::string> notes;    // on the inputs of the question
  std::vector<OtherShape> others;    // that `others` of each collective is for
  bool is_pin = false;               // the choices were asked for as such, whatever they gain
  std::vector<CollectiveAdvice> collectives;
};

/// "4 nodes", "1 node".
std::string nodes_text(const Recommendation& recommendation);

/// The question: which collectives, at which sizes, from which candidates.
struct Question {
  std::vector<core::Collective> all;      // every collective that NCCL tunes
  std::vector<core::Collective> advised;  // of these
  std::vector<std::uint64_t> sizes;       // ascending
  sim::Filter filter;
  std::vector<sim::AlternativesOf> others;   // communicators beside the one asked about
  sim::nccl::versions::ListConstants lists;  // how NCCL reads NCCL_ALGO and NCCL_PROTO
};

/// Advice for all of `question.all`: collectives that were not asked for keep NCCL's own choice,
/// because a tuner plugin must answer every call of every communicator. Without others the fallback
/// is for the communicator asked about. \pre there are sizes
std::vector<CollectiveAdvice> advise(const sim::AlternativesOf& alternatives,
                                     const Question& question);

// Advice that was measured: ways that fresh launches confirmed, whatever a model says of them. All
// else keeps NCCL's own choice.

/// One way over the sizes first..last, both included.
struct Pin {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  sim::Way way;     // its names by any spelling of NCCL's; empty: left to NCCL
  double gain = 1;  // over NCCL's own choice
};

/// As advise(), with ranges and gains of `pins` in place of a model's. Where a pin leaves the
/// protocol or the algorithm open, it is the one that NCCL would take. A pin that NCCL cannot
/// follow at a size keeps its own choice there. \pre the question advises on no collective
std::vector<CollectiveAdvice> advise_pinned(const sim::AlternativesOf& alternatives,
                                            const Question& question, std::span<const Pin> pins);

}  // namespace treering::tuner::advice
