// TREERING_ASSERT: states what a bug would break. Always on, in release builds too.
#pragma once

#include <stdexcept>

namespace treering::core {

/// A bug in treering. Only main() catches it, and ends with the code of an internal error.
class AssertionFailure : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws AssertionFailure with "FILE:LINE: SENTENCE (CONDITION)".
[[noreturn]] void assertion_failed(const char* file, int line, const char* condition,
                                   const char* sentence);

}  // namespace treering::core

/// Evaluates `condition` once; when it is false, throws AssertionFailure carrying `sentence`,
/// which says what ought to hold, e.g. TREERING_ASSERT(share <= 1, "a share is at most one").
#define TREERING_ASSERT(condition, sentence) \
  ((condition) ? static_cast<void>(0)        \
               : ::treering::core::assertion_failed(__FILE__, __LINE__, #condition, (sentence)))
