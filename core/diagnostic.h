// A remark on a result that was reached in spite of a problem.
#pragma once

#include <string>
#include <string_view>

namespace treering::core {

enum class Severity {
  Note,     // for information
  Warning,  // the result may be less good than it looks
  Error,    // a part of the result is missing
};

/// "note", "warning" or "error".
std::string_view name_of(Severity severity);

struct Diagnostic {
  Severity severity = Severity::Note;
  std::string where;  // the place, as in Error::where
  std::string text;   // lower-case, no full stop

  /// "warning: where: text".
  [[nodiscard]] std::string message() const;

  bool operator==(const Diagnostic&) const = default;
};

}  // namespace treering::core
