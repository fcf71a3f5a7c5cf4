// The kernel's way to write a set of processors: "00000000,0000000b" is 0, 1 and 3.
#pragma once

#include <set>
#include <string_view>

namespace treering::hw::discover::sources {

/// Processors in hexadecimal words of 32 bits, the most significant first. What is no such text has
/// none. No processor is numbered above 32 times the words.
std::set<int> cpus_in(std::string_view cpumap);

}  // namespace treering::hw::discover::sources
