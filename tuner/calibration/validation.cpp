#include "tuner/calibration/validation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tuner/advice/recommend.h"
#include "tuner/calibration/observation.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::calibration {

Scored scored(const Observation& seen, const sim::estimates::Estimate& estimate) {
  return {&seen, estimate.time.in_us(), estimate.interval->low.in_us(),
          estimate.interval->high.in_us(), estimate.latest.in_us()};
}

Score score_of(std::span<const Scored> rows) {
  Score score;
  score.rows = rows.size();
  if (rows.empty()) return score;
  std::vector<double> errors;
  std::size_t covered = 0;
  for (const Scored& row : rows) {
    errors.push_back(std::abs(row.relative_error()));
    covered += row.is_covered() ? 1U : 0U;
  }
  score.median = stats::median(errors);
  score.p90 = stats::quantile(errors, 0.9);
  score.covered = static_cast<double>(covered) / static_cast<double>(rows.size());
  return score;
}

BySize<Score> scores_by_size(std::span<const Scored> rows) {
  std::array<std::vector<Scored>, sim::cost::kSizeClasses> classes;
  for (const Scored& row : rows) {
    classes.at(sim::cost::size_class_of(row.seen->bytes)).push_back(row);
  }
  BySize<Score> scores{score_of(rows), {}};
  std::ranges::transform(classes, scores.by_size_class.begin(), score_of);
  return scores;
}

std::vector<Scored> scored(const core::Profile& profile,
                           std::span<const Observation* const> observations) {
  std::vector<std::pair<sim::cost::terms::MachineKind, sim::cost::Parameters>> known;
  std::vector<Scored> result;
  for (const Observation* one : observations) {
    auto place =
        std::ranges::find_if(known, [&](const auto& entry) { return entry.first == one->kind; });
    if (place == known.end()) {
      place = known.insert(known.end(), {one->kind, whole_parameters(profile, one->kind)});
    }
    result.push_back(scored(*one, estimate_of(*one, place->second)));
  }
  return result;
}

std::vector<Scored> scored_by_nccl(std::span<const Observation* const> observations) {
  std::vector<Scored> result;
  for (const Observation* one : observations) {
    if (one->nccl_us > 0) result.push_back({one, one->nccl_us, 0, 0});
  }
  return result;
}

