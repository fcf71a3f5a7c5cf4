// Other machines that a source may mean. Where it names no CPU, or no rate of its PCIe slots, one
// is assumed, though others are as plausible. An answer that differs between them rests on the
// guess.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/topology.h"

namespace treering::hw::complete {

/// The machine with one assumed fact taken otherwise.
struct Variant {
  std::string name;  // "AMD EPYC (Genoa)", "PCIe 4.0"
  core::Topology node;
};

/// A fact of the machine that its source leaves open.
struct OpenFact {
  enum class What : std::uint8_t { Cpu, PcieRate };
  What what = What::Cpu;
  std::string taken;  // "Intel Xeon (Sapphire Rapids)": the name of what was assumed
  bool operator==(const OpenFact&) const = default;
};

/// A fact that was assumed, and the machine with each other one that is plausible.
struct FactVariants {
  OpenFact fact;
  std::vector<Variant> others;
};

/// The facts of a node that were assumed and have another plausible value: few, and none where the
/// source says all.
std::vector<FactVariants> open_facts(const core::Topology& node);

}  // namespace treering::hw::complete
