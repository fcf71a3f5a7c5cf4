// One value of NCCL_ALGO and of NCCL_PROTO for all collectives, as NCCL reads them up to 2.23.
#pragma once

#include <optional>
#include <vector>

#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {

/// The outcome of the best such setting, by collective of `question.all`; nothing for collectives
/// whose choices it does not change. It must be worth it for every collective that it changes, and
/// change one that advice is asked for. Empty where there is none.
std::vector<std::optional<SettingAdvice>> best_common_setting(
    const sim::AlternativesOf& alternatives, const Question& question);

}  // namespace treering::tuner::advice
