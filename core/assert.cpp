#include "core/assert.h"

#include <fmt/format.h>

namespace treering::core {

void assertion_failed(const char* file, int line, const char* condition, const char* sentence) {
  throw AssertionFailure(fmt::format("{}:{}: {} ({})", file, line, sentence, condition));
}

}  // namespace treering::core
