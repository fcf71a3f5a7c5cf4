// Values of NCCL_ALGO and NCCL_PROTO that make NCCL choose better: by collective, and one for all.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {

// The search for values of NCCL_ALGO and NCCL_PROTO that make NCCL choose better.
//
// NCCL reads them per collective (allreduce:ring,tree) since 2.24, before that as one list for all
// (tuner/advice/setting.h). It then chooses from the list by its own costs, so a fallback in
// the list is used wherever NCCL believes it cheaper. A call without a candidate fails: NVLSTree
// does not exist on one node, NVLS has only Simple. Ring with Simple can carry every call, so it is
// always in the list. LL128 is never named: naming it enables it even where NCCL finds it unsafe.

/// How much faster `choice` is than `usual`; 1 when either has no time.
double gain_over(const sim::Alternative* usual, const sim::Alternative* choice);

/// Collects gains by size.
class GainMeter {
 public:
  void add(std::uint64_t bytes, double gain);
  Gain gain() const;

 private:
  Gain gain_;
  double log_sum_ = 0;
  int count_ = 0;
};

/// The alternatives for calls of one size.
struct Sample {
  std::uint64_t bytes = 0;
  std::vector<sim::Alternative> alternatives;
};

std::vector<Sample> samples_of(const sim::AlternativesOf& alternatives, core::Collective collective,
                               const std::vector<std::uint64_t>& sizes);

/// Every list of algorithms that can carry some sample, with every list of protocols; Ring and
/// Simple are always included. The least restrictive come first.
std::vector<sim::Filter> possible_settings(const std::vector<Sample>& samples);

/// The effect of a setting. Nothing where some size has no choice, or one that `allowed` excludes
/// or NCCL's search found no channels for.
std::optional<SettingAdvice> outcome_of(const sim::Filter& filter,
                                        const std::vector<Sample>& samples,
                                        const sim::Filter& allowed);

/// Whether it changes NCCL's choice at some size.
bool differs_from_usual(const SettingAdvice& advice);

/// The setting with the greatest mean gain among those that change a choice; those that are worth
/// it come first, the least restrictive among equals. If it is not worth it, NCCL's defaults are
/// better. With a filter in the question, only settings under which NCCL keeps to it. Nothing when
/// there is none.
std::optional<SettingAdvice> best_setting(const sim::AlternativesOf& alternatives,
                                          core::Collective collective, const Question& question);

// One value of NCCL_ALGO and of NCCL_PROTO for all collectives, as NCCL reads them up to 2.23.

/// The outcome of the best such setting, by collective of `question.all`; nothing for collectives
/// whose choices it does not change. It must be worth it for every collective that it changes, and
/// change one that advice is asked for. Empty where there is none.
std::vector<std::optional<SettingAdvice>> best_common_setting(
    const sim::AlternativesOf& alternatives, const Question& question);

}  // namespace treering::tuner::advice
