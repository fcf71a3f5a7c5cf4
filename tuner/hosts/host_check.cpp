#include "tuner/hosts/host_check.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/hosts/host_profile.h"
#include "sim/hosts/host_time.h"
#include "tuner/hosts/measured_calls.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Hosts;

constexpr std::size_t kFewest = 3;  // rows that can say something
// The share of a link's rate is sought down to a hundredth: in steps of 10 %, then of 1 %.
constexpr double kStep = 0.9;
constexpr double kFineStep = 0.99;
constexpr double kLeastShare = 0.01;
// Rows that a hypothesis has to leave unexplained, of all, before it is out.
constexpr double kUnexplained = 0.1;
// The share of a call's time that is the links', if they decide it.
constexpr double kDecided = 0.75;
// Rows that may be off by chance: those that the tolerance leaves, twice over.
constexpr double kByChance = 0.2;
// So many rows has a slow link to explain, which are off without it.
constexpr double kFewestExplained = 3;

std::size_t width_of(const measure::Configuration& one) {
  return core::size_of(one.type).count();
}

/// Nothing where no pattern of what ran is known.
std::optional<double> time_us(const Row& row, const Hosts& hosts) {
  const auto& one = row.configuration;
  if (one.pair) {
    return sim::hosts::message_time(one.pair->from, one.pair->to, static_cast<double>(one.bytes),
                                    hosts)
        .in_us();
  }
  const std::size_t elements = std::max<std::size_t>(one.bytes / width_of(one), 1);
  const auto time =
      sim::hosts::host_time({one.collective, row.algorithm, elements, width_of(one)}, hosts);
  if (!time) return std::nullopt;
  return time->in_us();
}

/// Over links; Open MPI's where the library is not known.
std::size_t eager_bytes_of(const std::string& runner) {
  if (std::ranges::find(sim::hosts::kLibraries, runner) == sim::hosts::kLibraries.end()) {
    return sim::hosts::kOpenMpiEager;
  }
  const auto& profile = sim::hosts::assumed_profile();
  return static_cast<std::size_t>(
      parameter_of(profile, sim::hosts::Quantity::EagerLimit, {runner, sim::hosts::Transport::Tcp})
          .value);
}

/// The latency that makes the calls of the least size take what they took: there links hardly
/// count.
double latency_of(const std::vector<Row>& rows, Hosts hosts) {
  std::uint64_t least = rows.front().configuration.bytes;
  for (const Row& row : rows) least = std::min(least, row.configuration.bytes);
  std::vector<double> all;
  for (const Row& row : rows) {
    if (row.configuration.bytes != least) continue;
    hosts.latency_us = 0;
    const double links = *time_us(row, hosts);
    constexpr double kProbe = 1000;
    hosts.latency_us = kProbe;
    const double messages = (*time_us(row, hosts) - links) / kProbe;  // one after another
    all.push_back(std::max(row.measured_us - links, 0.0) / messages);
  }
  return stats::median(all);
}

Expected expected_of(const Row& row, Hosts hosts) {
  Expected expected;
  expected.low_us = *time_us(row, hosts);
  hosts.is_half_duplex = true;
  expected.high_us = *time_us(row, hosts);
  constexpr std::size_t kTwo = 2;
  const bool are_in_step = hosts.gbit.size() == kTwo;
  expected.us = are_in_step ? expected.low_us : std::sqrt(expected.low_us * expected.high_us);
  return expected;
}

bool is_slow(double measured_us, const Expected& expected) {
  return measured_us > expected.high_us * kTolerance;
}

bool is_near(double measured_us, const Expected& expected) {
  return !is_slow(measured_us, expected) && measured_us > expected.low_us / kTolerance;
}

/// What the rows would take on these links.
std::vector<Expected> times_on(const std::vector<Row>& rows, const Hosts& hosts) {
  std::vector<Expected> times;
  times.reserve(rows.size());
  for (const Row& row : rows) times.push_back(expected_of(row, hosts));
  return times;
}

/// How badly times fit: an outlier counts no more than a row beyond all doubt.
double misfit(const std::vector<Row>& rows, const std::vector<Expected>& times) {
  const double most = 2 * std::log(kTolerance);
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double over = std::log(rows[i].measured_us / times[i].high_us);
    const double under = std::log(times[i].low_us / rows[i].measured_us);
    sum += std::clamp(std::max(over, under), 0.0, most);
  }
  return sum;
}

struct Hypothesis {
  SlowLink link;
  double misfit = 0;
  std::vector<Expected> times;  // by row
};

/// The links if that of `rank`, or every one for -1, has this share of its rate.
Hosts slowed(Hosts hosts, int rank, double share) {
  for (std::size_t i = 0; i < hosts.gbit.size(); ++i) {
    if (rank < 0 || i == static_cast<std::size_t>(rank)) hosts.gbit[i] *= share;
  }
  return hosts;
}

