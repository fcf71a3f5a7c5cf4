#include "tuner/doctor/store_barrier.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/pattern.h"

namespace treering::tuner::doctor {
namespace {

// torch/distributed/distributed_c10d.py, _store_based_barrier, of PyTorch 1.8 to 2.8.
constexpr std::string_view kWaits =
    "store based barrier*rank: {rank},*world_size={n}, worker_count={n2}";
constexpr std::string_view kGaveUp = "Timed out initializing process group in store based barrier";
constexpr std::string_view kAllCame = "Completed store-based barrier";

/// What all lines say together.
struct Barrier {
  int world = 0;             // processes that belong together
  int came = 0;              // the most that any line counts
  std::set<int> ranks{};     // that say that they wait
  bool is_given_up = false;  // by one at least
  const core::RunWarning* first = nullptr;
};

Barrier barrier_in(const std::vector<core::RunWarning>& warnings) {
  Barrier barrier;
  for (const core::RunWarning& warning : warnings) {
    const auto places = matched(kWaits, warning.text);
    if (!places) continue;
    if (barrier.first == nullptr) barrier.first = &warning;
    barrier.world = number_of<int>(*places, "n");
    barrier.came = std::max(barrier.came, number_of<int>(*places, "n2"));
    barrier.ranks.insert(number_of<int>(*places, "rank"));
    barrier.is_given_up |= warning.text.find(kGaveUp) != std::string::npos;
  }
  return barrier;
}

/// "ranks 4 and 5"; empty where not all that came say their rank.
std::string missing_in(const Barrier& barrier) {
  if (static_cast<int>(barrier.ranks.size()) < barrier.came) return "";
  std::vector<std::string> names;
  for (int rank = 0; rank < barrier.world; ++rank) {
    if (!barrier.ranks.contains(rank)) names.push_back(fmt::format("{}", rank));
  }
  if (names.empty()) return "";
  return fmt::format("{} {}", names.size() == 1 ? "rank" : "ranks", in_words(names));
}

Symptom too_many(const Barrier& barrier) {
  return {
      Severity::Fault,
      fmt::format("{} of {} processes came to PyTorch's store: more were started than the world "
                  "size says, or they meet those of an earlier start",
                  barrier.came, barrier.world),
      barrier.first->origin.source,
      "start each process once: a launcher that starts one for each GPU (torchrun, mp.spawn, "
      "Lightning) goes with one task for a node (srun --ntasks-per-node=1), or let the launcher "
      "start all and none of them others; give each job and restart its own MASTER_PORT, or "
      "delete the file of a file:// store",
      std::nullopt};
}

Symptom too_few(const Barrier& barrier) {
  const std::string missing = missing_in(barrier);
  const std::string who =
      missing.empty() ? std::string("which are missing is not shown") : missing + " did not come";
  return {barrier.is_given_up ? Severity::Fault : Severity::Warning,
          fmt::format("processes {} for all to start: {} of {} came to PyTorch's store, {}",
                      barrier.is_given_up ? "gave up waiting" : "wait", barrier.came, barrier.world,
                      who),
          barrier.first->origin.source,
          "look at the logs of those that are missing for what failed first, and count the "
          "processes on all nodes; give all the same world size, MASTER_ADDR and MASTER_PORT",
          std::nullopt};
}

}  // namespace

std::optional<Symptom> waiting_at_store(const std::vector<core::RunWarning>& warnings) {
  const Barrier barrier = barrier_in(warnings);
  if (barrier.first == nullptr) return std::nullopt;
  const bool did_all_come = std::ranges::any_of(warnings, [](const core::RunWarning& warning) {
    return warning.text.find(kAllCame) != std::string::npos;
  });
  if (did_all_come && !barrier.is_given_up) return std::nullopt;
  if (barrier.came > barrier.world) return too_many(barrier);
  return too_few(barrier);
}

}  // namespace treering::tuner::doctor
