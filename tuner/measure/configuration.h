// What is measured: one collective at one size, and how it is carried.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/collective.h"
#include "core/data_type.h"

namespace treering::tuner::measure {

/// Whether the buffers of a call may still be in a cache when it starts. The two never mix.
enum class Cache {
  Warm,  // the same buffers, call after call, as nccl-tests does
  Cold,  // caches are overwritten before each call
};

/// One rank sends, another receives, and all others look on.
struct Pair {
  int from = 0;
  int to = 0;

  auto operator<=>(const Pair&) const = default;
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
  std::optional<Pair> pair;  // of sendrecv alone; nothing: all send to the next rank

  auto operator<=>(const Configuration&) const = default;
};

/// Whether the rank sends or receives: beside a pair the others look on.
bool takes_part(const Configuration& configuration, int rank);

/// Whether nothing is forced.
bool is_own_choice(const Configuration& configuration);

/// The same call with nothing forced.
Configuration own_choice_of(Configuration configuration);

/// "ring", "ring/ll/4 ch"; empty where nothing is forced.
std::string forced_text(const std::string& algorithm, const std::string& protocol, int channels);

/// What is forced, or "0 to 2" of a pair; empty: the library's own choice.
std::string way_text(const Configuration& configuration);

}  // namespace treering::tuner::measure
