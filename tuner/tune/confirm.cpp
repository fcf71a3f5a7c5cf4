#include "tuner/tune/confirm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include <boost/math/distributions/students_t.hpp>

namespace treering::tuner::tune {
namespace {

/// A claim's way and the library's own choice in one launch.
struct Pair {
  std::size_t size = 0;
  Observation own;
  Observation way;

  [[nodiscard]] double gain() const { return std::log(own.us / way.us); }
};

std::vector<Pair> fresh_pairs(const Grid& grid, const Evidence& evidence, const Claim& claim) {
  std::map<std::pair<int, std::size_t>, Observation> shown;
  for (const Fresh& one : evidence.fresh) shown[{one.launch, one.shown.cell}] = one.shown;
  std::vector<Pair> pairs;
  for (const auto& [place, one] : shown) {
    const Cell cell = grid.cell_at(place.second);
    if (cell.way != claim.way || cell.size < claim.first || cell.size > claim.last) continue;
    const auto own = shown.find({place.first, grid.index_of({cell.size, claim.own})});
    if (own != shown.end()) pairs.push_back({cell.size, own->second, one});
  }
  return pairs;
}

/// What launches of a size have for themselves, and how many repeats that is worth.
struct Moderated {
  double variance = 0;
  double freedom = 0;
};

/// Of each size, from the repeats of all.
class Moderation {
 public:
  Moderation(const Grid& grid, const ByCell& launches)
      : repeats_(grid, launches), of_all_(repeats_.variance()) {}

  [[nodiscard]] Moderated at(std::size_t size) const {
    constexpr double kMostOfAll = 4;
    const double weight = std::min(kMostOfAll, repeats_.freedom());
    if (weight <= 0) return {};
    const Spread of_size = repeats_.of_size(size, of_all_);
    return {of_size.variance(of_all_, weight), weight + of_size.freedom};
  }

 private:
  Repeats repeats_;
  double of_all_;
};

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
  if (shown.mean <= std::log1p(rule.tie) || shown.freedom <= 0) return 1;
  const boost::math::students_t_distribution<double> student(shown.freedom);
  return cdf(complement(student, shown.gain / shown.error));
}

}  // namespace

std::vector<Observation> Evidence::all() const {
  std::vector<Observation> result = chosen_from;
  for (const Fresh& one : fresh) result.push_back(one.shown);
  return result;
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
  const ByCell launches = by_cell(grid, evidence.all());
  const Moderation moderation(grid, launches);
  const std::vector<double> usual = sample_variances(grid, launches);
  Comparison comparison{0, 0, std::numeric_limits<double>::infinity(), 0};
  double weights = 0;
  double squares = 0;
  const std::vector<Pair> pairs = fresh_pairs(grid, evidence, claim);
  for (const Pair& pair : pairs) {
    const Moderated noise = moderation.at(pair.size);
    const auto of_samples = [&](double sd) { return std::max(sd * sd, usual[pair.size]); };
    const double variance = std::max(
        kLeastVariance, 2 * noise.variance + (of_samples(pair.way.sd) + of_samples(pair.own.sd)));
    const double weight = claim.gain_at(pair.size) / variance;
    comparison.gain += weight * pair.gain();
    comparison.mean += pair.gain() / static_cast<double>(pairs.size());
    weights += weight;
    squares += weight * weight * variance;
    // Sizes share what all of them show, so their repeats do not add up.
    comparison.freedom = std::min(comparison.freedom, noise.freedom);
  }
  comparison.gain /= weights;
  comparison.error = std::sqrt(squares) / weights;
  return comparison;
}

double p_of(const Grid& grid, const Evidence& evidence, const Claim& claim, const Rule& rule) {
  const auto look = std::ranges::find(kLooks, pairs_of(grid, evidence, claim), &Look::pairs);
  if (look == kLooks.end()) return 1;
  return std::min(1.0, p_of_pairs(compared(grid, evidence, claim), rule) / look->share);
}

std::size_t pairs_needed(const Grid& grid, const Evidence& evidence, const Claim& claim) {
  const ByCell launches = by_cell(grid, evidence.all());
  constexpr std::size_t kUsual = 3;
  const Moderation moderation(grid, launches);
  if (moderation.at(claim.first).freedom <= 0) return kUsual;
  const std::vector<double> of_samples = sample_variances(grid, launches);
  double shown = 0;  // (gain / error)^2 of a pair at each size
  for (std::size_t size = claim.first; size <= claim.last; ++size) {
    const double of_pair = 2 * (moderation.at(size).variance + of_samples[size]);
    const double gain = claim.gain_at(size);
    shown += gain * gain / std::max(kLeastVariance, of_pair);
  }
  constexpr double kErrors = 3;  // that the gain has to be away from none
  const auto sizes = static_cast<double>(claim.last - claim.first + 1);
  const double needed = kErrors * kErrors * sizes / shown;
  const auto look = std::ranges::find_if(kLooks, [&](const Look& one) {
    return one.pairs >= kUsual && static_cast<double>(one.pairs) >= needed;
  });
  return look == kLooks.end() ? kMostPairs : look->pairs;
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
