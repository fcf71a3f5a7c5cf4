// The search for values of NCCL_ALGO and NCCL_PROTO that make NCCL choose better.
//
// NCCL 2.28 reads them per collective (allreduce:ring,tree) and then chooses among what is left by
// its own costs, so a fallback in the list takes over wherever NCCL believes it to be cheaper. A
// call with nothing left fails: NVLSTree does not exist on one node, NVLS speaks Simple only. Ring
// with Simple carries every call, so it is always among what is left. LL128 is never named:
// naming it turns it on also where NCCL finds it unsafe.
#pragma once

#include <optional>

#include "tuner/recommend.h"

namespace treering::tuner {

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

/// The setting with the greatest mean gain, the least restrictive of equals, among those that
/// change a choice at all, first those that are worth it; leaving NCCL alone is better when none
/// is. With a filter in the question, only settings under which NCCL keeps to it. Nothing when
/// there is none.
std::optional<SettingAdvice> best_setting(const sim::AlternativesOf& alternatives,
                                          core::Collective collective, const Question& question);

}  // namespace treering::tuner
