// The name that a misspelt one was probably meant to be, for "did you mean" hints.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace treering::core {

/// Fewest single-letter insertions, deletions, replacements and swaps of neighbours that turn
/// `a` into `b`, each place being changed once (optimal string alignment). Ignores ASCII case.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The one of `known` that `given` was meant to be: the name that it is another name of (bf16 for
/// bfloat16), else the closest, the first of several, unless even that one differs in more than a
/// third of the longer name's letters, else the first that has it as a part (h100 for dgx-h100).
/// Names of more than 100 bytes are never close.
std::optional<std::string_view> closest_name(std::string_view given,
                                             std::span<const std::string_view> known);

}  // namespace treering::core
