#include "sim/cost/ceiling.h"

#include <algorithm>

#include "sim/cost/price.h"

namespace treering::sim::cost {
namespace {

using core::Duration;

bool is_wire(const terms::Term& term) {
  return term.wire_gb_per_s > 0;
}

/// The term that takes longest; null where none takes any time.
const terms::Term* slowest(const terms::Terms& terms, const std::vector<double>& own_us,
                           bool (*counts)(const terms::Term&)) {
  const terms::Term* result = nullptr;
  double most = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!counts(terms[i]) || own_us[i] <= most) continue;
    most = own_us[i];
    result = &terms[i];
  }
  return result;
}

double time_of(const terms::Term* term, const terms::Terms& terms,
               const std::vector<double>& own_us) {
  return term == nullptr ? 0 : own_us[static_cast<std::size_t>(term - terms.data())];
}

}  // namespace

std::optional<WireLimit> wire_limit(const terms::Terms& terms, const PayloadOf& payload) {
  const auto slowest = std::ranges::max_element(terms, {}, &terms::Term::wire_us);
  if (slowest == terms.end() || slowest->wire_us <= 0) return std::nullopt;
  WireLimit limit;
  limit.wires = slowest->what;
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
    const terms::Term* const wire = slowest(terms, all.own_us, is_wire);
    const auto reached = Duration::from_us(time_of(wire, terms, all.own_us) * ratio);
    least = std::max(least, reached);
    result.reached = Passage{wire->what, least};
  }
  const terms::Term* const heaviest =
      slowest(terms, all.own_us, [](const terms::Term&) { return true; });
  if (heaviest != nullptr) result.transfer.what = heaviest->what;
  result.transfer.time = std::max(least, Duration::from_us(all.together_us * ratio));
  return result;
}

}  // namespace treering::sim::cost
