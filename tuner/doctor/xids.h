// What NVIDIA's Xid errors mean: whose fault they are, how bad, and what to do.
//
// The source is NVIDIA's "Xid Errors", its catalogue (docs.nvidia.com/deploy/xid-errors): the
// immediate action of each Xid, and the decoding of Xids 144 to 150. What is to be done at once
// makes the severity: a reset or a restart is a fault, a program that has to start again a warning,
// unless it is the program's own fault, and what NVIDIA says to ignore a hint.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/host_state/host_state.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

/// Where an Xid comes from, as far as its number says.
enum class XidOrigin : std::uint8_t { Program, Driver, Gpu, Memory, Pcie, NvLink };

struct XidMeaning {
  Severity severity = Severity::Fault;
  XidOrigin origin = XidOrigin::Gpu;
  std::string what;      // of the GPU: "fell off the bus", "an error of its NVLinks"
  std::string_view fix;  // in words
};

/// Nothing for tests of the board's management and for a recovery that is no longer needed.
std::optional<XidMeaning> meaning_of_xid(const core::KernelEvent& event);

}  // namespace treering::tuner::doctor
