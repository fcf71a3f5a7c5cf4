// TREERING_ASSERT checks what only a bug can break. It is always on, also in release builds.
#pragma once

#include <stdexcept>

namespace treering::core {

/// A bug in treering. Only main() catches it, and exits with the code of an internal error.
class AssertionFailure : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws AssertionFailure with "FILE:LINE: SENTENCE (CONDITION)".
[[noreturn]] void assertion_failed(const char* file, int line, const char* condition,
                                   const char* sentence);

}  // namespace treering::core

/// Evaluates `condition` once. When it is false, throws an AssertionFailure with `sentence`, which
/// states the condition in words: TREERING_ASSERT(share <= 1, "a share is at most one").
#define TREERING_ASSERT(condition, sentence) \
  ((condition) ? static_cast<void>(0)        \
               : ::treering::core::assertion_failed(__FILE__, __LINE__, #condition, (sentence)))
