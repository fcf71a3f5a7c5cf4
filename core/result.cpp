#include "core/result.h"

#include "core/assert.h"
#include "core/text/quote.h"

namespace treering::core {

std::string Error::message() const {
  const std::string what = complaint();
  const std::string place = printable(where);
  if (place.empty() || what.empty()) return place + what;
  return place + ": " + what;
}

std::string Error::complaint() const {
  std::string text;
  const auto append = [&text](const char* separator, const std::string& part) {
    if (part.empty()) return;
    if (!text.empty()) text += separator;
    text += printable(part);
  };
  append("", found);
  append(", ", expected);
  append("; ", hint);
  return text;
}

Failure usage_error(std::string where, std::string found, std::string expected, std::string hint) {
  return fail(
      {Category::Usage, std::move(where), std::move(found), std::move(expected), std::move(hint)});
}

Failure bad_input(std::string where, std::string found, std::string expected, std::string hint) {
  return fail({Category::BadInput, std::move(where), std::move(found), std::move(expected),
               std::move(hint)});
}

Failure environment_error(std::string where, std::string found, std::string expected,
                          std::string hint) {
  return fail({Category::Environment, std::move(where), std::move(found), std::move(expected),
               std::move(hint)});
}

Failure internal_error(std::string where, std::string found, std::string expected,
                       std::string hint) {
  return fail({Category::Internal, std::move(where), std::move(found), std::move(expected),
               std::move(hint)});
}

Failure cancelled() {
  return fail({Category::Cancelled, {}, "cancelled", {}, {}});
}

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
