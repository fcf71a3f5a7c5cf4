#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "bench/host_check/sweeps.h"

namespace treering::tuner::hosts {
namespace {

Planted planted(int ranks, std::vector<int> slow, double share) {
  Planted all{std::vector<double>(static_cast<std::size_t>(ranks), kGbit), std::move(slow)};
  for (const int rank : all.slow) all.gbit.at(static_cast<std::size_t>(rank)) *= share;
  return all;
}

int some(int ranks, stats::Dice& dice) {
  return static_cast<int>(dice.uniform() * ranks);
}

Truth one_slow(double share) {
  return {fmt::format("one at {:.0f} %", 100 * share),
          [=](int ranks, stats::Dice& dice) { return planted(ranks, {some(ranks, dice)}, share); }};
}

Planted two_slow(int ranks, stats::Dice& dice) {
  const int one = some(ranks, dice);
  return planted(ranks, {one, (one + 1 + some(ranks - 1, dice)) % ranks}, 0.5);
}

Planted all_slow(int ranks, stats::Dice&) {
  std::vector<int> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  return planted(ranks, all, 0.5);
}

/// Of calls that are slower than the links should make them.
Answer of_slow(const HostCheck& check, const Planted& planted) {
  const bool is_every = planted.slow.size() == planted.gbit.size();
  const bool is_one = planted.slow.size() == 1;
  const int culprit = is_every ? -1 : planted.slow.front();
  const bool is_named =
      std::ranges::any_of(check.links, [&](const SlowLink& link) { return link.rank == culprit; });
  switch (check.outcome) {
    case Outcome::AsExpected:
      return Answer::Missed;
    case Outcome::TooFew:
      return Answer::Open;
    case Outcome::Unexplained:
      return is_one || is_every ? Answer::Open : Answer::Right;
    case Outcome::SlowLink:
    case Outcome::AllSlow:
      return (is_one || is_every) && is_named ? Answer::Right : Answer::Wrong;
    case Outcome::SlowLinks:
    case Outcome::OneOrAll:
      return is_named ? Answer::Open : Answer::Wrong;  // both say that several may be slow
    case Outcome::LateOrSlowLink:                      // says that it may be a link
      return is_one && check.late.front().rank == culprit ? Answer::Open : Answer::Wrong;
    case Outcome::LateRank:
    case Outcome::TooFast:
      return Answer::Wrong;
  }
  return Answer::Wrong;
}

}  // namespace

std::vector<Truth> truths() {
  return {{"equal", [](int ranks, stats::Dice&) { return planted(ranks, {}, 1); }},
          one_slow(0.7),
          one_slow(0.5),
          one_slow(0.2),
          {"two at 50 %", two_slow},
          {"all at 50 %", all_slow}};
}

Answer answer_of(const HostCheck& check, const Planted& planted) {
  if (!planted.slow.empty()) return of_slow(check, planted);
  if (check.outcome == Outcome::AsExpected) return Answer::Right;
  return check.outcome == Outcome::TooFew ? Answer::Open : Answer::Wrong;
}

double found_by_planted(const SlowLink& link, const Planted& planted) {
  const auto rank = static_cast<std::size_t>(std::max(link.rank, 0));
  return link.gbit * link.likely_share() / planted.gbit.at(rank);
}

}  // namespace treering::tuner::hosts
