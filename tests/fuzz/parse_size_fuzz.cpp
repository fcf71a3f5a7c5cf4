// core::parse_size: any text gives a size or an error; a size survives being written and read.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/assert.h"
#include "core/units.h"

using treering::core::format_size_option;
using treering::core::parse_size;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto bytes = parse_size(text, "-b");
  if (!bytes) return 0;
  const auto again = parse_size(format_size_option(*bytes), "-b");
  TREERING_ASSERT(again && *again == *bytes, "a size survives being written and read");
  return 0;
}
