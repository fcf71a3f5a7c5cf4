#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "tuner/tune/confirm.h"

namespace treering::tuner::tune {
namespace {

constexpr double kLeastChance = 0.8;

class Finder {
 public:
  Finder(const Known& known, const std::vector<Standing>& standings, const Rule& rule)
      : known_(known), standings_(standings), tie_(std::log1p(rule.tie)) {}

  /// One claim for each way that may stand at a size.
  [[nodiscard]] std::vector<Claim> at(std::size_t size) const {
    std::vector<Claim> claims;
    const auto own = known_.grid.default_way();
    if (!own || standings_[size].way == *own || !is_possible(size, *own)) return claims;
    for (std::size_t way = 0; way < known_.grid.ways.size(); ++way) {
      if (way == *own || !is_possible(size, way)) continue;
      const LogRatio saving = ratio(size, *own, way);
      const LogRatio slower = ratio(size, way, standings_[size].way);
      // Of one that is not the choice more is asked: a claim should not reach beyond its gain.
      const double least = way == standings_[size].way ? 0 : tie_;
      if (chance_above_zero(saving.mean - least, saving.sd) < kLeastChance) continue;
      if (chance_above_zero(slower.mean - tie_, slower.sd) >= kLeastChance) continue;
      claims.push_back({size, size, way, *own, {saving.mean}});
    }
    return claims;
  }

 private:
  [[nodiscard]] bool is_possible(std::size_t size, std::size_t way) const {
    return known_.possible[known_.grid.index_of({size, way})];
  }
  [[nodiscard]] LogRatio ratio(std::size_t size, std::size_t slow, std::size_t fast) const {
    return log_ratio(known_.belief, known_.grid.index_of({size, slow}),
                     known_.grid.index_of({size, fast}));
  }

  const Known& known_;
  const std::vector<Standing>& standings_;
  double tie_;
};

/// Those that go on at the next size, longer by it.
std::vector<Claim> continued(const std::vector<Claim>& claims, const std::vector<Claim>& next) {
  std::vector<Claim> longer;
  for (Claim claim : claims) {
    const auto same = std::ranges::find(next, claim.way, &Claim::way);
    if (same == next.end()) continue;
    claim.last = same->last;
    claim.gains.push_back(same->gains.front());
    longer.push_back(claim);
  }
  return longer;
}

}  // namespace

double Claim::saving() const {
  return std::accumulate(gains.begin(), gains.end(), 0.0);
}

std::vector<Claim> claims_of(const Known& known, const std::vector<Standing>& standings,
                             const std::function<std::size_t(const Claim&)>& pairs,
                             const Rule& rule) {
  const Finder finder(known, standings, rule);
  std::vector<Claim> result;
  std::vector<Claim> open;  // over the same sizes
  const auto close = [&] {
    if (open.empty()) return;
    result.push_back(*std::ranges::max_element(
        open, {}, [&](const Claim& one) { return std::pair(pairs(one), one.saving()); }));
    open.clear();
  };
  for (std::size_t size = 0; size < standings.size(); ++size) {
    std::vector<Claim> next = finder.at(size);
    std::vector<Claim> longer = continued(open, next);
    if (longer.empty()) close();
    open = longer.empty() ? std::move(next) : std::move(longer);
  }
  close();
  return result;
}

}  // namespace treering::tuner::tune
