#include "tests/support/fake_alternatives.h"

#include <algorithm>
#include <utility>

namespace treering::testing {
namespace {

core::Duration time(double latency_us, double gb_per_s, std::uint64_t bytes) {
  return core::Duration::from_us(latency_us) +
         core::Bytes::of(bytes) / core::Bandwidth::from_gb_per_s(gb_per_s);
}

int channels_for(std::uint64_t bytes) {
  return static_cast<int>(std::clamp<std::uint64_t>((bytes + 1023) / 1024, 1, 16));
}

}  // namespace

FakePair agreed(std::string algorithm, std::string protocol, double latency_us, double gb_per_s) {
  return {
      std::move(algorithm), std::move(protocol), latency_us, gb_per_s, latency_us, gb_per_s, false};
}

sim::AlternativesOf fake_alternatives(std::vector<FakePair> pairs) {
  return [pairs = std::move(pairs)](core::Collective /*collective*/, std::uint64_t bytes) {
    std::vector<sim::Alternative> result;
    for (const FakePair& pair : pairs) {
      const int channels = channels_for(bytes);
      sim::Alternative one;
      one.way.algorithm = pair.algorithm;
      one.way.protocol = pair.protocol;
      one.nccl_cost = time(pair.nccl_latency_us, pair.nccl_gb_per_s, bytes);
      one.estimate = {.time = time(pair.real_latency_us, pair.real_gb_per_s, bytes),
                      .latency = core::Duration::from_us(pair.real_latency_us)};
      one.way.channels = one.max_channels = channels;
      one.has_failed_search = pair.has_failed_search;
      result.push_back(std::move(one));
    }
    return result;
  };
}

}  // namespace treering::testing
