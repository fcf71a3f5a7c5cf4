#include "tuner/measure/sweep.h"

#include <algorithm>
#include <utility>

namespace treering::tuner::measure {
namespace {

constexpr std::size_t kMostBetweenSentinels = 8;
/// Six turns that all rise or all fall are rare by chance (2 orders of 720), and still are after
/// adjusting for a few launches: one before each fifth of the sweep, and one at the end. Five (2 of
/// 120) would do for one launch alone. Sweeps of fewer configurations have one at each end.
constexpr std::size_t kParts = 5;

/// Whether the sentinel comes before the configuration at that place. Fifths are as equal as can
/// be: of nine configurations there are four with two, and one with one.
bool is_turn(std::size_t place, std::size_t configurations) {
  const bool has_fifths =
      configurations >= kParts && configurations <= kParts * kMostBetweenSentinels;
  if (place == 0 || !has_fifths) return place % kMostBetweenSentinels == 0;
  return place * kParts / configurations > (place - 1) * kParts / configurations;
}

/// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014): the same numbers with every compiler.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace

std::vector<Trial> trials_of(const Sweep& sweep, int launch) {
  std::vector<Trial> order;
  for (const Configuration& one : sweep.configurations) order.push_back({one, launch});
  if (order.empty()) return order;
  const Configuration sentinel = order[order.size() / 2].configuration;
  Random random(sweep.seed * 1'000'003 + static_cast<std::uint64_t>(launch));
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.next() % left]);
  }
  if (order.size() == 1 || !sweep.has_sentinel) return order;
  std::vector<Trial> all;
  int turn = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (is_turn(i, order.size())) all.push_back({sentinel, launch, true, turn++});
    all.push_back(std::move(order[i]));
  }
  all.push_back({sentinel, launch, true, turn});
  return all;
}

}  // namespace treering::tuner::measure
