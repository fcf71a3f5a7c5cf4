#include "sim/cost/parameters.h"

#include <fmt/format.h>

#include "core/units.h"

namespace treering::sim::cost {
namespace {

constexpr std::array<std::string_view, kSizeClasses> kScatterNames{
    "scatter.below_1MiB", "scatter.to_64MiB", "scatter.above"};

}  // namespace

std::size_t size_class_of(double bytes) {
  const auto mib = [](std::uint64_t n) {
    return static_cast<double>(core::Bytes::from_mib(n).count());
  };
  if (bytes < mib(1)) return 0;
  return bytes < mib(64) ? 1 : 2;
}

std::string_view scatter_name(std::size_t size_class) {
  return kScatterNames.at(size_class);
}

core::Result<Parameters> parameters_of(const core::Profile& profile,
                                       const terms::MachineKind& kind) {
  Parameters parameters;
  for (const terms::QuantityEntry& entry : terms::kQuantities) {
    const std::string name = terms::name_for(entry.value, kind);
    const auto found = profile.parameters.find(name);
    if (found == profile.parameters.end()) {
      return core::bad_input(profile.name, fmt::format("parameter '{}' is missing", name), {},
                             "put it over the built-in profile, which lacks nothing");
    }
    parameters.values[entry.value] = found->second.value;
    parameters.spreads[entry.value] = found->second.spread;
  }
  for (std::size_t i = 0; i < kSizeClasses; ++i) {
    const auto found = profile.parameters.find(std::string(scatter_name(i)));
    if (found != profile.parameters.end()) parameters.scatter[i] = found->second.value;
  }
  parameters.corrections = profile.corrections;
  return parameters;
}

}  // namespace treering::sim::cost
