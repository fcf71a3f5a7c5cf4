// What to set in NCCL: for each collective, which algorithm and protocol over which sizes, with how
// many channels, and what that gains over NCCL's own choice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/collective.h"
#include "sim/alternatives.h"
#include "sim/nccl/versions/version.h"
#include "tuner/advice/fallback_rules.h"
#include "tuner/advice/ranges.h"

namespace treering::tuner::advice {

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
  std::string evidence;              // "model nccl"
  bool is_measured = false;          // the evidence, else predicted
  std::string type;                  // "float": what the figures are for
  std::string op;                    // "sum"
  std::vector<std::uint64_t> sizes;  // advised on
  std::string candidates;            // "--algo ring": what was to be chosen from; empty for all
  std::string failed_search;         // a sentence on what NCCL's search does not find; or empty
  std::vector<OtherShape> others;    // that `others` of each collective is for
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

}  // namespace treering::tuner::advice
