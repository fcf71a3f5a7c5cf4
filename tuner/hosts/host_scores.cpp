#include "tuner/hosts/host_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/hosts/host_fit.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Means;
using Half = std::optional<std::size_t>;  // 0 or 1

/// How many calls each group has, in the order of the groups.
using Sizes = std::map<std::size_t, std::size_t>;

/// Each group goes to the half that has fewer calls so far.
std::map<std::size_t, std::size_t> halves_of(const Sizes& groups) {
  std::map<std::size_t, std::size_t> halves;
  std::array<std::size_t, 2> calls{};
  for (const auto& [group, size] : groups) {
    const std::size_t half = calls[0] <= calls[1] ? 0 : 1;
    halves[group] = half;
    calls.at(half) += size;
  }
  return halves;
}

/// By call; nothing where the calls of its library and hosts are of one group.
std::vector<Half> halves_of(const std::vector<MeasuredCall>& calls) {
  const std::vector<std::size_t> groups = message_groups(calls);
  std::map<Means, Sizes> sizes;
  for (std::size_t i = 0; i < calls.size(); ++i) ++sizes[calls[i].job.means()][groups[i]];
  std::map<std::size_t, std::size_t> halves;
  for (const auto& [means, own] : sizes) {
    if (own.size() > 1) halves.merge(halves_of(own));
  }
  std::vector<Half> all;
  for (const std::size_t group : groups) {
    const auto half = halves.find(group);
    all.push_back(half == halves.end() ? Half() : half->second);
  }
  return all;
}

std::string why_not(const Means& means, std::size_t calls) {
  return fmt::format(
      "{} {}: all algorithms of these {} send the same messages, so a fit has seen each of them",
      name_of(means.library),
      means.transport == sim::hosts::Transport::Tcp ? "over links" : "on one machine",
      core::counted(calls, "call"));
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

UnseenScores scored_unseen(const core::Profile& prior, std::vector<MeasuredCall> calls) {
  const std::vector<Half> halves = halves_of(calls);
  std::array<std::vector<MeasuredCall>, 2> by_half;
  std::map<Means, std::size_t> without;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (halves[i]) {
      by_half.at(*halves[i]).push_back(calls[i]);
    } else {
      ++without[calls[i].job.means()];
    }
  }
  const std::array fits{fit_hosts(by_half[0], prior).profile, fit_hosts(by_half[1], prior).profile};
  UnseenScores all;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (halves[i]) all.calls.push_back(scored(std::move(calls[i]), fits.at(1 - *halves[i])));
  }
  for (const auto& [means, count] : without) all.left_out.push_back(why_not(means, count));
  return all;
}

}  // namespace treering::tuner::hosts
