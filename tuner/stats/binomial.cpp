#include "tuner/stats/binomial.h"

#include <boost/math/distributions/binomial.hpp>

namespace treering::tuner::stats {
namespace {

using Binomial = boost::math::binomial_distribution<double>;

}  // namespace

double probability_of_at_least(std::size_t count, std::size_t trials, double share) {
  if (count == 0) return 1;
  if (count > trials) return 0;
  const Binomial binomial(static_cast<double>(trials), share);
  return boost::math::cdf(boost::math::complement(binomial, static_cast<double>(count - 1)));
}

double probability_of_at_most(std::size_t count, std::size_t trials, double share) {
  if (count >= trials) return 1;
  const Binomial binomial(static_cast<double>(trials), share);
  return boost::math::cdf(binomial, static_cast<double>(count));
}

}  // namespace treering::tuner::stats
