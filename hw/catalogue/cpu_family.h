// How NCCL numbers families of x86 processors.
#pragma once

namespace treering::hw::catalogue {

/// From the sum of CPUID's base family of 4 bits and extended family, which Linux and hwloc give:
/// NCCL puts the latter in front (2.28 src/graph/xml.cc, familyId). 23 is 15 and 8, so 15 + (8 <<
/// 4) = 143.
constexpr int nccl_family(int family) {
  constexpr int kMostBase = 15;
  return family <= kMostBase ? family : kMostBase + ((family - kMostBase) << 4);
}

}  // namespace treering::hw::catalogue
