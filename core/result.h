// Result<T>: a value, or the reason why the world did not give one.
//
//   Result<Topology> load(path);
//   auto topology = load(path);
//   if (!topology) return fail(topology.error());
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace treering::core {

/// Who can mend it. The value is the exit code that main() ends with.
enum class Category : int {
  Usage = 2,        // the command line
  BadInput = 3,     // a file or text that was given
  Environment = 4,  // this machine lacks something
  Internal = 5,     // treering itself
};

/// One failure as its reader needs it. Phrases are lower-case and have no full stop;
/// `expected` and `hint` may be empty.
struct Error {
  Category category = Category::Internal;
  std::string where;     // "topologies/dgx.json: /links/7/to"
  std::string found;     // "device 9 not found"
  std::string expected;  // "have 0..8"
  std::string hint;      // "add it under /devices"

  /// "where: found, expected; hint", without the parts that are empty.
  [[nodiscard]] std::string message() const;
  /// The same without the place.
  [[nodiscard]] std::string complaint() const;

  bool operator==(const Error&) const = default;
};

template <class T>
using Result = tl::expected<T, Error>;

/// What a function that returns Result<T> returns to fail, for any T.
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

}  // namespace treering::core
