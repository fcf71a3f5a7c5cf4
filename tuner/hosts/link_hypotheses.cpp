#include "tuner/hosts/link_hypotheses.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Hosts;

// The share of a link's rate is sought down to a hundredth: in steps of 10 %, then of 1 %.
constexpr double kStep = 0.9;
constexpr double kFineStep = 0.99;
constexpr double kLeastShare = 0.01;
constexpr double kSame = 1e-9;  // of two misfits

std::size_t width_of(const measure::Configuration& one) {
  return core::size_of(one.type).count();
}

// In place of a latency, to count the messages that follow each other.
constexpr double kProbeLatency = 1000;

/// Of a call: the time of the links alone, and how many messages follow each other.
struct Parts {
  double links_us = 0;
  double messages = 0;
};

Parts parts_of(const Row& row, Hosts hosts) {
  Parts parts;
  hosts.latency_us = 0;
  parts.links_us = *time_us(row, hosts);
  hosts.latency_us = kProbeLatency;
  parts.messages = (*time_us(row, hosts) - parts.links_us) / kProbeLatency;
  return parts;
}

/// Of messages between pairs. Where links are most of what the fastest take, what others take
/// beyond them need not be latency: half of four ranks' pairs have the slow link on their way.
double latency_of_pairs(std::vector<double> latencies, const std::vector<double>& links) {
  std::ranges::sort(latencies);
  const std::vector<double> fastest(latencies.begin(),
                                    latencies.begin() + (std::ssize(latencies) + 3) / 4);
  const double least = stats::median(fastest);
  return least < stats::median(links) ? least : stats::median(latencies);
}

/// The latency that makes the calls of the least size take what they took: there links count least.
/// Messages between pairs say it best.
double latency_of(const std::vector<Row>& rows, const Hosts& hosts) {
  std::uint64_t least = rows.front().configuration.bytes;
  for (const Row& row : rows) least = std::min(least, row.configuration.bytes);
  const auto is_least = [&](const Row& row) { return row.configuration.bytes == least; };
  const bool has_pairs = std::ranges::any_of(
      rows, [&](const Row& row) { return is_least(row) && row.configuration.pair; });
  std::vector<double> all;
  std::vector<double> links;
  for (const Row& row : rows) {
    if (!is_least(row) || (has_pairs && !row.configuration.pair)) continue;
    const Parts parts = parts_of(row, hosts);
    links.push_back(parts.links_us);
    // A link that is slow enough hides latency; then it explains nothing.
    constexpr double kLeastMessages = 0.5;
    all.push_back(parts.messages < kLeastMessages
                      ? 0
                      : std::max(row.measured_us - parts.links_us, 0.0) / parts.messages);
  }
  return has_pairs ? latency_of_pairs(all, links) : stats::median(all);
}

/// What an idle link lets pass at once takes so long at its rate: two frames up to 0.1 Gbit/s, and
/// 1 ms above (docs/measuring.md, bursts).
double burst_us(const Hosts& hosts) {
  constexpr double kFramesBits = 3200 * 8;
  constexpr double kMillisecond = 1000;
  const double slowest = *std::ranges::min_element(hosts.gbit);
  return std::max(kMillisecond, kFramesBits / (slowest * 1e3));
}

/// Whether these links could carry the call so fast, if each message found them idle. Only the
/// largest of all say so: what passes at once, or before the last rank starts, counts least.
bool is_possible(const std::vector<Row>& rows, const Row& row, const Expected& expected,
                 const Hosts& hosts) {
  const double most = row.measured_us * kTolerance;
  if (expected.low_us <= most) return true;
  const auto is_larger = [&](const Row& other) {
    return other.configuration.bytes > row.configuration.bytes;
  };
  if (std::ranges::any_of(rows, is_larger)) return true;
  return time_if_idle_us(row, hosts) <= most;
}

bool is_near(double measured_us, const Expected& expected) {
  return !is_slow(measured_us, expected) && measured_us > expected.low_us / kTolerance;
}

}  // namespace

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

double time_if_idle_us(const Row& row, const Hosts& hosts) {
  const Parts parts = parts_of(row, hosts);
  return parts.links_us - std::max(parts.messages, 1.0) * burst_us(hosts);
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

bool are_of_a_kind(const Row& one, const Row& other) {
  return one.configuration.collective == other.configuration.collective &&
         one.configuration.pair == other.configuration.pair && one.algorithm == other.algorithm;
}

double misfit_of(const Row& row, const Expected& expected) {
  const double most = 2 * std::log(kTolerance);
  const double over = std::log(row.measured_us / expected.high_us);
  const double under = std::log(expected.low_us / row.measured_us);
  return std::clamp(std::max(over, under), 0.0, most);
}

Hosts hosts_if(const Hypothesis& one, Hosts hosts) {
  for (std::size_t i = 0; i < hosts.gbit.size(); ++i) {
    if (one.link.rank == kEveryLink || i == static_cast<std::size_t>(one.link.rank)) {
      hosts.gbit[i] *= one.link.share;
    }
  }
  hosts.latency_us = one.latency_us;
  return hosts;
}

Hypothesis supposed(const std::vector<Row>& rows, const Hosts& hosts, const SlowLink& link,
                    Latency latency) {
  Hypothesis one;
  one.link = {link.rank, hosts.gbit[static_cast<std::size_t>(std::max(link.rank, 0))], link.share,
              link.share, 0};
  one.latency_us = hosts.latency_us;
  if (latency == Latency::Fitted) one.latency_us = latency_of(rows, hosts_if(one, hosts));
  const Hosts slowed = hosts_if(one, hosts);
  for (const Row& row : rows) {
    const Expected& expected = one.times.emplace_back(expected_of(row, slowed));
    one.is_possible = one.is_possible && is_possible(rows, row, expected, slowed);
    if (!row.is_judged) continue;
    one.misfit += misfit_of(row, expected);
    if (is_near(row.measured_us, expected)) ++one.link.explained;
  }
  return one;
}

Hypothesis fitted(const std::vector<Row>& rows, const Hosts& hosts, int rank, Latency latency) {
  Hypothesis best = supposed(rows, hosts, {.rank = rank}, latency);
  const auto attempt = [&](double share) {
    Hypothesis one = supposed(rows, hosts, {.rank = rank, .share = share}, latency);
    if (!one.is_possible) return;
    if (one.misfit < best.misfit - kSame) {
      best = std::move(one);
    } else if (one.misfit < best.misfit + kSame) {
      best.link.least_share = std::min(best.link.least_share, share);
    }
  };
  for (double share = kStep; share > kLeastShare; share *= kStep) attempt(share);
  const double coarse = best.link.share;
  for (double share = std::min(coarse / kStep, 1.0); share > coarse * kStep; share *= kFineStep) {
    attempt(share);
  }
  return best;
}

}  // namespace treering::tuner::hosts
