// NCCL's beliefs about one call, for people.
#pragma once

#include <string>

#include "app/explain.h"
#include "report/prediction/text_options.h"

namespace treering::report::prediction {

std::string explain_text(const app::ExplainReport& report, const TextOptions& options);

}  // namespace treering::report::prediction
