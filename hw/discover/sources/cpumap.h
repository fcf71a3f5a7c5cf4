// A set of processors as the kernel writes it: "00000000,0000000b" is 0, 1 and 3.
#pragma once

#include <set>
#include <string_view>

namespace treering::hw::discover::sources {

/// Processors in hexadecimal words of 32 bits, the most significant first. Other texts give an
/// empty set. No processor has a number of 32 times the words or more.
std::set<int> cpus_in(std::string_view cpumap);

}  // namespace treering::hw::discover::sources
