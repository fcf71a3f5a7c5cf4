// Which cores each rank of a machine may run on. The worker programs bind themselves
// (workers/binding); this is what they are asked for.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::tuner::launch {

enum class Binding {
  Automatic,  // Spread where there are cores enough, else None
  Spread,     // a core for each thread of a rank, the ranks as far apart as the machine allows
  Compact,    // likewise, the ranks one beside the other
  Numa,       // all cores of a NUMA node for each rank, the ranks in equal parts on the nodes
  None,       // wherever the system or a launcher lets them run
};

std::span<const Binding> all_bindings();

/// "auto", "spread", "compact", "numa", "none".
std::string_view name_of(Binding binding);

/// The inverse. Fails with Category::Usage at the field ⟨bind⟩.
core::Result<Binding> parse_binding(std::string_view text);

/// The variable that names the binding to a worker program.
inline constexpr const char* kBindingVariable = "TREERING_BIND";

/// "TREERING_BIND=spread".
std::string setting_of(Binding binding);

}  // namespace treering::tuner::launch
