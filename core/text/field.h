// How a message names an input of a question: "⟨nodes⟩". Whoever shows the message replaces it: the
// command line by "--nodes", a window by the label of its input.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace treering::core {

/// The start of a field, and its end.
inline constexpr std::string_view kFieldMark = "⟨";
inline constexpr std::string_view kFieldEnd = "⟩";

/// "⟨name⟩". String literals of messages write this form directly.
std::string field(std::string_view name);

/// The text that replaces a field; nothing when no field has that name.
using FieldSpelling = std::function<std::optional<std::string>(std::string_view name)>;

/// `text` with each field replaced by its spelling. Unknown fields stay as they are.
std::string with_fields(std::string_view text, const FieldSpelling& spelling);

}  // namespace treering::core
