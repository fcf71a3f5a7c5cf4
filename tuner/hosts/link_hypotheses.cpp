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

/// The latency that makes the calls of the least size take what they took: there links count least.
double latency_of(const std::vector<Row>& rows, Hosts hosts) {
  std::uint64_t least = rows.front().configuration.bytes;
  for (const Row& row : rows) least = std::min(least, row.configuration.bytes);
  std::vector<double> all;
  for (const Row& row : rows) {
    if (row.configuration.bytes != least) continue;
    hosts.latency_us = 0;
    const double links = *time_us(row, hosts);
    constexpr double kProbeLatency = 1000;
    hosts.latency_us = kProbeLatency;
    const double messages = (*time_us(row, hosts) - links) / kProbeLatency;  // one after another
    // A link that is slow enough hides latency; then it explains nothing.
    constexpr double kLeastMessages = 0.5;
    all.push_back(messages < kLeastMessages ? 0
                                            : std::max(row.measured_us - links, 0.0) / messages);
  }
  return stats::median(all);
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
