#include "tuner/check/chance.h"

#include "tuner/stats/binomial.h"

namespace treering::tuner::check {
namespace {

constexpr double kSure = 0.01;

}  // namespace

double chance_of(std::size_t odd, std::size_t rows, double share) {
  return stats::probability_of_at_least(odd, rows, share);
}

bool is_beyond_chance(std::size_t odd, std::size_t rows, double share) {
  return chance_of(odd, rows, share) < kSure;
}

}  // namespace treering::tuner::check
