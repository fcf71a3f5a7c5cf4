// What is measured: one collective at one size, and how it is carried.
#pragma once

#include <cstdint>
#include <string>

#include "core/collective.h"
#include "core/data_type.h"

namespace treering::tuner::measure {

/// Whether the buffers of a call may still be in a cache when it starts. The two never mix.
enum class Cache {
  Warm,  // the same buffers, call after call, as nccl-tests does
  Cold,  // caches are overwritten before each call
};

struct Configuration {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = 0;  // the "size" column of nccl-tests
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  std::string algorithm;  // forced, by the library's name in snake_case; empty: its own choice
  std::string protocol;   // NCCL's; empty: its own choice, or the library has none
  int channels = 0;       // NCCL's; 0: its own choice
  bool is_in_place = false;
  Cache cache = Cache::Warm;

  auto operator<=>(const Configuration&) const = default;
};

}  // namespace treering::tuner::measure
