// The candidates for a call by cost, a row each, with the kinds of terms that add up to the cost.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/explain.h"
#include "report/prediction/text_options.h"

namespace treering::report::prediction {

using Ranking = std::vector<const app::ExplainedCandidate*>;

/// The available candidates, the cheapest first; equals in NCCL's order.
Ranking ranking(const app::ExplainReport& report);

/// "Tree/LL128".
std::string pair_name(const sim::nccl::call::Candidate& candidate);

/// Microseconds as tables have them.
std::string us(double time_us);

bool is_choice(const app::ExplainReport& report, const sim::nccl::call::Candidate& candidate);

/// \param width of lines
std::string cost_table(const app::ExplainReport& report, const Ranking& ranked,
                       const TextOptions& options);

}  // namespace treering::report::prediction
