#include "tuner/tune/standing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace treering::tuner::tune {
namespace {

double density(double x) {
  return std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
}

double distribution(double x) {
  return std::erfc(-x / std::numbers::sqrt2) / 2;
}

std::vector<std::size_t> ways_at(const Known& known, std::size_t size) {
  std::vector<std::size_t> result;
  for (std::size_t way = 0; way < known.grid.ways.size(); ++way) {
    if (known.possible[known.grid.index_of({size, way})]) result.push_back(way);
  }
  return result;
}

class AtSize {
 public:
  AtSize(const Grid& grid, const Belief& belief, std::size_t size, const Rule& rule)
      : grid_(grid), belief_(belief), size_(size), rule_(rule) {}

  [[nodiscard]] Standing standing(const std::vector<std::size_t>& ways) const {
    Standing result;
    if (ways.empty()) {
      result.doubt = 1;
      result.is_settled = true;  // there is nothing to measure
      return result;
    }
    result.way = *std::ranges::min_element(
        ways, {}, [&](std::size_t way) { return belief_.mean[cell(way)]; });
    const auto own = grid_.default_way();
    if (own && *own != result.way && std::ranges::find(ways, *own) != ways.end()) {
      const LogRatio slower = log_ratio(belief_, cell(*own), cell(result.way));
      if (slower.mean <= tie()) {
        result.way = *own;
        result.is_tie = true;
      }
    }
    weigh(ways, result);
    result.is_settled = is_settled(result);
    return result;
  }

  [[nodiscard]] bool is_settled(const Standing& choice) const {
    return choice.doubt <= rule_.most_doubt || choice.loss <= rule_.most_loss;
  }

  void weigh(const std::vector<std::size_t>& ways, Standing& choice) const {
    choice.loss = 0;
    choice.doubt = 0;
    for (const std::size_t other : ways) {
      if (other == choice.way) continue;
      const LogRatio slower = log_ratio(belief_, cell(choice.way), cell(other));
      choice.loss += expected_excess(slower.mean, slower.sd);
      choice.doubt += chance_above_zero(slower.mean - tie(), slower.sd);
    }
    choice.doubt = std::min(choice.doubt, 1.0);
  }

 private:
  [[nodiscard]] std::size_t cell(std::size_t way) const { return grid_.index_of({size_, way}); }
  [[nodiscard]] double tie() const { return std::log1p(rule_.tie); }

  const Grid& grid_;
  const Belief& belief_;
  std::size_t size_;
  const Rule& rule_;
};

}  // namespace

LogRatio log_ratio(const Belief& belief, std::size_t slow, std::size_t fast) {
  const double variance =
      belief.between(slow, slow) + belief.between(fast, fast) - 2 * belief.between(slow, fast);
  return {belief.mean[slow] - belief.mean[fast], std::sqrt(std::max(variance, 0.0))};
}

double expected_excess(double mean, double sd) {
  if (sd <= 0) return std::max(mean, 0.0);
  return mean * distribution(mean / sd) + sd * density(mean / sd);
}

double chance_above_zero(double mean, double sd) {
  if (sd <= 0) return mean > 0 ? 1 : 0;
  return distribution(mean / sd);
}

std::vector<Standing> standings(const Known& known, const Rule& rule) {
  std::vector<Standing> result;
  for (std::size_t size = 0; size < known.grid.sizes.size(); ++size) {
    result.push_back(AtSize(known.grid, known.belief, size, rule).standing(ways_at(known, size)));
  }
  return result;
}

void weigh(const Known& known, std::vector<Standing>& choices, const Rule& rule) {
  for (std::size_t size = 0; size < choices.size(); ++size) {
    const std::vector<std::size_t> ways = ways_at(known, size);
    if (ways.empty()) continue;
    const AtSize here(known.grid, known.belief, size, rule);
    here.weigh(ways, choices[size]);
    choices[size].is_settled = choices[size].is_settled && here.is_settled(choices[size]);
  }
}

}  // namespace treering::tuner::tune
