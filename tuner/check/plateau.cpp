#include "tuner/check/plateau.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>

#include "core/named_values.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::check {
namespace {

constexpr std::array<core::Named<Plateau::Kind>, 3> kPlateaus{{
    {Plateau::Kind::EveryPort, "every-port"},
    {Plateau::Kind::Half, "half"},
    {Plateau::Kind::OnePort, "one-port"},
}};
static_assert(core::is_in_enum_order(kPlateaus));

// Good runs of one machine differ by some 5 %, and expectations between sizes by as much again.
constexpr double kLevel = 1.15;
constexpr double kNear = 0.12;  // of a share of the ports
// One of five ports or more that is missing leaves as much.
constexpr double kMostShare = 0.8;
// What is less than one port carries is no matter of ports: sockets, or a wait.
constexpr double kLeastOfPort = 1 - kNear;
constexpr double kLeastShare = 0.2;
constexpr std::size_t kFewestLarge = 3;
constexpr std::uint64_t kFarApart = 4;

/// Shares of the expected speed, by size.
using Shares = std::map<std::uint64_t, std::vector<double>>;

bool is_at(double share, double of_ports) {
  return std::abs(share / of_ports - 1) <= kNear;
}

Plateau::Kind kind_of(double share, int ports) {
  // Of two ports one is half.
  if (is_at(share, 0.5)) return Plateau::Kind::Half;
  return ports > 2 && is_at(share, 1.0 / ports) ? Plateau::Kind::OnePort : Plateau::Kind::EveryPort;
}

/// Large sizes of each collective of which all rows are slow.
std::map<core::Collective, Shares> slow_large(const std::vector<CheckedRow>& rows) {
  std::map<core::Collective, Shares> all;
  std::set<core::Collective> others;
  for (const CheckedRow& row : rows) {
    if (row.range != SizeRange::Large || row.is_excused()) continue;
    if (!row.is_slow()) others.insert(row.measurement.collective);
    all[row.measurement.collective][row.measurement.bytes].push_back(row.share());
  }
  std::erase_if(all, [&](const auto& one) { return others.contains(one.first); });
  return all;
}

std::optional<Plateau> level_of(core::Collective collective, const Shares& sizes, int ports) {
  if (sizes.size() < kFewestLarge) return {};
  Plateau found;
  found.collective = collective;
  found.ports = ports;
  found.least = sizes.begin()->first;
  found.most = sizes.rbegin()->first;
  if (found.most / found.least < kFarApart) return {};
  std::vector<double> medians;
  for (const auto& [bytes, shares] : sizes) medians.push_back(stats::median(shares));
  const auto [least, greatest] = std::ranges::minmax(medians);
  if (greatest / least > kLevel || greatest > kMostShare) return {};
  if (least < std::min(kLeastOfPort / ports, kLeastShare)) return {};
  found.least_share = least;
  found.greatest_share = greatest;
  found.kind = kind_of(stats::median(medians), ports);
  return found;
}

}  // namespace

std::string_view name_of(Plateau::Kind kind) {
  return kPlateaus.at(static_cast<std::size_t>(kind)).name;
}

std::optional<Plateau> plateau_of(const std::vector<CheckedRow>& rows, int ports) {
  if (ports == 0) return {};
  std::optional<Plateau> best;
  std::size_t most = 0;
  for (const auto& [collective, sizes] : slow_large(rows)) {
    if (sizes.size() <= most) continue;
    const auto found = level_of(collective, sizes, ports);
    if (!found) continue;
    best = found;
    most = sizes.size();
  }
  return best;
}

}  // namespace treering::tuner::check
