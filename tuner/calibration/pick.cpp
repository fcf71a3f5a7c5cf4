#include "tuner/calibration/pick.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace treering::tuner {
namespace {

constexpr double kDiffers = 1.1;

/// Of the runs of one algorithm, as sums of logarithms.
struct Times {
  double measured = 0;
  double predicted = 0;
  int count = 0;

  void add(const Scored& row) {
    measured += std::log(row.seen->measured_us);
    predicted += std::log(row.predicted_us);
    ++count;
  }
  double measured_us() const { return std::exp(measured / count); }
  double predicted_us() const { return std::exp(predicted / count); }
};

struct Question {
  Times ring;
  Times tree;
};

void answer(const Question& question, Picks& picks) {
  const double ring = question.ring.measured_us();
  const double tree = question.tree.measured_us();
  if (std::max(ring, tree) <= kDiffers * std::min(ring, tree)) return;
  const bool is_ring = question.ring.predicted_us() <= question.tree.predicted_us();
  const double picked = is_ring ? ring : tree;
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
  std::map<std::pair<Job, Call>, Question> questions;
  for (const Scored& row : rows) {
    const Observation& seen = *row.seen;
    if (seen.is_replaced || (seen.forced != "Ring" && seen.forced != "Tree")) continue;
    const Job job{seen.system, seen.nodes, seen.ranks};
    Question& question = questions[{job, {seen.collective, seen.bytes, seen.forced_protocol}}];
    (seen.forced == "Ring" ? question.ring : question.tree).add(row);
  }
  Picks picks;
  for (const auto& [name, question] : questions) {
    if (question.ring.count > 0 && question.tree.count > 0) answer(question, picks);
  }
  if (picks.questions > 0) picks.regret /= static_cast<double>(picks.questions);
  return picks;
}

}  // namespace treering::tuner
