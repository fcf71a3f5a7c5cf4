#include "tuner/hosts/link_hypotheses.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <ranges>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Hosts;
using sim::hosts::LaidOut;

// The share of a link's rate is sought down to a hundredth: in steps of 10 %, then of 1 %.
constexpr double kStep = 0.9;
constexpr double kFineStep = 0.99;
constexpr double kLeastShare = 0.01;
constexpr double kSame = 1e-9;  // of two misfits

// As many sizes as there are from 8 bytes to 16 GiB, each twice the last.
constexpr std::size_t kFittedOfAKind = 32;

std::uint64_t bytes_of(const Row& row) {
  return row.configuration.call.bytes;
}

std::size_t width_of(const measure::Configuration& one) {
  return core::size_of(one.call.type).count();
}

/// \pre it is no message between a pair
sim::hosts::HostCall call_of(const Row& row) {
  const auto& one = row.configuration;
  const std::size_t elements = std::max<std::size_t>(one.call.bytes / width_of(one), 1);
  return {one.call.collective, row.algorithm, elements, width_of(one)};
}

// In place of a latency, to count the messages that follow each other.
constexpr double kProbeLatency = 1000;

/// Of a call: the time of the links alone, and how many messages follow each other.
struct Parts {
  double links_us = 0;
  double messages = 0;
};

Parts parts_of(const LaidOut& call, Hosts hosts) {
  Parts parts;
  hosts.latency_us = 0;
  parts.links_us = call.time(hosts).in_us();
  hosts.latency_us = kProbeLatency;
  parts.messages = (call.time(hosts).in_us() - parts.links_us) / kProbeLatency;
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
  std::uint64_t least = rows.front().configuration.call.bytes;
  for (const Row& row : rows) least = std::min(least, row.configuration.call.bytes);
  const auto is_least = [&](const Row& row) { return row.configuration.call.bytes == least; };
  const bool has_pairs = std::ranges::any_of(
      rows, [&](const Row& row) { return is_least(row) && row.configuration.pair; });
  std::vector<double> all;
  std::vector<double> links;
  for (const Row& row : rows) {
    if (!is_least(row) || (has_pairs && !row.configuration.pair)) continue;
    const Parts parts = parts_of(laid_out(row, hosts), hosts);
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

/// Beside both ways at once, one after the other.
Expected with_one_way(double both_us, const LaidOut& call, Hosts hosts) {
  hosts.is_half_duplex = true;
  Expected expected{.low_us = both_us, .high_us = call.time(hosts).in_us()};
  constexpr std::size_t kTwo = 2;
  const bool are_in_step = hosts.gbit.size() == kTwo;
  expected.us = are_in_step ? expected.low_us : std::sqrt(expected.low_us * expected.high_us);
  return expected;
}

/// An outlier counts no more than a row beyond all doubt.
const double kMostMisfit = 2 * std::log(kTolerance);

bool is_near(double measured_us, const Expected& expected) {
  return !is_slow(measured_us, expected) && measured_us > expected.low_us / kTolerance;
}

std::uint64_t largest_of(const std::vector<Row>& rows) {
  return std::ranges::max(rows | std::views::transform(&bytes_of));
}

/// The beginning: its links, with its latency.
Hypothesis begun(const std::vector<Row>& rows, const Hosts& hosts, const SlowLink& link,
                 Latency latency) {
  Hypothesis one;
  one.link = {link.rank, hosts.gbit[static_cast<std::size_t>(std::max(link.rank, 0))], link.share,
              link.share, 0};
  one.latency_us = hosts.latency_us;
  if (latency == Latency::Fitted) one.latency_us = latency_of(rows, hosts_if(one, hosts));
  return one;
}

/// What its rows say of a hypothesis, one after the other.
class Trial {
 public:
  /// \param largest of all sizes
  Trial(Hypothesis& one, const Hosts& hosts, std::uint64_t largest)
      : one_(one), slowed_(hosts_if(one, hosts)), largest_(largest) {}

  void add(const Row& row, const LaidOut& call) {
    const double low_us = call.time(slowed_).in_us();
    one_.is_possible = one_.is_possible && is_possible(row, low_us);
    if (!row.is_judged) return;
    // Too far off already, whatever both ways one after the other would take.
    if (std::log(low_us / row.measured_us) >= kMostMisfit) {
      one_.misfit += kMostMisfit;
      return;
    }
    const Expected expected = with_one_way(low_us, call, slowed_);
    one_.misfit += misfit_of(row, expected);
    if (is_near(row.measured_us, expected)) ++one_.link.explained;
  }

 private:
  /// Whether these links could carry the call so fast, if each message found them idle. Only the
  /// largest of all say so: what passes at once, or before the last rank starts, counts least.
  [[nodiscard]] bool is_possible(const Row& row, double low_us) const {
    const double most = row.measured_us * kTolerance;
    return low_us <= most || bytes_of(row) < largest_ || time_if_idle_us(row, slowed_) <= most;
  }

  Hypothesis& one_;
  Hosts slowed_;
  std::uint64_t largest_;
};

/// Places of rows of a kind, in the order of sizes: all, or so many as are spread evenly.
std::vector<std::size_t> spread_evenly(const std::vector<std::size_t>& all) {
  if (all.size() <= kFittedOfAKind) return all;
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < kFittedOfAKind; ++i) {
    some.push_back(all[i * (all.size() - 1) / (kFittedOfAKind - 1)]);
  }
  return some;
}

}  // namespace

