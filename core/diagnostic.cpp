#include "core/diagnostic.h"

#include "core/assert.h"
#include "core/text/quote.h"

namespace treering::core {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  TREERING_ASSERT(false, "a severity is one of its three enumerators");
  return {};
}

std::string Diagnostic::message() const {
  std::string result(name_of(severity));
  if (!where.empty()) result += ": " + printable(where);
  return result + ": " + printable(text);
}

}  // namespace treering::core
