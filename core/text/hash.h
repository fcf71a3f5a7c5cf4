// FNV-1a (Fowler, Noll, Vo; RFC 9923): the same on every machine and in every version.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace treering::core {

std::uint32_t fnv_1a_32(std::string_view text);
std::uint64_t fnv_1a_64(std::string_view text);

/// What results call a host: 8 hex digits, equal for equal names. It says whether two results are
/// of the same hosts without naming them.
std::string host_mark(std::string_view host);

}  // namespace treering::core
