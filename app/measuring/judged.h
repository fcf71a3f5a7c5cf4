// Verdicts on two sides of a comparison.
#pragma once

#include <vector>

#include "app/measuring/compared_side.h"
#include "tuner/stats/verdict.h"

namespace treering::app::measuring {

/// Times of one configuration on both sides.
struct TimesOfBoth {
  const Times* before = nullptr;
  const Times* after = nullptr;
};

struct Judged {
  tuner::stats::Judgement judgement;
  bool is_blurred = false;  // the samples alone have a verdict, which starts and clocks leave open
};

/// In the order given; all that are looked at belong into one call (tuner/stats/verdict.h). A
/// verdict holds wherever the times lie between what the calls take at least and at most, and the
/// interval of the ratio has room for that. None where one side lacks a fifth of its calls.
/// \param are_averages nccl-tests' times are compared, which hold many calls in one go
std::vector<Judged> judged(const std::vector<TimesOfBoth>& configurations, bool are_averages);

}  // namespace treering::app::measuring
