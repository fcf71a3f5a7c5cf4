// The first paragraph of an answer where NCCL's channel search finds nothing.
#pragma once

#include <string>

#include "app/predict.h"
#include "core/collective.h"

namespace treering::report::prediction {

/// That the search found nothing, and what it means for the algorithms of this collective; empty
/// where it means nothing.
std::string failed_search_answer(const app::PredictReport& report, core::Collective collective);

/// The paragraph for `explain`, whose figures are NCCL's own.
std::string failed_search_remark(const std::string& failed_search);

}  // namespace treering::report::prediction
