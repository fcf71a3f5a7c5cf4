// Prints how often a check of hosts is right, on simulated sweeps whose links are known. Fixed
// seeds, so the same figures every time.
//
//   bench_host_check [SWEEPS]     100 of each kind unless said, some minutes
//
// A call takes what the model says with both ways of a link at once, with one after the other, or
// something in between, times a scatter that neither knows. The last column is the rate that right
// answers give a slow link, by the rate that it has: the median, and where nine of ten lie between.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/host_check/sweeps.h"
#include "tests/tuner/stats/series.h"
#include "tuner/stats/quantiles.h"

namespace {

using namespace treering::tuner::hosts;
using treering::tuner::stats::Dice;

constexpr std::array kScatters{0.02, 0.10, 0.25};

struct Tally {
  std::array<std::size_t, kAnswers> counts{};
  std::vector<double> rates;  // found by planted, of answers that are right and name a link

  [[nodiscard]] double percent(Answer answer, std::size_t of) const {
    return 100 * static_cast<double>(counts.at(static_cast<std::size_t>(answer))) /
           static_cast<double>(of);
  }
};

Tally tally(const Sweep& sweep, const Truth& truth, double scatter, std::size_t sweeps) {
  Tally all;
  for (std::size_t seed = 1; seed <= sweeps; ++seed) {
    Dice dice(seed);
    const Planted planted = truth.planted(sweep.ranks, dice);
    const HostCheck check =
        check_hosts(simulated(sweep, planted.gbit, scatter, dice),
                    std::vector<double>(static_cast<std::size_t>(sweep.ranks), kGbit));
    const Answer answer = answer_of(check, planted);
    ++all.counts.at(static_cast<std::size_t>(answer));
    if (answer != Answer::Right || check.links.empty()) continue;
    all.rates.push_back(found_by_planted(check.links.front(), planted));
  }
  return all;
}

std::string text_of(const std::vector<double>& rates) {
  if (rates.empty()) return "-";
  constexpr double kLow = 0.05;
  constexpr double kHigh = 0.95;
  using treering::tuner::stats::quantile;
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", treering::tuner::stats::median(rates),
                     quantile(rates, kLow), quantile(rates, kHigh));
}

void print(const Sweep& sweep, std::size_t sweeps) {
  fmt::print("\n{}, {} ranks\n\n", sweep.name, sweep.ranks);
  fmt::print(
      "| links | scatter | right | left open | missed | wrong | rate found / planted |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const Truth& truth : truths()) {
    for (const double scatter : kScatters) {
      const Tally all = tally(sweep, truth, scatter, sweeps);
      fmt::print("| {} | {:.0f} % | {:.0f} % | {:.0f} % | {:.0f} % | {:.0f} % | {} |\n", truth.name,
                 100 * scatter, all.percent(Answer::Right, sweeps),
                 all.percent(Answer::Open, sweeps), all.percent(Answer::Missed, sweeps),
                 all.percent(Answer::Wrong, sweeps), text_of(all.rates));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::size_t kSweeps = 100;
  const std::size_t sweeps = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : kSweeps;
  for (const Sweep& sweep : sweeps_of_ranks()) print(sweep, sweeps);
}
