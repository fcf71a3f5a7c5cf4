#include "tuner/calibration/pick.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "tuner/advice/recommend.h"

namespace treering::tuner::calibration {
namespace {

constexpr double kDiffers = 1.1;

/// Of the runs of one algorithm, as sums of logarithms.
struct Times {
  double measured = 0;
  double predicted = 0;
  double nccl = 0;
  int count = 0;

  void add(const Scored& row) {
    measured += std::log(row.seen->measured_us);
    predicted += std::log(row.predicted_us);
    nccl += std::log(row.seen->nccl_us);
    ++count;
  }
  double measured_us() const { return std::exp(measured / count); }
  double predicted_us() const { return std::exp(predicted / count); }
  double nccl_us() const { return std::exp(nccl / count); }
};

struct Duel {
  Times ring;
  Times tree;
};

/// NCCL's own choice, unless the other is faster by enough, as recommend() has it.
bool picks_ring(const Duel& duel) {
  const double ring = duel.ring.predicted_us();
  const double tree = duel.tree.predicted_us();
  if (duel.ring.nccl_us() <= duel.tree.nccl_us()) return ring < advice::kLeastGain * tree;
  return advice::kLeastGain * ring <= tree;
}

void answer(const Duel& duel, Picks& picks) {
  const double ring = duel.ring.measured_us();
  const double tree = duel.tree.measured_us();
  if (std::max(ring, tree) <= kDiffers * std::min(ring, tree)) return;
  const double picked = picks_ring(duel) ? ring : tree;
  ++picks.questions;
  if (picked <= std::min(ring, tree)) ++picks.right;
  picks.regret += picked / std::min(ring, tree) - 1;
}

}  // namespace

double Picks::share_right() const {
  return questions == 0 ? 0 : static_cast<double>(right) / static_cast<double>(questions);
}

Picks picks_of(std::span<const Scored> rows) {
  using Job = std::tuple<std::string, int, int>;
  using Call = std::tuple<core::Collective, double, std::string>;
  std::map<std::pair<Job, Call>, Duel> duels;
  for (const Scored& row : rows) {
    const Observation& seen = *row.seen;
    if (seen.is_replaced || (seen.forced != "Ring" && seen.forced != "Tree")) continue;
    const Job job{seen.system, seen.nodes, seen.ranks};
    Duel& duel = duels[{job, {seen.collective, seen.bytes, seen.forced_protocol}}];
    (seen.forced == "Ring" ? duel.ring : duel.tree).add(row);
  }
  Picks picks;
  for (const auto& [name, duel] : duels) {
    if (duel.ring.count > 0 && duel.tree.count > 0) answer(duel, picks);
  }
  if (picks.questions > 0) picks.regret /= static_cast<double>(picks.questions);
  return picks;
}

}  // namespace treering::tuner::calibration
