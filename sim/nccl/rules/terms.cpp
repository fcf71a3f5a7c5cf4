#include "sim/nccl/rules/terms.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include <fmt/format.h>

#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::rules {

versions::GpuGeneration generation_of(int compute_capability) {
  if (compute_capability >= versions::kBlackwell) return versions::GpuGeneration::Blackwell;
  if (compute_capability >= versions::kHopper) return versions::GpuGeneration::Hopper;
  if (compute_capability >= versions::kAmpere) return versions::GpuGeneration::Ampere;
  return versions::GpuGeneration::Volta;
}

versions::GpuGeneration generation_of(const communicator::CommunicatorView& comm) {
  const int least = comm.facts.min_compute_capability;
  const bool is_exact = least == comm.facts.max_compute_capability &&
                        (least == versions::kAmpere || least == versions::kHopper);
  if (comm.version.tuning.exact_generations && !is_exact) return versions::GpuGeneration::Volta;
  return generation_of(least);
}

versions::Scale scale_of(int nodes) {
  if (nodes == 1) return versions::Scale::OneNode;
  return nodes == 2 ? versions::Scale::TwoNodes : versions::Scale::MoreNodes;
}

int floor_log2(std::uint64_t number) {
  return static_cast<int>(std::bit_width(number)) - 1;
}

versions::Wire wire_inside(const ChannelGraph& graph) {
  return graph.type_intra == PathType::Nvl ? versions::Wire::NvLink : versions::Wire::Pci;
}

float hop_us(const TuningQuery& query, versions::Wire wire, Algorithm algorithm) {
  // On POWER NCCL lowers Tree's PCIe latency to Ring's, so that Tree is preferred.
  const bool is_eased = query.comm.facts.cpu_arch == CpuArch::Power &&
                        wire == versions::Wire::Pci && algorithm == Algorithm::Tree &&
                        query.protocol == Protocol::Simple;
  const versions::LatencyTable& table = query.comm.version.tuning.hop_latency_us[wire];
  return static_cast<float>(table[is_eased ? Algorithm::Ring : algorithm][query.protocol]);
}

float inside_hop_us(const TuningQuery& query, Algorithm algorithm, const ChannelGraph& graph) {
  const float us = hop_us(query, wire_inside(graph), algorithm);
  const double factor = query.comm.version.tuning.ll_hop_factor_between_nodes;
  if (query.protocol != Protocol::Ll || query.comm.shape.nodes == 1) return us;
  return static_cast<float>(static_cast<double>(us) * factor);
}

float network_hop_us(const TuningQuery& query, Algorithm algorithm, const ChannelGraph& graph) {
  const versions::TuningConstants& tuning = query.comm.version.tuning;
  const bool is_exposed =
      tuning.one_rank_per_node_exposes && query.comm.shape.has_one_rank_per_node();
  if (tuning.adapter_latency_replaces && graph.latency_inter > 0) return graph.latency_inter;
  float us = hop_us(query, versions::Wire::Network, is_exposed ? Algorithm::Tree : algorithm);
  us += graph.latency_inter;
  if (query.protocol == Protocol::Simple) us += graph.latency_inter;
  return us;
}

Cause hop_over(versions::Wire wire) {
  switch (wire) {
    case versions::Wire::NvLink:
      return {"NVLink hop", TermKind::InsideHop};
    case versions::Wire::Pci:
      return {"PCIe hop", TermKind::InsideHop};
    case versions::Wire::Network:
      break;
  }
  return {"network hop", TermKind::NetworkHop};
}

double cap_of(const versions::CapTable& caps, const communicator::CommunicatorView& comm) {
  return caps[generation_of(comm)][scale_of(comm.shape.nodes)];
}

double ll_cap_of(const communicator::CommunicatorView& comm) {
  const versions::CapTable& caps = comm.version.tuning.ll_cap;
  if (comm.shape.nodes == 1) return cap_of(caps, comm);
  const bool is_amd =
      comm.facts.cpu_vendor == CpuVendor::Amd || comm.facts.cpu_vendor == CpuVendor::Mixed;
  // Two rows of the table serve CPUs; see its comment.
  return caps[is_amd ? versions::GpuGeneration::Ampere : versions::GpuGeneration::Volta]
             [scale_of(comm.shape.nodes)];
}

float channel_rate(const communicator::CommunicatorView& comm, const ChannelGraph& graph) {
  return comm.shape.nodes <= 2 ? graph.bw_intra : graph.bw_inter;
}

BandwidthFold all_channels(int channels, float gb_per_s) {
  return {fmt::format("{} channel{} of {:g} GB/s", channels, channels == 1 ? "" : "s", gb_per_s),
          static_cast<float>(channels) * gb_per_s};
}

void cap_all_channels(BandwidthFold& fold, const communicator::CommunicatorView& comm) {
  const float cap = comm.version.tuning.all_channels_cap[generation_of(comm)];
  if (cap > 0) fold.cap("all channels of the GPU generation", static_cast<double>(cap));
}

CostFactors tree_correction(const CostQuery& query, int powers) {
  const versions::TuningConstants& tuning = query.comm.version.tuning;
  const auto& table = tuning.tree_correction[query.protocol];
  int index = floor_log2(query.model_bytes / 64);
  if (tuning.corrects_below_64_bytes) index = std::max(index, 0);
  if (index < 0 || index >= powers) return {};
  CostFactors factors;
  factors.bandwidth =
      table[static_cast<std::size_t>(std::min(index, versions::kTreeCorrections - 1))];
  factors.bandwidth_reason = "tree correction for this size";
  return factors;
}

void share_among_ranks(BandwidthFold& fold, int ranks, int steps) {
  fold.scale_to_algbw(fmt::format("{} ranks over {} steps", ranks, steps),
                      static_cast<float>(1.0 * ranks / steps));
}

void up_and_down(BandwidthFold& fold) {
  fold.scale_to_algbw("up and down", .5F);
}

int ring_steps(core::Collective collective, int ranks) {
  if (collective == core::Collective::AllReduce) return 2 * (ranks - 1);
  return is_split(collective) ? ranks - 1 : ranks;
}

int simple_only_max_threads(const communicator::CommunicatorView& comm, Protocol protocol) {
  return protocol == Protocol::Simple ? comm.version.schedule.max_threads : 0;
}

int collnet_thread_threshold(const communicator::CommunicatorView& comm, Protocol protocol) {
  return protocol == Protocol::Simple ? comm.version.schedule.collnet_thread_threshold
                                      : protocol_thread_threshold(comm, protocol);
}

}  // namespace treering::sim::nccl::rules
