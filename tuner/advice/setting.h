// The search for values of NCCL_ALGO and NCCL_PROTO that make NCCL choose better.
//
// NCCL reads them per collective (allreduce:ring,tree) from 2.24 on, before that one list for all
// (tuner/advice/common_setting.h). It then chooses among what is left by its own costs, so a
// fallback in the list takes over wherever NCCL believes it to be cheaper. A call with nothing left
// fails: NVLSTree does not exist on one node, NVLS speaks Simple only. Ring with Simple carries
// every call, so it is always among what is left. LL128 is never named: naming it turns it on also
// where NCCL finds it unsafe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {

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

/// What calls of one size can be done with.
struct Sample {
  std::uint64_t bytes = 0;
  std::vector<sim::Alternative> alternatives;
};

std::vector<Sample> samples_of(const sim::AlternativesOf& alternatives, core::Collective collective,
                               const std::vector<std::uint64_t>& sizes);

/// Every list of the algorithms that carry some sample, with every list of protocols; Ring and
/// Simple are always among them. What restricts less comes first.
std::vector<sim::Filter> possible_settings(const std::vector<Sample>& samples);

/// The gain of a setting. Nothing where it leaves a size without a choice, or with one that
/// `allowed` does not allow or that NCCL's search found nothing for.
std::optional<SettingAdvice> outcome_of(const sim::Filter& filter,
                                        const std::vector<Sample>& samples,
                                        const sim::Filter& allowed);

/// Whether it changes NCCL's choice at some size.
bool differs_from_usual(const SettingAdvice& advice);

/// The setting with the greatest mean gain, the least restrictive of equals, among those that
/// change a choice at all, first those that are worth it; leaving NCCL alone is better when none
/// is. With a filter in the question, only settings under which NCCL keeps to it. Nothing when
/// there is none.
std::optional<SettingAdvice> best_setting(const sim::AlternativesOf& alternatives,
                                          core::Collective collective, const Question& question);

}  // namespace treering::tuner::advice
