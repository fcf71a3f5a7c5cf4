// What is measured: one collective at one size, and how it is carried.
#pragma once

#include <optional>
#include <string>

#include "core/call.h"
#include "sim/way.h"

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
  core::Call call;
  sim::Way way;  // forced, its algorithm by the library's name in snake_case
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
std::string forced_text(const sim::Way& way);

/// What is forced, or "0 to 2" of a pair; empty: the library's own choice.
std::string way_text(const Configuration& configuration);

}  // namespace treering::tuner::measure
