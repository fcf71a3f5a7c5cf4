// Versions of NCCL that are defined by their differences from a neighbouring version. Each is in
// the file of its name and gives the source of each number, with paths from the src/ of the
// version's tag.
//
// Not examined, so that all versions use 2.28.9's: the search for channels apart from its
// constants, the division of a call into channels and chunks, and the effect of variables other
// than NCCL_ALGO and NCCL_PROTO.
#pragma once

#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::versions::releases {

#define OLDER(id) Version id(Version newer);
#define NEWER(id) Version id(Version older);
#include "sim/nccl/versions/releases/releases.def"
#undef OLDER
#undef NEWER

inline constexpr int kAnyNewer = 1 << 20;  // compute capability

/// An algorithm's row of a table.
constexpr ByProtocol<double> row(double ll, double ll128, double simple) {
  return {{ll, ll128, simple}};
}

/// For one, two and more nodes.
constexpr ByEnum<Scale, double, kScales> scales(double one, double two, double more) {
  return {{one, two, more}};
}

/// Versions that do not know Blackwell treat such GPUs as Hopper.
template <class Value>
void forget_blackwell(ByGeneration<Value>& table) {
  table[GpuGeneration::Blackwell] = table[GpuGeneration::Hopper];
}

/// Sets the row of `generation` and of newer ones, which have no row of their own.
template <class Value>
void set_from(ByGeneration<Value>& table, GpuGeneration generation, const Value& value) {
  for (int g = static_cast<int>(generation); g < kGpuGenerations; ++g) {
    table[static_cast<GpuGeneration>(g)] = value;
  }
}

}  // namespace treering::sim::nccl::versions::releases
