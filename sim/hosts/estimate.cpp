#include "sim/hosts/estimate.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace treering::sim::hosts {
namespace {

using core::Duration;
using TimeOn = std::function<std::optional<Duration>(const Hosts&)>;

constexpr double kBytesPerUs = core::kBytesPerUsPerGbPerS;

double value_of(const core::Profile& profile, Quantity quantity, const Means& means) {
  return parameter_of(profile, quantity, means).value;
}

/// The hosts if data took no time.
Hosts without_bytes(Hosts hosts) {
  constexpr double kAtOnce = 1e12;
  std::ranges::fill(hosts.gbit, kNoLink);
  hosts.copy_rate = kAtOnce;
  hosts.reduce_rate = kAtOnce;
  hosts.cores_rate = kNoLink;
  hosts.memory_rate = kNoLink;
  return hosts;
}

/// How far from the low to the high time: a share of the way, by ratio.
double one_way_of(const HostJob& job, const core::Profile& profile) {
  constexpr int kInStep = 2;
  return job.ranks == kInStep ? 0 : value_of(profile, Quantity::OneWay, job.means());
}

double scatter_of(double message_share, const Means& means, const core::Profile& profile) {
  const double small = value_of(profile, Quantity::ScatterSmall, means);
  const double large = value_of(profile, Quantity::ScatterLarge, means);
  return std::sqrt(message_share * small * small + (1 - message_share) * large * large);
}

std::optional<HostEstimate> estimate_by(const TimeOn& time_on, const HostJob& job,
                                        const core::Profile& profile) {
  Hosts hosts = hosts_of(job, profile);
  const auto low = time_on(hosts);
  if (!low) return std::nullopt;
  HostEstimate result;
  result.low = *low;
  const Duration messages = *time_on(without_bytes(hosts));
  result.message_share = std::clamp(messages / *low, 0.0, 1.0);
  hosts.is_half_duplex = true;
  result.high = *time_on(hosts);
  const double way = one_way_of(job, profile);
  result.estimate.time = Duration::from_us(low->in_us() * std::pow(result.high / *low, way));
  result.estimate.latency = std::min(messages, result.estimate.time);
  result.estimate.shares = {{{"messages"}, result.estimate.latency},
                            {{"bytes"}, result.estimate.time - result.estimate.latency}};
  set_spread(result.estimate, scatter_of(result.message_share, job.means(), profile));
  return result;
}

}  // namespace

Hosts hosts_of(const HostJob& job, const core::Profile& profile) {
  const Means means = job.means();
  const auto value = [&](Quantity quantity) { return value_of(profile, quantity, means); };
  Hosts hosts;
  hosts.gbit = job.gbit;
  if (hosts.gbit.empty()) hosts.gbit.assign(static_cast<std::size_t>(job.ranks), kNoLink);
  const double ranks_per_core =
      job.cores > 0 ? std::max(static_cast<double>(job.ranks) / job.cores, 1.0) : 1;
  hosts.latency_us = value(Quantity::Latency) + (ranks_per_core - 1) * value(Quantity::Turn);
  hosts.message_us = value(Quantity::Message) * ranks_per_core;
  hosts.eager_bytes = static_cast<std::size_t>(value(Quantity::EagerLimit));
  hosts.efficiency = value(Quantity::Efficiency);
  hosts.copy_rate = value(Quantity::CopyRate) * kBytesPerUs;
  hosts.reduce_rate = value(Quantity::ReduceRate) * kBytesPerUs / ranks_per_core;
  if (job.cores > 0) hosts.cores_rate = hosts.copy_rate * job.cores / 2;  // both ends copy
  if (means.transport == Transport::Local) {
    hosts.memory_rate = value(Quantity::MemoryRate) * kBytesPerUs;
    hosts.cache_bytes = value(Quantity::CacheSize);
  }
  return hosts;
}

std::optional<HostEstimate> estimate(const HostCall& call, const HostJob& job,
                                     const core::Profile& profile) {
  return estimate_by([&](const Hosts& hosts) { return host_time(call, hosts); }, job, profile);
}

HostEstimate estimate_message(const HostMessage& message, const HostJob& job,
                              const core::Profile& profile) {
  const auto time_on = [&](const Hosts& hosts) {
    return std::optional(message_time(message.from, message.to, message.bytes, hosts));
  };
  return *estimate_by(time_on, job, profile);
}

}  // namespace treering::sim::hosts
