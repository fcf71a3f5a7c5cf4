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

/// The closest of `known`, the first of several; nothing when even that one differs in more
/// than a third of the longer name's letters. Names of more than 100 bytes are never close.
std::optional<std::string_view> closest_name(std::string_view given,
                                             std::span<const std::string_view> known);

}  // namespace treering::core
