#include "sim/test_size.h"

#include "core/assert.h"

namespace treering::sim {

using core::Collective;

bool is_shared_out(Collective collective) {
  switch (collective) {
    case Collective::AllReduce:
    case Collective::Broadcast:
    case Collective::Reduce:
    case Collective::SendRecv:
    case Collective::Barrier:
      return false;
    case Collective::AllGather:
    case Collective::ReduceScatter:
    case Collective::AllToAll:
    case Collective::Gather:
    case Collective::Scatter:
      return true;
  }
  TREERING_ASSERT(false, "a collective is one of its enumerators");
  return false;
}

TestSize test_size(Collective collective, std::uint64_t asked, core::DataType type, int ranks) {
  TREERING_ASSERT(ranks >= 1, "a collective has at least one rank");
  constexpr std::uint64_t kPartBytes = 16;
  const std::uint64_t element = core::size_of(type).count();
  if (!is_shared_out(collective)) return {asked / element * element, asked / element};
  const std::uint64_t row =
      element * static_cast<std::uint64_t>(ranks);  // one element of each part
  std::uint64_t count = asked / row;
  if (asked % row != 0) count -= count % (kPartBytes / element);
  return {count * row, count};
}

}  // namespace treering::sim
