#include "sim/nccl/multicast.h"

#include <fmt/format.h>

#include "sim/nccl/tuning_terms.h"

namespace treering::sim::nccl {
namespace {

using core::DataType;
using core::ReduceOp;

// NCCL v2.28.9-1, src/include/device.h, ncclNvlsSupported.
bool can_reduce(DataType type, ReduceOp op) {
  switch (type) {
    case DataType::Int32:
    case DataType::Uint32:
    case DataType::Int64:
    case DataType::Uint64:
    case DataType::Half:
    case DataType::Bfloat16:
      return op == ReduceOp::Sum || op == ReduceOp::Min || op == ReduceOp::Max;
    case DataType::Float:
    case DataType::Double:
      return op == ReduceOp::Sum;
    case DataType::Int8:
    case DataType::Uint8:
    case DataType::F8e4m3:
    case DataType::F8e5m2:
      break;
  }
  return false;
}

}  // namespace

std::string multicast_not_modelled(const TuningQuery& query) {
  constexpr int kLeastChannels = 2;  // NCCL v2.28.9-1, src/graph/tuning.cc, ncclTopoTuneModel
  if (query.protocol != Protocol::Simple) return "NVLS speaks Simple only";
  const int channels = query.comm.graphs.nvls.channel_count();
  if (channels >= kLeastChannels) return {};
  if (query.comm.settings.nvls == Switch::Off) return "NCCL_NVLS_ENABLE turns NVLS off";
  if (!query.comm.facts.nvls) return "the GPUs or switches have no multicast (NVLS)";
  return fmt::format("NVLS needs {} channels, found {}", kLeastChannels, channels);
}

BandwidthFold multicast_rate(const TuningQuery& query, float network_gb_per_s) {
  const CommunicatorView& comm = query.comm;
  const ChannelGraph& graph = comm.graphs.nvls;
  const int channels = graph.channel_count();
  const GpuGeneration generation = generation_of(comm.facts.min_compute_capability);
  BandwidthFold fold(fmt::format("a channel of {:g} GB/s", graph.bw_intra), graph.bw_intra);
  fold.scale("NVLS efficiency of the GPU generation",
             comm.version.tuning.nvls_efficiency[generation]);
  fold.scale("channels but one", channels - 1);
  fold.divide("over all channels", channels);
  if (query.collective == core::Collective::AllReduce) {
    fold.scale("all_reduce reduces and spreads at once", 2);
  } else {
    const auto ranks = comm.shape.average_ranks();
    fold.scale("a rank's own part stays", (ranks - 1) / ranks);
  }
  fold.cap("the network", static_cast<double>(network_gb_per_s));
  return fold;
}

std::string multicast_unusable(const CommunicatorView& comm, const Call& call) {
  if (!comm.channels.uses_nvls()) return "NVLS is not in use";
  if (is_reduction(call.collective) && !can_reduce(call.type, call.op)) {
    return fmt::format("NVLS cannot reduce {} by {}", core::name_of(call.type),
                       core::name_of(call.op));
  }
  const int most = comm.version.channels.max_nvls_ranks;
  if (call.collective != core::Collective::AllReduce && comm.shape.most_ranks() > most) {
    return fmt::format("NVLS serves at most {} ranks per node here, have {}", most,
                       comm.shape.most_ranks());
  }
  return {};
}

}  // namespace treering::sim::nccl
