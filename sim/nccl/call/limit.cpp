#include "sim/nccl/call/limit.h"

#include <algorithm>

#include "sim/nccl/plan.h"

namespace treering::sim::nccl::call {
namespace {

/// From the last step that capped the bandwidth on; all where none did.
std::vector<rules::BandwidthStep> decisive(const std::vector<rules::BandwidthStep>& steps) {
  const auto last_cap =
      std::find_if(steps.rbegin(), steps.rend(),
                   [](const rules::BandwidthStep& step) { return step.is_capped; });
  if (last_cap == steps.rend()) return steps;
  return {last_cap.base() - 1, steps.end()};
}

/// Null where NCCL has ruled the pair out.
const Candidate* find(const std::vector<Candidate>& all, std::string_view algorithm,
                      std::string_view protocol) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Candidate& one) {
    return one.available && name_of(one.offer.algorithm) == algorithm &&
           name_of(one.offer.protocol) == protocol;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

Limit limit_of(const Plan& plan, const core::Call& call, std::string_view algorithm,
               std::string_view protocol) {
  const std::vector<Candidate> all = candidates(plan, call);
  const Candidate* const candidate = find(all, algorithm, protocol);
  if (candidate == nullptr || candidate->time_us <= 0) return {};
  const std::vector<CostTerm> terms = cost_terms(plan, call, *candidate);
  const auto heaviest =
      std::max_element(terms.begin(), terms.end(),
                       [](const auto& a, const auto& b) { return a.time_us < b.time_us; });
  if (heaviest == terms.end()) return {};
  Limit limit;
  limit.term = heaviest->name;
  limit.share = heaviest->time_us / static_cast<double>(candidate->time_us);
  if (heaviest->kind == rules::TermKind::Transfer) {
    const tuning::TuningCell& cell =
        plan.tuning.cell(call.collective, candidate->offer.algorithm, candidate->offer.protocol);
    limit.steps = decisive(cell.bandwidth_steps);
  }
  return limit;
}

}  // namespace treering::sim::nccl::call
