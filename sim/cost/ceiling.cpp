#include "sim/cost/ceiling.h"

#include <algorithm>

#include "sim/cost/price.h"

namespace treering::sim::cost {
namespace {

using core::Duration;

enum class Among { All, Wires };

/// The term that takes longest, and its time; without a name where none takes any.
Passage slowest(const terms::Terms& terms, const std::vector<double>& own_us, Among among) {
  Passage result;
  double most = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool counts = among == Among::All || terms[i].wire_gb_per_s > 0;
    if (!counts || own_us[i] <= most) continue;
    most = own_us[i];
    result = {terms[i].what.text(), Duration::from_us(most)};
  }
  return result;
}

}  // namespace

std::optional<WireLimit> wire_limit(const terms::Terms& terms, const PayloadOf& payload) {
  const auto slowest = std::ranges::max_element(terms, {}, &terms::Term::wire_us);
  if (slowest == terms.end() || slowest->wire_us <= 0) return std::nullopt;
  WireLimit limit;
  limit.wires = slowest->what.text();
  limit.rate = core::Bandwidth::from_gb_per_s(slowest->wire_gb_per_s);
  limit.with_flags = Duration::from_us(slowest->wire_us);
  limit.time = limit.with_flags * payload.share;
  limit.traffic =
      limit.time.in_us() * slowest->wire_gb_per_s * core::kBytesPerUsPerGbPerS / payload.bytes;
  return limit;
}

Ceiling ceiling(const terms::Terms& terms, const Parameters& parameters, const CallName& call,
                const PayloadOf& payload) {
  const double ratio = measured_ratio(parameters, call);
  const Transfers all = transfers(terms, parameters.values);
  Ceiling result;
  result.wires = wire_limit(terms, payload);
  Duration least;
  if (result.wires) {
    least = result.wires->with_flags;
    result.reached = slowest(terms, all.own_us, Among::Wires);
    least = std::max(least, result.reached->time * ratio);
    result.reached->time = least;
  }
  result.transfer.what = slowest(terms, all.own_us, Among::All).what;
  result.transfer.time = std::max(least, Duration::from_us(all.together_us * ratio));
  return result;
}

}  // namespace treering::sim::cost
