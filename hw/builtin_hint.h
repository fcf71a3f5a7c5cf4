// What a name that is no built-in topology was probably meant for.
#pragma once

#include <string>
#include <string_view>

namespace treering::hw {

/// "did you mean 'dgx-h100'" for a misspelt name; for the beginning of names or of their parts, as
/// "hgx-h100" or "p4", those; for one that names a GPU, as "v100" or "gh200-node", the built-in
/// topologies with that GPU. "" where nothing is near.
std::string hint_at_builtins(std::string_view name);

}  // namespace treering::hw
