// What joins two GPUs whose exchange was measured, and which share of it copies reach.
#pragma once

#include <optional>

#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

struct PairWire {
  double gb_per_s = 0;  // in one direction, on the wire
  bool is_nvlink = false;
};

/// NVLinks between the two, where they have some and reach each other, else the PCIe link of the
/// slower. By the topology, or by the GPUs' model; nothing where neither is known.
/// \param has_access the driver lets them reach each other's memory
std::optional<PairWire> wire_between(const Patient& patient, int from, int to, bool has_access);

/// The share of the wire below which a copy in one direction is far from what others reach.
double lowest_share(const PairWire& wire, bool has_access);

}  // namespace treering::tuner::doctor