LaidOut laid_out(const Row& row, const Hosts& hosts) {
  const auto& one = row.configuration;
  if (one.pair) {
    return sim::hosts::lay_out_message(one.pair->from, one.pair->to,
                                       static_cast<double>(one.call.bytes), hosts);
  }
  return *sim::hosts::lay_out(call_of(row), hosts);
}

bool has_known_pattern(const Row& row, int ranks) {
  return row.configuration.pair || sim::hosts::messages_of(call_of(row), ranks);
}

double time_if_idle_us(const Row& row, const Hosts& hosts) {
  const Parts parts = parts_of(laid_out(row, hosts), hosts);
  return parts.links_us - std::max(parts.messages, 1.0) * burst_us(hosts);
}

Expected expected_of(const LaidOut& call, const Hosts& hosts) {
  return with_one_way(call.time(hosts).in_us(), call, hosts);
}

bool is_slow(double measured_us, const Expected& expected) {
  return measured_us > expected.high_us * kTolerance;
}

Kind kind_of(const Row& row) {
  return {row.configuration.call.collective, row.configuration.pair, row.algorithm};
}

double misfit_of(const Row& row, const Expected& expected) {
  const double over = std::log(row.measured_us / expected.high_us);
  const double under = std::log(expected.low_us / row.measured_us);
  return std::clamp(std::max(over, under), 0.0, kMostMisfit);
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

std::vector<Row> rows_to_fit(const std::vector<Row>& rows) {
  std::vector<std::size_t> by_size(rows.size());
  std::iota(by_size.begin(), by_size.end(), 0);
  std::ranges::stable_sort(by_size, {}, [&](std::size_t at) { return bytes_of(rows[at]); });
  std::map<Kind, std::vector<std::size_t>> judged;
  for (const std::size_t at : by_size) {
    if (rows[at].is_judged) judged[kind_of(rows[at])].push_back(at);
  }
  std::vector<bool> is_kept(rows.size());
  for (const auto& [kind, all] : judged) {
    for (const std::size_t at : spread_evenly(all)) is_kept[at] = true;
  }
  const std::uint64_t least = bytes_of(rows[by_size.front()]);
  const std::uint64_t most = bytes_of(rows[by_size.back()]);
  std::vector<Row> kept;
  for (auto at = by_size.rbegin(); at != by_size.rend(); ++at) {
    const Row& row = rows[*at];
    if (is_kept[*at] || bytes_of(row) == least || bytes_of(row) == most) kept.push_back(row);
  }
  return kept;
}

std::vector<Expected> times_if(const Hypothesis& one, const std::vector<Row>& rows,
                               const Hosts& hosts) {
  const Hosts slowed = hosts_if(one, hosts);
  std::vector<Expected> times;
  times.reserve(rows.size());
  for (const Row& row : rows) times.push_back(expected_of(laid_out(row, slowed), slowed));
  return times;
}

void weigh(const std::vector<Row>& rows, const std::vector<Expected>& times, Hypothesis& one) {
  one.misfit = 0;
  one.link.explained = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_judged) continue;
    one.misfit += misfit_of(rows[i], times[i]);
    if (is_near(rows[i].measured_us, times[i])) ++one.link.explained;
  }
}

Hypothesis supposed(const std::vector<Row>& rows, const Hosts& hosts, const SlowLink& link,
                    Latency latency) {
  Hypothesis one = begun(rows, hosts, link, latency);
  Trial trial(one, hosts, largest_of(rows));
  for (const Row& row : rows) trial.add(row, laid_out(row, hosts));
  return one;
}

Hypothesis fitted(const std::vector<Row>& rows, const Hosts& hosts, int rank, Latency latency) {
  Hypothesis best = supposed(rows, hosts, {.rank = rank}, latency);
  const std::uint64_t largest = largest_of(rows);
  std::vector<LaidOut> calls;
  for (const Row& row : rows) calls.push_back(laid_out(row, hosts));
  const auto attempt = [&](double share) {
    Hypothesis one = begun(rows, hosts, {.rank = rank, .share = share}, latency);
    Trial trial(one, hosts, largest);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      trial.add(rows[i], calls[i]);
      // What follows makes up for neither.
      if (!one.is_possible || one.misfit >= best.misfit + kSame) return;
    }
    if (one.misfit < best.misfit - kSame) {
      best = one;
    } else {
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
