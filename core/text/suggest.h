// Finds the name that a misspelt one probably means, for "did you mean" hints.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace treering::core {

/// The fewest insertions, deletions and replacements of letters and swaps of adjacent ones that
/// turn `a` into `b`, with each place changed at most once (optimal string alignment). Ignores
/// ASCII case.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name in `known` that `given` probably means. In this order: the name of which it is an alias
/// (bf16 for bfloat16); the first of the closest names, if it differs in at most a third of the
/// longer name's letters; the first name that contains it as a part (h100 for dgx-h100). Names of
/// more than 100 bytes are never close.
std::optional<std::string_view> closest_name(std::string_view given,
                                             std::span<const std::string_view> known);

}  // namespace treering::core
