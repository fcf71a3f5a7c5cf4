#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "bench/coverage/tables.h"

namespace treering::tuner::stats {
namespace {

Noise correlated(double correlation) {
  return {fmt::format("correlation {:.1f}", correlation),
          [=](Dice& dice, std::size_t count) { return dice.correlated(count, correlation); }};
}

}  // namespace

double percent(std::size_t count, std::size_t of) {
  return of == 0 ? 0 : 100 * static_cast<double>(count) / static_cast<double>(of);
}

std::vector<Noise> kinds_of_noise() {
  return {{"normal", [](Dice& dice, std::size_t count) { return dice.normals(count); }},
          {"long tail (log-normal)",
           [](Dice& dice, std::size_t count) {
             Samples samples = dice.normals(count);
             for (double& sample : samples) sample = std::exp(sample) - 1;
             return samples;
           }},
          correlated(0.3),
          correlated(0.5),
          correlated(0.7),
          correlated(0.9)};
}

Noise falling(const Fall& fall) {
  std::string name = fmt::format("falls, over {:.0f} calls", fall.calls);
  if (fall.warmups > 0) name += fmt::format(", after {:.0f} warm-ups", fall.warmups);
  return {std::move(name), [=](Dice& dice, std::size_t count) {
            Samples samples = dice.normals(count);
            for (std::size_t i = 0; i < count; ++i) {
              const double call = fall.warmups + static_cast<double>(i);
              samples[i] += fall.from * std::exp(-call / fall.calls);
            }
            return samples;
          }};
}

Noise two_states(double calls) {
  return {fmt::format("two states, {:.0f} calls each", calls), [=](Dice& dice, std::size_t count) {
            constexpr double kSlowShare = 0.4;
            constexpr double kSlower = 20;
            // Five sixths of the fast calls are below the median of all (normal quantile).
            constexpr double kMedian = 0.9674;
            Samples samples;
            bool is_slow = dice.uniform() < kSlowShare;
            for (std::size_t i = 0; i < count; ++i) {
              samples.push_back((is_slow ? kSlower : 0) + dice.normal() - kMedian);
              // So that turns have that mean length over both states, and their shares stay.
              const double leaving = (is_slow ? 1 - kSlowShare : kSlowShare) * 2 / calls;
              if (dice.uniform() < leaving) is_slow = !is_slow;
            }
            return samples;
          }};
}

}  // namespace treering::tuner::stats
