// Open MPI on CPU memory, with its component coll/tuned.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "sim/libraries/library.h"

namespace treering::sim::libraries {
namespace {

using core::Collective;

// The names and numbers of Open MPI's component coll/tuned, in the order of the numbers from 1 on
// (ompi/mca/coll/tuned/coll_tuned_*_decision.c of 4.1.4; 5.0 has one more, and the same choices of
// its own).
constexpr std::array<std::string_view, 6> kAllReduceNames{"basic_linear",       "nonoverlapping",
                                                          "recursive_doubling", "ring",
                                                          "segmented_ring",     "rabenseifner"};
constexpr std::array<std::string_view, 6> kAllGatherNames{
    "linear", "bruck", "recursive_doubling", "ring", "neighbor", "two_proc"};
constexpr std::string_view kSeventhAllGather = "sparbit";  // 5.0
constexpr std::array<std::string_view, 4> kReduceScatterNames{"basic_linear", "recursive_doubling",
                                                              "recursive_halving", "butterfly"};
constexpr std::array<std::string_view, 9> kBroadcastNames{
    "basic_linear", "chain",   "pipeline",          "split_binary_tree",     "binary_tree",
    "binomial",     "knomial", "scatter_allgather", "scatter_allgather_ring"};
constexpr std::array<std::string_view, 7> kReduceNames{
    "linear", "chain", "pipeline", "binary", "binomial", "in-order_binary", "rabenseifner"};
constexpr std::array<std::string_view, 5> kAllToAllNames{"linear", "pairwise", "modified_bruck",
                                                         "linear_sync", "two_proc"};
constexpr std::array<std::string_view, 3> kGatherNames{"basic_linear", "binomial", "linear_sync"};
constexpr std::array<std::string_view, 3> kScatterNames{"basic_linear", "binomial", "linear_nb"};

constexpr std::array<std::string_view, 6> kBarrierNames{
    "linear", "double_ring", "recursive_doubling", "bruck", "two_proc", "tree"};

constexpr std::array<std::string_view, 1> kSendRecv{"sendrecv"};  // nothing to choose

/// Of calls of fewer ranks and bytes than the limits, which no rule before it is for.
struct Rule {
  int ranks_below;
  std::uint64_t bytes_below;
  int algorithm;  // number
};
constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

// What coll/tuned takes where nobody asks it for something else, for operations that commute, up to
// 63 ranks: its decisions by ranks and bytes (coll_tuned_decision_fixed.c of 4.1.4; 5.0.0 has the
// same). Bytes are those of the buffer, or of a rank's block where each rank has its own.
// clang-format off
constexpr std::array kAllReduce{
    Rule{4, 8, 4}, Rule{4, 4096, 3}, Rule{4, 8192, 4}, Rule{4, 16384, 3}, Rule{4, 65536, 4},
        Rule{4, 262144, 5}, Rule{4, kAny, 6},
    Rule{8, 16, 4}, Rule{8, 8192, 3}, Rule{8, kAny, 6},
    Rule{16, 8192, 3}, Rule{16, kAny, 6},
    Rule{32, 64, 5}, Rule{32, 4096, 3}, Rule{32, kAny, 6},
    Rule{64, 128, 5}, Rule{64, kAny, 6},
};
constexpr std::array kAllGather{
    Rule{3, kAny, 6},
    Rule{32, kAny, 3},
    Rule{64, 1024, 3}, Rule{64, 65536, 5}, Rule{64, kAny, 4},
};
constexpr std::array kReduceScatter{
    Rule{4, 4, 2}, Rule{4, 8, 4}, Rule{4, 16, 3}, Rule{4, 128, 4}, Rule{4, 256, 3},
        Rule{4, 4096, 4}, Rule{4, 8192, 3}, Rule{4, 131072, 4}, Rule{4, kAny, 1},
    Rule{8, 8, 3}, Rule{8, 32, 2}, Rule{8, 256, 4}, Rule{8, 8192, 3}, Rule{8, 16384, 4},
        Rule{8, 1048576, 3}, Rule{8, kAny, 1},
    Rule{16, 4, 1}, Rule{16, 32, 3}, Rule{16, 128, 4}, Rule{16, 524288, 3}, Rule{16, 4194304, 1},
        Rule{16, kAny, 4},
    Rule{32, 32, 1}, Rule{32, 524288, 3}, Rule{32, 2097152, 1}, Rule{32, 4194304, 3},
        Rule{32, kAny, 4},
    Rule{64, 4, 3}, Rule{64, 16, 1}, Rule{64, 65536, 4}, Rule{64, 262144, 1}, Rule{64, kAny, 4},
};
constexpr std::array kBroadcast{
    Rule{4, 32, 3}, Rule{4, 256, 5}, Rule{4, 512, 3}, Rule{4, 1024, 7}, Rule{4, 32768, 1},
        Rule{4, 131072, 5}, Rule{4, 262144, 2}, Rule{4, 524288, 1}, Rule{4, 1048576, 6},
        Rule{4, kAny, 5},
    Rule{8, 64, 5}, Rule{8, 128, 6}, Rule{8, 2048, 5}, Rule{8, 8192, 6}, Rule{8, 1048576, 1},
        Rule{8, kAny, 2},
    Rule{16, 8, 7}, Rule{16, 64, 5}, Rule{16, 4096, 7}, Rule{16, 16384, 5}, Rule{16, 32768, 6},
        Rule{16, kAny, 1},
    Rule{32, 4096, 7}, Rule{32, 1048576, 6}, Rule{32, kAny, 8},
    Rule{64, 2048, 6}, Rule{64, kAny, 7},
};
constexpr std::array kReduce{
    Rule{4, 8, 7}, Rule{4, 16, 4}, Rule{4, 32, 3}, Rule{4, 262144, 1}, Rule{4, 524288, 3},
        Rule{4, 1048576, 2}, Rule{4, kAny, 3},
    Rule{8, 4096, 4}, Rule{8, 65536, 2}, Rule{8, 262144, 5}, Rule{8, 524288, 1},
        Rule{8, 1048576, 5}, Rule{8, kAny, 1},
    Rule{16, 8192, 4}, Rule{16, kAny, 5},
    Rule{32, 4096, 4}, Rule{32, kAny, 5},
    Rule{64, kAny, 5},
};
constexpr std::array kAllToAll{
    Rule{3, 2, 2}, Rule{3, 4, 5}, Rule{3, 16, 2}, Rule{3, 64, 5}, Rule{3, 256, 2}, Rule{3, 4096, 5},
        Rule{3, 32768, 2}, Rule{3, 262144, 4}, Rule{3, 1048576, 5}, Rule{3, kAny, 2},
    Rule{8, 8192, 4}, Rule{8, 16384, 1}, Rule{8, 65536, 4}, Rule{8, 524288, 1}, Rule{8, 1048576, 2},
        Rule{8, kAny, 1},
    Rule{16, 262144, 4}, Rule{16, kAny, 1},
    Rule{32, 4, 4}, Rule{32, 512, 3}, Rule{32, 8192, 4}, Rule{32, 32768, 1}, Rule{32, 262144, 4},
        Rule{32, 524288, 1}, Rule{32, kAny, 4},
    Rule{64, 512, 3}, Rule{64, 524288, 1}, Rule{64, kAny, 4},
};
constexpr std::array kGather{
    Rule{4, 2, 3}, Rule{4, 4, 1}, Rule{4, 32768, 2}, Rule{4, 65536, 1}, Rule{4, 131072, 2},
        Rule{4, kAny, 3},
    Rule{8, 1024, 2}, Rule{8, 8192, 1}, Rule{8, 32768, 2}, Rule{8, 262144, 1}, Rule{8, kAny, 3},
    Rule{64, kAny, 2},
};
constexpr std::array kScatter{
    Rule{4, 2, 3}, Rule{4, 131072, 1}, Rule{4, 262144, 3}, Rule{4, kAny, 1},
    Rule{8, 2048, 2}, Rule{8, 4096, 1}, Rule{8, 8192, 2}, Rule{8, 32768, 1}, Rule{8, 1048576, 3},
        Rule{8, kAny, 1},
    Rule{16, 16384, 2}, Rule{16, 1048576, 3}, Rule{16, kAny, 1},
    Rule{32, 16384, 2}, Rule{32, 32768, 1}, Rule{32, kAny, 3},
    Rule{64, 512, 2}, Rule{64, 8192, 3}, Rule{64, 16384, 2}, Rule{64, kAny, 3},
};
// By ranks alone, whatever their number (4.1 and 5.0 have the same).
constexpr std::array kBarrier{
    Rule{4, kAny, 3}, Rule{8, kAny, 1}, Rule{64, kAny, 3}, Rule{256, kAny, 4}, Rule{512, kAny, 6},
    Rule{1024, kAny, 4}, Rule{4096, kAny, 6}, Rule{1 << 30, kAny, 4},
};
// clang-format on

struct OfCollective {
  Collective collective;
  std::span<const std::string_view> names;
  std::span<const Rule> rules;
  bool is_by_block;  // `rules` count the bytes of a rank's block
};
constexpr std::array kCollectives{
    OfCollective{Collective::AllReduce, kAllReduceNames, kAllReduce, false},
    OfCollective{Collective::AllGather, kAllGatherNames, kAllGather, true},
    OfCollective{Collective::ReduceScatter, kReduceScatterNames, kReduceScatter, true},
    OfCollective{Collective::Broadcast, kBroadcastNames, kBroadcast, false},
    OfCollective{Collective::Reduce, kReduceNames, kReduce, false},
    OfCollective{Collective::AllToAll, kAllToAllNames, kAllToAll, true},
    OfCollective{Collective::Gather, kGatherNames, kGather, true},
    OfCollective{Collective::Scatter, kScatterNames, kScatter, true},
    OfCollective{Collective::SendRecv, kSendRecv, {}, false},
    OfCollective{Collective::Barrier, kBarrierNames, kBarrier, false},
};

const OfCollective* find_collective(Collective collective) {
  const auto* const found = std::ranges::find(kCollectives, collective, &OfCollective::collective);
  return found == kCollectives.end() ? nullptr : found;
}

/// What coll/tuned runs where it decides for an algorithm. Some become another one for numbers of
/// ranks that they are not for (coll_base_allgather.c). A chain has the fan-out 0 there, which is
/// made 1: a single chain (coll_base_topo.c).
std::string_view what_runs(std::string_view algorithm, Collective collective, int ranks) {
  if (algorithm == "chain") return "pipeline";
  if (collective != Collective::AllGather) return algorithm;
  const bool is_power = std::has_single_bit(static_cast<unsigned>(ranks));
  if (algorithm == "recursive_doubling" && !is_power) return "bruck";
  if (algorithm == "neighbor" && ranks % 2 != 0) return "ring";
  return algorithm;
}

std::span<const std::string_view> open_mpi_algorithms(Collective collective) {
  const OfCollective* const entry = find_collective(collective);
  return entry == nullptr ? std::span<const std::string_view>() : entry->names;
}

std::optional<std::string_view> open_mpi_own_choice(Collective collective, std::uint64_t bytes,
                                                    int ranks) {
  const OfCollective* const entry = find_collective(collective);
  if (entry == nullptr) return std::nullopt;
  if (entry->rules.empty()) return entry->names.front();
  const std::uint64_t counted = entry->is_by_block ? bytes / static_cast<unsigned>(ranks) : bytes;
  for (const Rule& rule : entry->rules) {
    if (ranks < rule.ranks_below && counted < rule.bytes_below) {
      return what_runs(entry->names[static_cast<std::size_t>(rule.algorithm - 1)], collective,
                       ranks);
    }
  }
  return std::nullopt;
}

EagerLimit open_mpi_eager_limit(Transport transport) {
  if (transport == Transport::Tcp) return {65536, "Open MPI 4.1, btl_tcp_eager_limit"};
  return {4096, "Open MPI 4.1, btl_vader_eager_limit"};
}

constexpr std::array<std::string_view, 2> kOpenMpiSettings{"openmpi-rules", "openmpi-env"};

}  // namespace

std::optional<int> open_mpi_number(Collective collective, std::string_view algorithm) {
  if (collective == Collective::SendRecv) return std::nullopt;
  if (collective == Collective::AllGather && algorithm == kSeventhAllGather) return 7;
  const auto all = open_mpi_algorithms(collective);
  const auto found = std::ranges::find(all, algorithm);
  if (found == all.end()) return std::nullopt;
  return static_cast<int>(found - all.begin()) + 1;
}

Entry open_mpi_entry() {
  Entry entry;
  entry.name = "mpi";
  entry.title = "Open MPI";
  entry.has_shared_memory = true;
  entry.memories = {
      {"CPU", every_collective(),
       "use it for data on CPUs where the site's MPI is tuned for its network (InfiniBand, "
       "Slingshot), and where mpirun or srun starts the ranks"},
      {"GPU", every_collective(),
       "if the library was built for GPU memory (ompi_info --parsable --all | grep "
       "mpi_built_with_cuda_support:value); Debian's is not"},
  };
  entry.algorithms = open_mpi_algorithms;
  entry.own_choice = open_mpi_own_choice;
  entry.eager_limit = open_mpi_eager_limit;
  entry.settings = kOpenMpiSettings;
  return entry;
}

}  // namespace treering::sim::libraries
