#include "tuner/hosts/host_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "tuner/hosts/host_fit.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

using Series = std::tuple<std::string, core::Collective, std::string>;

Series series_of(const MeasuredCall& call) {
  return {call.job.library, call.configuration().collective, call.algorithm};
}

/// Every other series, in the order of their names.
std::map<Series, std::size_t> halves_of(const std::vector<MeasuredCall>& calls) {
  std::map<Series, std::size_t> halves;
  for (const MeasuredCall& call : calls) halves[series_of(call)] = 0;
  std::size_t place = 0;
  for (auto& [series, half] : halves) half = place++ % 2;
  return halves;
}

ScoredCall scored(MeasuredCall call, const core::Profile& profile) {
  auto expected = estimate(call.configuration(), call.algorithm, call.job, profile);
  return {std::move(call), *std::move(expected)};
}

}  // namespace

HostScore score_of(std::span<const ScoredCall> calls) {
  HostScore score;
  score.calls = calls.size();
  if (calls.empty()) return score;
  std::vector<double> errors;
  std::size_t covered = 0;
  for (const ScoredCall& one : calls) {
    errors.push_back(std::abs(one.relative_error()));
    if (one.is_covered()) ++covered;
  }
  constexpr double kNine = 0.9;
  score.median = stats::median(errors);
  score.p90 = stats::quantile(errors, kNine);
  score.covered = static_cast<double>(covered) / static_cast<double>(calls.size());
  return score;
}

std::vector<ScoredCall> scored_by(const core::Profile& profile, std::vector<MeasuredCall> calls) {
  std::vector<ScoredCall> all;
  for (MeasuredCall& call : calls) all.push_back(scored(std::move(call), profile));
  return all;
}

std::vector<ScoredCall> scored_unseen(const core::Profile& prior, std::vector<MeasuredCall> calls) {
  const auto halves = halves_of(calls);
  std::array<std::vector<MeasuredCall>, 2> by_half;
  for (const MeasuredCall& call : calls) by_half.at(halves.at(series_of(call))).push_back(call);
  const std::array fits{fit_hosts(by_half[0], prior).profile, fit_hosts(by_half[1], prior).profile};
  std::vector<ScoredCall> all;
  for (MeasuredCall& call : calls) {
    const std::size_t other = 1 - halves.at(series_of(call));
    all.push_back(scored(std::move(call), fits.at(other)));
  }
  return all;
}

}  // namespace treering::tuner::hosts
