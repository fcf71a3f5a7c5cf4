#include <algorithm>
#include <array>

#include "tuner/exporters/host_exporter.h"

namespace treering::tuner::exporters {
namespace {

using core::Collective;

// Open MPI 4.1.4. Its reduce_scatter_block is nccl-tests' reduce_scatter: equal blocks.
constexpr std::array kOpenMpiCollectives{
    OpenMpiCollective{Collective::AllGather, "allgather", 0, true},
    OpenMpiCollective{Collective::AllReduce, "allreduce", 2, true},
    OpenMpiCollective{Collective::AllToAll, "alltoall", 3, true},
    OpenMpiCollective{Collective::Barrier, "barrier", 6, true},
    OpenMpiCollective{Collective::Broadcast, "bcast", 7, true},
    OpenMpiCollective{Collective::Gather, "gather", 9, false},
    OpenMpiCollective{Collective::Reduce, "reduce", 11, true},
    OpenMpiCollective{Collective::ReduceScatter, "reduce_scatter_block", 13, true},
    OpenMpiCollective{Collective::Scatter, "scatter", 15, false},
};

}  // namespace

std::optional<OpenMpiCollective> open_mpi_collective(Collective collective) {
  const auto* const found =
      std::ranges::find(kOpenMpiCollectives, collective, &OpenMpiCollective::collective);
  return found == kOpenMpiCollectives.end() ? std::nullopt : std::optional(*found);
}

}  // namespace treering::tuner::exporters
