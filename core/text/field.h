// How a message names an input of a question: "⟨nodes⟩". Which input that is on a screen the reader
// of the message knows: the command line writes "--nodes", a window its label.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace treering::core {

/// What a field begins with.
inline constexpr std::string_view kFieldMark = "⟨";

/// "⟨name⟩". In the text of a message the same stands as it is.
std::string field(std::string_view name);

/// What stands for a field; nothing where there is no field of that name.
using FieldSpelling = std::function<std::optional<std::string>(std::string_view name)>;

/// `text` with each field as `spelling` has it; what it does not know stays.
std::string with_fields(std::string_view text, const FieldSpelling& spelling);

}  // namespace treering::core
