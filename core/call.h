// The collectives, and a call of one: how many bytes, which element type (core/data_type.h),
// operation and root.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/data_type.h"
#include "core/result.h"

namespace treering::core {

// The collectives, by the names of nccl-tests, and the factor from algbw to busbw; and the barrier,
// which carries nothing and which only libraries on CPUs have.

enum class Collective {
  AllReduce,
  AllGather,
  ReduceScatter,
  Broadcast,
  Reduce,
  AllToAll,
  Gather,
  Scatter,
  SendRecv,
  Barrier,
};

/// Those that carry data, which are nccl-tests', in the order of the enum.
std::span<const Collective> all_collectives();
/// Likewise with the barrier: those of libraries on CPUs.
std::span<const Collective> collectives_on_cpus();

/// nccl-tests' name: "all_reduce".
std::string_view name_of(Collective collective);

/// NCCL's name: "AllReduce".
std::string_view nccl_name_of(Collective collective);

/// Reads either name in any case, with '-' as '_'. Fails with Category::Usage and names the closest
/// collective. A barrier is none of them.
Result<Collective> parse_collective(std::string_view text);
/// Likewise, also the barrier.
Result<Collective> parse_collective_on_cpus(std::string_view text);

/// busbw = algbw x bus_factor. The factor is the share of the size that crosses each rank's link;
/// for one rank it is 0 where nothing moves. Source: nccl-tests doc/PERFORMANCE.md and src/*.cu.
/// \pre ranks >= 1
double bus_factor(Collective collective, int ranks);

// A call of a collective: what every library, model and measurement is asked about.

struct Call {
  Collective collective = Collective::AllReduce;
  std::uint64_t bytes = 0;  // nccl-tests' "size" column
  DataType type = DataType::Float;
  ReduceOp op = ReduceOp::Sum;
  int root = 0;  // the rank, of those that have one

  auto operator<=>(const Call&) const = default;
};

}  // namespace treering::core
