// Failures and remarks: Result<T> is a value or the Error that prevented it, a Diagnostic comes
// along with a value.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace treering::core {

// Result<T> is a value, or the reason why there is none.
//
//   Result<Topology> load(path);
//   auto topology = load(path);
//   if (!topology) return fail(topology.error());

/// Who can fix the problem. The value is main()'s exit code.
enum class Category : int {
  Usage = 2,        // the command line
  BadInput = 3,     // a file or text that was given
  Environment = 4,  // this machine lacks something
  Internal = 5,     // treering itself
  Cancelled = 6,    // nobody: the question was taken back. The window's alone
};

/// A failure, worded for its reader. Phrases are lower-case without a full stop; `expected` and
/// `hint` may be empty.
struct Error {
  Category category = Category::Internal;
  std::string where;     // "topologies/dgx.json: /links/7/to"
  std::string found;     // "device 9 not found"
  std::string expected;  // "have 0..8"
  std::string hint;      // "add it under /devices"

  /// "where: found, expected; hint", without empty parts.
  [[nodiscard]] std::string message() const;
  /// The same without the place.
  [[nodiscard]] std::string complaint() const;

  bool operator==(const Error&) const = default;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Converts to a failed Result<T> for any T: functions return it to fail.
using Failure = tl::unexpected<Error>;

inline Failure fail(Error error) {
  return Failure(std::move(error));
}

/// Failures by category, arguments in the order of Error's fields.
Failure usage_error(std::string where, std::string found, std::string expected = {},
                    std::string hint = {});
Failure bad_input(std::string where, std::string found, std::string expected = {},
                  std::string hint = {});
Failure environment_error(std::string where, std::string found, std::string expected = {},
                          std::string hint = {});
Failure internal_error(std::string where, std::string found, std::string expected = {},
                       std::string hint = {});
/// For work that ended because nobody waits for it any more.
Failure cancelled();

// A remark on a result that was reached in spite of a problem.

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
