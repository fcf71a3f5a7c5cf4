#include "app/tuning/choices.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace treering::app::tuning {
namespace {

using tuner::tune::Belief;
using tuner::tune::Grid;
using tuner::tune::Standing;
using tuner::tune::Table;

/// Half of an 80 % interval of a normal distribution, in standard deviations.
constexpr double kHalfOf80Percent = 1.2815515655446004;

/// ln of the time of the library's own choice over that of another way.
struct LogGain {
  double mean = 0;
  double variance = 0;
};

struct AtSize {
  std::size_t way = 0;
  Reason reason = Reason::Tie;
  std::optional<LogGain> gain;
  double confidence = 0;
  std::size_t measured = 0;
};

LogGain log_gain(const Belief& belief, std::size_t own, std::size_t other) {
  return {belief.mean[own] - belief.mean[other],
          std::max(0.0, belief.between(own, own) + belief.between(other, other) -
                            2 * belief.between(own, other))};
}

/// Whether a way is surely faster than the library's own, by more than a tie.
bool is_sure(const LogGain& gain, double tie) {
  return gain.mean > std::log1p(tie) &&
         tuner::tune::chance_above_zero(gain.mean, std::sqrt(gain.variance)) >= kLeastSureness;
}

class Judge {
 public:
  Judge(const Table& table, const Belief& belief, const std::vector<Standing>& standings,
        const tuner::tune::Rule& rule)
      : table_(table), belief_(belief), standings_(standings), rule_(rule) {
    for (const auto& one : table.observations) measured_.insert(one.cell);
  }

  [[nodiscard]] AtSize at(std::size_t size) const {
    const Standing& standing = standings_[size];
    const Grid& grid = table_.grid;
    AtSize result{standing.way, Reason::Fastest, {}, 1 - standing.doubt, 0};
    std::size_t possible = 0;
    for (std::size_t way = 0; way < grid.ways.size(); ++way) {
      if (table_.possible[grid.index_of({size, way})]) ++possible;
      result.measured += measured_.count(grid.index_of({size, way}));
    }
    const auto own = grid.default_way();
    if (possible < 2) {
      result.reason = possible == 0 ? Reason::AllFailed : Reason::OnlyWay;
    } else if (own && table_.possible[grid.index_of({size, *own})]) {
      settle(size, *own, result);
    }
    return result;
  }

 private:
  void settle(std::size_t size, std::size_t own, AtSize& result) const {
    const Grid& grid = table_.grid;
    if (result.way == own) {
      result.reason = standings_[size].is_settled ? Reason::Tie : Reason::Undecided;
      return;
    }
    const LogGain gain =
        log_gain(belief_, grid.index_of({size, own}), grid.index_of({size, result.way}));
    if (!is_sure(gain, rule_.tie)) {
      result.way = own;
      result.reason = Reason::Undecided;
      return;
    }
    result.reason = Reason::Faster;
    result.gain = gain;
  }

  const Table& table_;
  const Belief& belief_;
  const std::vector<Standing>& standings_;
  const tuner::tune::Rule& rule_;
  std::set<std::size_t> measured_;
};

/// Of sizes that share a choice: their gains are one number as far as they move together, so the
/// interval is the widest of any.
std::optional<Choice::Gain> gain_over(const std::vector<AtSize>& sizes) {
  double mean = 0;
  double widest = 0;
  for (const AtSize& one : sizes) {
    if (!one.gain) return std::nullopt;
    mean += one.gain->mean / static_cast<double>(sizes.size());
    widest = std::max(widest, std::sqrt(one.gain->variance));
  }
  const double half = kHalfOf80Percent * widest;
  return Choice::Gain{std::exp(mean), std::exp(mean - half), std::exp(mean + half)};
}

Choice choice_over(const Grid& grid, std::size_t first, const std::vector<AtSize>& sizes) {
  Choice choice;
  choice.collective = grid.call.collective;
  choice.from_bytes = grid.sizes[first];
  choice.to_bytes = grid.sizes[first + sizes.size() - 1];
  choice.way = grid.ways[sizes.front().way];
  choice.reason = sizes.front().reason;
  choice.gain = gain_over(sizes);
  choice.confidence = 1;
  for (const AtSize& one : sizes) {
    choice.confidence = std::min(choice.confidence, one.confidence);
    choice.measured += one.measured;
  }
  return choice;
}

bool are_alike(const AtSize& one, const AtSize& other) {
  return one.way == other.way && one.reason == other.reason;
}

}  // namespace

std::string_view name_of(Reason reason) {
  switch (reason) {
    case Reason::Faster:
      return "faster";
    case Reason::Tie:
      return "tie";
    case Reason::Undecided:
      return "undecided";
    case Reason::Fastest:
      return "fastest";
    case Reason::OnlyWay:
      return "only way";
    case Reason::AllFailed:
      return "all failed";
  }
  return "";
}

std::vector<Choice> choices_of(const tuner::tune::Tuning& tuning, const tuner::tune::Rule& rule) {
  std::vector<Choice> choices;
  for (std::size_t table = 0; table < tuning.tables.size(); ++table) {
    const Grid& grid = tuning.tables[table].grid;
    const Judge judge(tuning.tables[table], tuning.beliefs[table], tuning.standings[table], rule);
    std::vector<AtSize> run;
    for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
      const AtSize next = judge.at(size);
      if (!run.empty() && !are_alike(run.back(), next)) {
        choices.push_back(choice_over(grid, size - run.size(), run));
        run.clear();
      }
      run.push_back(next);
    }
    if (!run.empty()) choices.push_back(choice_over(grid, grid.sizes.size() - run.size(), run));
  }
  return choices;
}

}  // namespace treering::app::tuning
