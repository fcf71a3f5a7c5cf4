// Finds the GPU that a text names, in any spelling: tables of measurements, and what people write.
#pragma once

#include <optional>
#include <string_view>

namespace treering::hw::catalogue {

/// The compute capability (major * 10 + minor) of the GPU that a text names: "unknown (A100-80GB
/// class)", "rtx 3090". Nothing where it names none that is known. For the name that a driver
/// gives, compute_capability_of() (gpus.h) is exact.
std::optional<int> compute_capability_named(std::string_view text);

}  // namespace treering::hw::catalogue
