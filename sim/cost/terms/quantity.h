// The quantities of the cost model: one number for each, for one kind of machine.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "sim/nccl/types.h"

namespace treering::sim::cost::terms {

enum class Quantity {
#define QUANTITY(id, name, unit, most, meaning) id,
#define PER_PROTOCOL(id, name, unit, most, meaning) id##Ll, id##Ll128, id##Simple,
#include "sim/cost/terms/quantities.def"
#undef PER_PROTOCOL
#undef QUANTITY
};

// Shares of a whole are at most 1. The other limits are far beyond any machine, so that what passes
// them is a slip: of the unit, mostly.
inline constexpr double kWhole = 1;
inline constexpr double kMostFactor = 1e3;
inline constexpr double kMostTime = 1e6;   // us
inline constexpr double kMostRate = 1e5;   // GB/s; the memory of a B200 moves 8e3
inline constexpr double kMostSize = 1e12;  // B

struct QuantityEntry {
  Quantity value;
  std::string_view name;  // with {gpu}, {link}, {cpu}, {net}
  std::string_view unit;
  double most = 0;  // values are above 0 and not above this
  std::string_view meaning;
};

inline constexpr std::array kQuantities{
#define QUANTITY(id, name, unit, most, meaning) \
  QuantityEntry{Quantity::id, name, unit, most, meaning},
#define PER_PROTOCOL(id, name, unit, most, meaning)                           \
  QuantityEntry{Quantity::id##Ll, name ".LL", unit, most, meaning},           \
      QuantityEntry{Quantity::id##Ll128, name ".LL128", unit, most, meaning}, \
      QuantityEntry{Quantity::id##Simple, name ".Simple", unit, most, meaning},
#include "sim/cost/terms/quantities.def"
#undef PER_PROTOCOL
#undef QUANTITY
};
inline constexpr std::size_t kQuantityCount = kQuantities.size();

/// The one of three for a protocol; `of_ll` is that for LL.
constexpr Quantity for_protocol(Quantity of_ll, nccl::Protocol protocol) {
  return static_cast<Quantity>(static_cast<int>(of_ll) + static_cast<int>(protocol));
}

/// The kind that selects a machine's parameters: the words in names in place of {gpu} and so on.
struct MachineKind {
  std::string gpu;          // "volta", "ampere", "hopper", "blackwell"
  std::string link;         // "nvswitch", "mesh", "pcie"
  std::string network;      // "infiniband", "roce", "slingshot", "efa", "efa1", "tcp"
  std::string rate;         // of a port: "100G" and less, "200G", "400G" and more
  std::string cpu = "x86";  // "x86", "power", "arm"
  bool operator==(const MachineKind&) const = default;
};

/// The parameter's name in a profile: "hopper.launch_us".
std::string name_for(Quantity quantity, const MachineKind& kind);

}  // namespace treering::sim::cost::terms
