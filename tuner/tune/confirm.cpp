#include "tuner/tune/confirm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include <boost/math/distributions/students_t.hpp>

namespace treering::tuner::tune {
namespace {

/// Before fresh launches are spent on it.
constexpr double kLeastChance = 0.8;

std::optional<double> saving_at(const Grid& grid, const Belief& belief, std::size_t size,
                                std::size_t way) {
  const LogRatio slower =
      log_ratio(belief, grid.index_of({size, *grid.default_way()}), grid.index_of({size, way}));
  if (chance_above_zero(slower.mean, slower.sd) < kLeastChance) return std::nullopt;
  return slower.mean;
}

/// A claim's way and the library's own choice in one launch.
struct Pair {
  std::size_t size = 0;
  double gain = 0;  // ln
};

std::vector<Pair> fresh_pairs(const Grid& grid, const Evidence& evidence, const Claim& claim) {
  std::map<std::pair<int, std::size_t>, double> us;
  for (const Fresh& one : evidence.fresh) us[{one.launch, one.shown.cell}] = one.shown.us;
  std::vector<Pair> pairs;
  for (const auto& [place, time] : us) {
    const Cell cell = grid.cell_at(place.second);
    if (cell.way != claim.way || cell.size < claim.first || cell.size > claim.last) continue;
    const auto own = us.find({place.first, grid.index_of({cell.size, claim.own})});
    if (own != us.end()) pairs.push_back({cell.size, std::log(own->second / time)});
  }
  return pairs;
}

/// Of one launch at a size, and how many repeats that is worth.
struct Moderated {
  double variance = 0;
  double freedom = 0;
};

Moderated moderated(const Repeats& repeats, std::size_t size) {
  if (repeats.all().freedom <= 0) return {};
  constexpr double kMostOfAll = 4;
  const double weight = std::min(kMostOfAll, repeats.all().freedom);
  const double of_all = repeats.all().variance(0, 0);
  return {repeats.of_size(size).variance(of_all, weight), weight + repeats.of_size(size).freedom};
}

/// 1/2, 1/4, 3/4, 1/8, 5/8, ...: each stretch of them is spread evenly (van der Corput 1935).
double van_der_corput(std::size_t index) {
  double place = 0;
  for (double digit = 0.5; index > 0; index /= 2, digit /= 2) {
    if (index % 2 == 1) place += digit;
  }
  return place;
}

/// One look's.
double p_of_pairs(const Comparison& shown, const Rule& rule) {
  if (shown.gain <= std::log1p(rule.tie) || shown.freedom <= 0) return 1;
  if (shown.error <= 0) return 0;
  const boost::math::students_t_distribution<double> student(shown.freedom);
  return cdf(complement(student, shown.gain / shown.error));
}

}  // namespace

std::vector<Observation> Evidence::all() const {
  std::vector<Observation> result = chosen_from;
  for (const Fresh& one : fresh) result.push_back(one.shown);
  return result;
}

std::vector<Claim> claims_of(const Grid& grid, const Belief& belief,
                             const std::vector<bool>& possible,
                             const std::vector<Standing>& standings) {
  std::vector<Claim> claims;
  const auto own = grid.default_way();
  if (!own) return claims;
  for (std::size_t size = 0; size < standings.size(); ++size) {
    const std::size_t way = standings[size].way;
    if (way == *own || !possible[grid.index_of({size, *own})]) continue;
    if (!possible[grid.index_of({size, way})]) continue;
    const auto saving = saving_at(grid, belief, size, way);
    if (!saving) continue;
    if (!claims.empty() && claims.back().way == way && claims.back().last + 1 == size) {
      claims.back().last = size;
      claims.back().saving += *saving;
    } else {
      claims.push_back({size, size, way, *own, *saving});
    }
  }
  return claims;
}

std::size_t pairs_of(const Grid& grid, const Evidence& evidence, const Claim& claim) {
  return fresh_pairs(grid, evidence, claim).size();
}

std::size_t next_size(const Grid& grid, const Evidence& evidence, const Claim& claim) {
  const std::size_t pairs = pairs_of(grid, evidence, claim);
  if (pairs == 1) return claim.first;
  if (pairs == 2) return claim.last;
  const auto sizes = static_cast<double>(claim.last - claim.first + 1);
  const double place = van_der_corput(pairs == 0 ? 1 : pairs - 1);
  return claim.first + static_cast<std::size_t>(place * sizes);
}

Comparison compared(const Grid& grid, const Evidence& evidence, const Claim& claim) {
  const std::vector<Pair> pairs = fresh_pairs(grid, evidence, claim);
  const Repeats repeats(grid, by_cell(evidence.all()));
  const auto count = static_cast<double>(pairs.size());
  Comparison comparison{0, 0, std::numeric_limits<double>::infinity()};
  double variance = 0;
  for (const Pair& pair : pairs) {
    const Moderated noise = moderated(repeats, pair.size);
    comparison.gain += pair.gain / count;
    variance += 2 * noise.variance / (count * count);
    // Sizes share what all of them show, so their repeats do not add up.
    comparison.freedom = std::min(comparison.freedom, noise.freedom);
  }
  comparison.error = std::sqrt(variance);
  return comparison;
}

double p_of(const Grid& grid, const Evidence& evidence, const Claim& claim, const Rule& rule) {
  const auto look = std::ranges::find(kLooks, pairs_of(grid, evidence, claim), &Look::pairs);
  if (look == kLooks.end()) return 1;
  return std::min(1.0, p_of_pairs(compared(grid, evidence, claim), rule) / look->share);
}

bool is_worth_more(const Grid& grid, const Evidence& evidence, const Claim& claim,
                   const Rule& rule) {
  constexpr std::size_t kUsual = 4;
  constexpr double kMostP = 0.2;
  const std::size_t pairs = pairs_of(grid, evidence, claim);
  if (pairs < kUsual) return true;
  return pairs < kMostPairs && p_of_pairs(compared(grid, evidence, claim), rule) <= kMostP;
}

}  // namespace treering::tuner::tune
