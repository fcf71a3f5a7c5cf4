#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/assert.h"
#include "core/call.h"
#include "core/named_values.h"

namespace treering::core {
namespace {

/// The share of the size that the slowest link carries, on n ranks.
enum class BusShare {
  Whole,           // 1: every byte passes each link once
  AllButOwn,       // (n-1)/n: all parts but the rank's own
  TwiceAllButOwn,  // 2(n-1)/n: reduce, then spread
  Nothing
};

struct CollectiveEntry {
  Collective value;
  std::string_view name;
  std::string_view nccl_name;
  BusShare bus_share;
};

// Names: the programs of nccl-tests and ncclFuncToString. Factors: nccl-tests src/*.cu
// (all_reduce.cu, all_gather.cu, ...), explained in its doc/PERFORMANCE.md.
constexpr std::array<CollectiveEntry, 10> kEntries{{
    {Collective::AllReduce, "all_reduce", "AllReduce", BusShare::TwiceAllButOwn},
    {Collective::AllGather, "all_gather", "AllGather", BusShare::AllButOwn},
    {Collective::ReduceScatter, "reduce_scatter", "ReduceScatter", BusShare::AllButOwn},
    {Collective::Broadcast, "broadcast", "Broadcast", BusShare::Whole},
    {Collective::Reduce, "reduce", "Reduce", BusShare::Whole},
    {Collective::AllToAll, "alltoall", "AlltoAll", BusShare::AllButOwn},
    {Collective::Gather, "gather", "Gather", BusShare::AllButOwn},
    {Collective::Scatter, "scatter", "Scatter", BusShare::AllButOwn},
    {Collective::SendRecv, "sendrecv", "SendRecv", BusShare::Whole},
    {Collective::Barrier, "barrier", "Barrier", BusShare::Nothing},
}};
static_assert(is_in_enum_order(kEntries));

constexpr auto kValues = values_of(kEntries);

/// The barrier is the last.
constexpr std::size_t kWithData = kEntries.size() - 1;

Result<Collective> parse_among(std::span<const CollectiveEntry> entries, std::string_view text) {
  std::vector<std::string_view> names;
  for (const CollectiveEntry& entry : entries) {
    if (is_same_name(text, entry.name) || is_same_name(text, entry.nccl_name)) return entry.value;
    names.push_back(entry.name);
  }
  return unknown_name("collective", text, names);
}

const CollectiveEntry& entry_of(Collective collective) {
  return kEntries.at(static_cast<std::size_t>(collective));
}

}  // namespace

std::span<const Collective> all_collectives() {
  return std::span(kValues).first(kWithData);
}

std::span<const Collective> collectives_on_cpus() {
  return kValues;
}

std::string_view name_of(Collective collective) {
  return entry_of(collective).name;
}

std::string_view nccl_name_of(Collective collective) {
  return entry_of(collective).nccl_name;
}

Result<Collective> parse_collective(std::string_view text) {
  return parse_among(std::span(kEntries).first(kWithData), text);
}

Result<Collective> parse_collective_on_cpus(std::string_view text) {
  return parse_among(kEntries, text);
}

double bus_factor(Collective collective, int ranks) {
  TREERING_ASSERT(ranks >= 1, "a collective has at least one rank");
  const double all_but_own = (ranks - 1.0) / ranks;
  switch (entry_of(collective).bus_share) {
    case BusShare::Whole:
      return 1;
    case BusShare::AllButOwn:
      return all_but_own;
    case BusShare::TwiceAllButOwn:
      return 2 * all_but_own;
    case BusShare::Nothing:
      return 0;
  }
  TREERING_ASSERT(false, "a bus share is one of its enumerators");
  return 0;
}

}  // namespace treering::core
