#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/plan.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::setup {
namespace {

/// "Ring is", "Tree and PAT are".
std::string names_text(const std::vector<std::string>& names) {
  return fmt::format("{} {}", fmt::join(names, " and "), names.size() == 1 ? "is" : "are");
}

/// Whether NCCL has the algorithm for this collective with one of the protocols, or with any where
/// none is named.
bool has(const sim::nccl::Plan& plan, core::Collective collective, sim::nccl::Algorithm algorithm,
         const std::vector<std::string>& protocols) {
  for (int i = 0; i < sim::nccl::kProtocols; ++i) {
    const auto protocol = static_cast<sim::nccl::Protocol>(i);
    const bool is_meant =
        protocols.empty() || std::ranges::find(protocols, name_of(protocol)) != protocols.end();
    if (is_meant && plan.tuning.cell(collective, algorithm, protocol).ruled_out.empty())
      return true;
  }
  return false;
}

/// Whether NCCL has the algorithm for any call of the job.
bool is_in_use(const sim::nccl::Plan& plan, sim::nccl::Algorithm algorithm) {
  return std::ranges::any_of(core::all_collectives(), [&](core::Collective collective) {
    return sim::nccl::rules::is_tuned(collective) && has(plan, collective, algorithm, {});
  });
}

}  // namespace

std::string_view simple_order_times(sim::Model model) {
  switch (basis_of(model)) {
    case sim::Basis::Profile:
      return " Times in simple order go by the real paths between the GPUs.";
    case sim::Basis::NcclPrices:
      return " Times in simple order go by the 0.1 GB/s that NCCL notes, which is no wire's rate.";
  }
  return "";
}

std::string search_of_text(std::string_view version) {
  const std::string_view own = sim::nccl::versions::default_version().name;
  return version == own ? "" : fmt::format(", as {} searches, which {} may not,", own, version);
}

std::string failed_search_text(const sim::nccl::Plan& plan) {
  std::vector<std::string_view> missing;
  if (sim::nccl::search::is_fallback(plan.common.ring)) missing.emplace_back("no ring");
  if (sim::nccl::search::is_fallback(plan.common.tree)) missing.emplace_back("no tree");
  if (missing.empty()) return "";
  return fmt::format(
      "NCCL's search finds {} on this machine{} and puts the GPUs in simple order instead",
      fmt::join(missing, " and "), search_of_text(plan.job.nccl_version));
}

bool stands_in_simple_order(const sim::nccl::Plan& plan, core::Collective collective,
                            const sim::Filter& filter) {
  return std::ranges::any_of(sim::algorithms::known_to_nccl(), [&](const auto* entry) {
    const sim::nccl::Algorithm algorithm = entry->rules->algorithm;
    const auto& names = filter.algorithms;
    const bool is_meant = names.empty() || std::ranges::find(names, entry->name) != names.end();
    return is_meant && sim::nccl::search::has_failed_search(plan.common, algorithm) &&
           has(plan, collective, algorithm, filter.protocols);
  });
}

std::string failed_search_refusal(const std::string& failed_search) {
  return fmt::format(
      "nothing written: {}, so there is no algorithm to recommend; only NCCL's own default is left",
      failed_search);
}

std::string failed_search_comment(const sim::nccl::Plan& plan, sim::Model model) {
  const std::string failed = failed_search_text(plan);
  if (failed.empty()) return "";
  std::vector<std::string> names;
  for (const auto* entry : sim::algorithms::known_to_nccl()) {
    const sim::nccl::Algorithm algorithm = entry->rules->algorithm;
    if (sim::nccl::search::has_failed_search(plan.common, algorithm) &&
        is_in_use(plan, algorithm)) {
      names.emplace_back(entry->name);
    }
  }
  return fmt::format("{}: {} chosen for it only where nothing else carries the call.{}", failed,
                     names_text(names), simple_order_times(model));
}

}  // namespace treering::app::setup
