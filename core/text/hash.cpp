#include "core/text/hash.h"

#include <fmt/format.h>

namespace treering::core {
namespace {

template <class Number>
Number fnv_1a(std::string_view text, Number basis, Number prime) {
  for (const char c : text) basis = (basis ^ static_cast<unsigned char>(c)) * prime;
  return basis;
}

}  // namespace

std::uint32_t fnv_1a_32(std::string_view text) {
  return fnv_1a<std::uint32_t>(text, 0x811c9dc5, 0x01000193);
}

std::uint64_t fnv_1a_64(std::string_view text) {
  return fnv_1a<std::uint64_t>(text, 0xcbf29ce484222325, 0x100000001b3);
}

std::string host_mark(std::string_view host) {
  return fmt::format("{:08x}", fnv_1a_32(host));
}

}  // namespace treering::core
