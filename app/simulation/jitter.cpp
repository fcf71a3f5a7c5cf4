#include "app/simulation/jitter.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "core/text/field.h"
#include "sim/schedule/kind.h"

namespace treering::app::simulation {
namespace {

/// In [0, 1), from the upper 53 bits.
double share_of(std::uint64_t bits) {
  return static_cast<double>(bits >> 11U) * 0x1p-53;
}

}  // namespace

std::string words_of(const JitterRequest& request) {
  return request.most ? fmt::format("jitter up to {}, seed {}", *request.most, request.seed) : "";
}

core::Result<std::vector<sim::machine::LateRank>> late_ranks(const JitterRequest& request,
                                                             int ranks) {
  std::vector<sim::machine::LateRank> late;
  if (!request.most) return late;
  const auto most = us_of(*request.most, "jitter");
  if (!most) return core::fail(most.error());
  for (int rank = 0; rank < ranks; ++rank) {
    const auto bits = sim::schedule::mixed(request.seed, static_cast<std::uint64_t>(rank));
    late.push_back({rank, *most * share_of(bits)});
  }
  return late;
}

core::Result<double> us_of(std::string_view text, std::string_view name) {
  struct Unit {
    std::string_view name;
    double us;
  };
  constexpr std::array<Unit, 3> kUnits{{{"us", 1}, {"ms", 1e3}, {"s", 1e6}}};
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  const auto found = std::ranges::find(kUnits, unit, &Unit::name);
  const double us = unit.empty() ? value : (found == kUnits.end() ? -1 : value * found->us);
  if (error == std::errc() && us >= 0 && us <= kMostUs) return us;
  return core::usage_error(core::field(name), fmt::format("found '{}'", text),
                           "expected a time from 0 to 100s, such as 50us or 1.5ms");
}

}  // namespace treering::app::simulation