/// The share of the rate of `rank`, or of all ranks for -1, that fits best.
Hypothesis fitted(const std::vector<Row>& rows, const Hosts& hosts, int rank) {
  Hypothesis best;
  best.misfit = HUGE_VAL;
  const double gbit = hosts.gbit[static_cast<std::size_t>(std::max(rank, 0))];
  const auto attempt = [&](double share) {
    std::vector<Expected> times = times_on(rows, slowed(hosts, rank, share));
    const double fit = misfit(rows, times);
    if (fit < best.misfit) best = {{rank, gbit, share, 0}, fit, std::move(times)};
  };
  for (double share = 1; share > kLeastShare; share *= kStep) attempt(share);
  const double coarse = best.link.share;
  for (double share = std::min(coarse / kStep, 1.0); share > coarse * kStep; share *= kFineStep) {
    attempt(share);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_near(rows[i].measured_us, best.times[i])) ++best.link.explained;
  }
  return best;
}

/// The hypotheses that are left: those that explain about as much as the best.
std::vector<Hypothesis> likely(std::vector<Hypothesis> all, std::size_t rows) {
  std::ranges::sort(all, {}, &Hypothesis::misfit);
  // What a wrong link leaves: the rows that feel the right one.
  const double more = kUnexplained * static_cast<double>(rows) * std::log(kTolerance);
  const double limit = all.front().misfit + std::max(more, 2 * std::log(kTolerance));
  std::erase_if(all, [&](const Hypothesis& one) { return one.misfit > limit; });
  return all;
}

void judge(const Hosts& hosts, HostCheck& check) {
  std::vector<Row> rows;
  for (const Row& row : check.rows) {
    if (row.is_judged) rows.push_back(row);
  }
  if (rows.size() < kFewest) return;
  check.outcome = Outcome::AsExpected;
  if (check.slow == 0) return;
  std::vector<Hypothesis> all;
  for (int rank = -1; rank < static_cast<int>(hosts.gbit.size()); ++rank) {
    all.push_back(fitted(rows, hosts, rank));
  }
  const std::vector<Hypothesis> left = likely(std::move(all), rows.size());
  const auto allowed = static_cast<std::size_t>(kByChance * static_cast<double>(rows.size()));
  const double gained = misfit(rows, times_on(rows, hosts)) - left.front().misfit;
  if (check.slow <= allowed && gained < kFewestExplained * std::log(kTolerance)) return;
  check.outcome = Outcome::Unexplained;
  if (rows.size() - left.front().link.explained > allowed) return;
  const bool can_be_all =
      std::ranges::any_of(left, [](const Hypothesis& one) { return one.link.rank < 0; });
  // What fits one link and all of them alike says nothing of either.
  if (can_be_all && left.size() > 1) return;
  check.outcome = can_be_all ? Outcome::AllSlow : Outcome::SlowLinks;
  if (left.size() == 1 && !can_be_all) check.outcome = Outcome::SlowLink;
  for (const Hypothesis& one : left) check.links.push_back(one.link);
  const Hosts found = slowed(hosts, left.front().link.rank, left.front().link.share);
  for (Row& row : check.rows) row.explained = expected_of(row, found);
}

/// What each row should take, and whether it can be judged.
void expect(const Hosts& hosts, HostCheck& check) {
  Hosts at_once = hosts;
  at_once.latency_us = 0;
  for (Row& row : check.rows) {
    row.expected = expected_of(row, hosts);
    row.explained = row.expected;
    row.is_judged = *time_us(row, at_once) >= kDecided * row.expected.low_us;
    if (!row.is_judged) continue;
    ++check.judged;
    if (is_slow(row.measured_us, row.expected)) ++check.slow;
  }
}

}  // namespace

HostCheck check_hosts(const std::vector<measure::Summary>& summaries,
                      const std::vector<double>& gbit) {
  HostCheck check;
  Hosts hosts;
  hosts.gbit = gbit;
  hosts.eager_bytes = eager_bytes_of(summaries.empty() ? "" : summaries.front().runner);
  for (const measure::Summary& summary : summaries) {
    Row row{summary.configuration, algorithm_of(summary)};
    if (!summary.precision) {
      check.left_out.push_back(name_of_row(summary) + ": no sample");
    } else if (!time_us(row, hosts)) {
      check.left_out.push_back(name_of_row(summary) + ": what ran is not known");
    } else {
      row.measured_us = summary.precision->median;
      check.rows.push_back(std::move(row));
    }
  }
  if (check.rows.empty()) return check;
  hosts.latency_us = latency_of(check.rows, hosts);
  check.latency_us = hosts.latency_us;
  expect(hosts, check);
  judge(hosts, check);
  return check;
}

}  // namespace treering::tuner::hosts
