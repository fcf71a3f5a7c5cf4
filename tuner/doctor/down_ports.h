// Whether NCCL would use a port that is down.
#pragma once

#include <cstdint>

#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

enum class DownPort : std::uint8_t {
  Missed,     // a GPU lacks one near it, and those that work are no faster
  Spare,      // every GPU has another
  OtherKind,  // those that work are faster, or of another network
  Unknown     // the source reports none that works
};

/// \pre the port is down
DownPort meaning_of(const Patient& patient, const core::AdapterPortState& port);

/// Whether `other` works and is of the same network, and no faster by its model.
bool is_working_match(const core::AdapterPortState& port, const core::AdapterPortState& other);

}  // namespace treering::tuner::doctor
