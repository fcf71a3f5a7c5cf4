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

/// The kinds of terms that have a column in a table of costs.
enum class TermKind { Base, Inside, Network, Other, Transfer };

/// The kind of a term, by its name; Other where no kind fits.
TermKind kind_of(const sim::nccl::call::CostTerm& term);

/// \param width of lines
std::string cost_table(const app::ExplainReport& report, const Ranking& ranked,
                       const TextOptions& options);

}  // namespace treering::report::prediction
