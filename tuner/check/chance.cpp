#include "tuner/check/chance.h"

#include <boost/math/distributions/binomial.hpp>

namespace treering::tuner::check {
namespace {

constexpr double kSure = 0.01;

}  // namespace

double chance_of(std::size_t odd, std::size_t rows, double share) {
  if (odd == 0) return 1;
  const boost::math::binomial_distribution<double> binomial(static_cast<double>(rows), share);
  return boost::math::cdf(boost::math::complement(binomial, static_cast<double>(odd - 1)));
}

bool is_beyond_chance(std::size_t odd, std::size_t rows, double share) {
  return chance_of(odd, rows, share) < kSure;
}

}  // namespace treering::tuner::check
