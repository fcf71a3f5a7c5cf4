// One value of NCCL_ALGO and of NCCL_PROTO for all collectives, as NCCL reads them up to 2.23.
#pragma once

#include <optional>
#include <vector>

#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {

/// The outcome of the best such setting, by the collectives of `question.all`; nothing for those
/// whose choices it does not change. It is worth it for every one that it changes, and changes one
/// that advice is asked on. Empty where there is no such setting.
std::vector<std::optional<SettingAdvice>> best_common_setting(
    const sim::AlternativesOf& alternatives, const Question& question);

}  // namespace treering::tuner::advice
