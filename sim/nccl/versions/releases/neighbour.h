// Versions of NCCL that are made from a neighbour by what differs. Each stands in the file of its
// name; beside each number stands where it was read, paths from the src/ of the version's tag.
//
// Not gone into (2.28.9's is taken for all): how channels are laid beyond the constants of the
// search, how a call is cut into channels and chunks, what variables other than NCCL_ALGO and
// NCCL_PROTO do.
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

/// Before a version knew of Blackwell it took such GPUs for Hopper.
template <class Value>
void forget_blackwell(ByGeneration<Value>& table) {
  table[GpuGeneration::Blackwell] = table[GpuGeneration::Hopper];
}

/// From `generation` on; newer ones have no row of their own.
template <class Value>
void set_from(ByGeneration<Value>& table, GpuGeneration generation, const Value& value) {
  for (int g = static_cast<int>(generation); g < kGpuGenerations; ++g) {
    table[static_cast<GpuGeneration>(g)] = value;
  }
}

}  // namespace treering::sim::nccl::versions::releases