namespace {

/// 0: it has none.
double predicted_us(const Rows& same, const Observation& row) {
  double sum = 0;
  int count = 0;
  for (const Observation* other : same) {
    if (other->id == row.id) continue;
    sum += std::log(other->measured_us);
    ++count;
  }
  return count > 0 ? std::exp(sum / count) : 0;
}

constexpr double kDiffers = 1.1;

/// The runs of one algorithm, as sums of logarithms.
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

Rows seen_in(std::span<const Compared> rows) {
  Rows seen;
  for (const Compared& row : rows) seen.push_back(&row.seen());
  return seen;
}

std::vector<Compared> compared(const core::Profile& profile,
                               std::span<const Observation* const> observations) {
  std::vector<Compared> rows;
  for (const Scored& one : scored(profile, observations)) {
    rows.push_back({one, one.seen->nccl_us, one.seen->event_us});
  }
  return rows;
}

ModelScores scores_of(std::span<const Compared> rows) {
  std::vector<Scored> cost;
  std::vector<Scored> nccl;
  std::vector<Scored> event;
  for (const Compared& row : rows) {
    cost.push_back(row.cost);
    if (row.nccl_us > 0) nccl.push_back({row.cost.seen, row.nccl_us, 0, 0});
    if (row.event_us > 0) event.push_back({row.cost.seen, row.event_us, 0, 0});
  }
  if (nccl.size() < rows.size()) nccl.clear();
  if (event.size() < rows.size()) event.clear();
  return {score_of(cost), score_of(nccl), score_of(event)};
}

Answering answering(const Compared& row) {
  return {row.nccl_us > 0, row.event_us > 0};
}

std::vector<SameRows> by_models(std::span<const Compared> rows) {
  std::map<Answering, std::vector<Compared>, std::greater<>> parts;
  for (const Compared& row : rows) parts[answering(row)].push_back(row);
  std::vector<SameRows> result;
  for (const auto& [models, part] : parts) result.push_back({models, scores_by_size(part)});
  return result;
}

BySize<ModelScores> scores_by_size(std::span<const Compared> rows) {
  std::array<std::vector<Compared>, sim::cost::kSizeClasses> classes;
  for (const Compared& row : rows) {
    classes.at(sim::cost::size_class_of(row.seen().bytes)).push_back(row);
  }
  BySize<ModelScores> scores{scores_of(rows), {}};
  std::ranges::transform(classes, scores.by_size_class.begin(), scores_of);
  return scores;
}

std::vector<GroupScores> by_group(std::span<const Compared> rows) {
  using Name = std::tuple<std::string, std::string, std::string, std::size_t, Answering>;
  std::map<Name, std::vector<Compared>> groups;
  for (const Compared& row : rows) {
    const Observation& seen = row.seen();
    groups[{seen.system, std::string(name_of(seen.collective)), seen.way.algorithm,
            sim::cost::size_class_of(seen.bytes), answering(row)}]
        .push_back(row);
  }
  std::vector<GroupScores> result;
  for (const auto& [name, group] : groups) {
    const auto& [system, collective, algorithm, size_class, models] = name;
    result.push_back({system, collective, algorithm, size_class, scores_of(group)});
  }
  return result;
}

std::map<std::string, ModelScores> by_id(std::span<const Compared> rows) {
  std::map<std::string, std::vector<Compared>> groups;
  for (const Compared& row : rows) groups[row.seen().id].push_back(row);
  std::map<std::string, ModelScores> result;
  for (const auto& [id, group] : groups) result[id] = scores_of(group);
  return result;
}

std::vector<KindScores> by_kind(std::span<const Compared> rows) {
  std::map<CallKind, std::vector<Compared>> kinds;
  for (const Compared& row : rows) {
    if (row.event_us <= 0) continue;
    const Observation& seen = row.seen();
    kinds[{seen.collective, seen.way.algorithm, seen.nodes > 1, seen.kind.link,
           sim::cost::size_class_of(seen.bytes)}]
        .push_back(row);
  }
  std::vector<KindScores> result;
  for (const auto& [kind, some] : kinds) {
    std::set<std::string> systems;
    for (const Compared& row : some) systems.insert(row.seen().system);
    result.push_back({kind, systems.size(), scores_of(some)});
  }
  return result;
}

bool is_event_nearer(const KindScores& one) {
  constexpr std::size_t kLeastRows = 20;
  constexpr double kClearly = 0.9;  // of the cost model's error
  return one.systems > 1 && one.scores.event.rows >= kLeastRows &&
         one.scores.event.median < kClearly * one.scores.cost.median;
}

std::vector<Scored> predicted_by_replicates(std::span<const Observation* const> observations) {
  using Job = std::tuple<std::string, int, int>;
  using Call = std::tuple<core::Collective, double, sim::Way>;
  using Name = std::pair<Job, Call>;
  std::map<Name, Rows> groups;
  for (const Observation* row : observations) {
    const Job job{row->system, row->nodes, row->ranks};
    const Call call{row->collective, row->bytes, row->forced};
    groups[{job, call}].push_back(row);
  }
  std::vector<Scored> result;
  for (const auto& [name, group] : groups) {
    for (const Observation* row : group) {
      const double time = predicted_us(group, *row);
      if (time > 0) result.push_back({row, time, 0, 0});
    }
  }
  return result;
}

double Picks::share_right() const {
  return questions == 0 ? 0 : static_cast<double>(right) / static_cast<double>(questions);
}

Picks picks_of(std::span<const Scored> rows) {
  using Job = std::tuple<std::string, int, int>;
  using Call = std::tuple<core::Collective, double, std::string>;
  std::map<std::pair<Job, Call>, Duel> duels;
  for (const Scored& row : rows) {
    const Observation& seen = *row.seen;
    if (seen.is_replaced || (seen.forced.algorithm != "Ring" && seen.forced.algorithm != "Tree"))
      continue;
    const Job job{seen.system, seen.nodes, seen.ranks};
    Duel& duel = duels[{job, {seen.collective, seen.bytes, seen.forced.protocol}}];
    (seen.forced.algorithm == "Ring" ? duel.ring : duel.tree).add(row);
  }
  Picks picks;
  for (const auto& [name, duel] : duels) {
    if (duel.ring.count > 0 && duel.tree.count > 0) answer(duel, picks);
  }
  if (picks.questions > 0) picks.regret /= static_cast<double>(picks.questions);
  return picks;
}

}  // namespace treering::tuner::calibration
