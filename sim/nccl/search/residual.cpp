#include "sim/nccl/search/residual.h"

#include <cmath>

namespace treering::sim::nccl::search {
namespace {

// NCCL v2.28.9-1, src/graph/search.cc followPath: traffic into GPUs before Ampere costs one eighth
// in acknowledgements on the way back, unless another GPU sends it.
constexpr int kFirstWithoutAcknowledgements = 80;
constexpr float kAcknowledgementShare = 8;

// NCCL v2.28.9-1, src/graph/topo.h INTEL_P2P_OVERHEAD: bw * 6 / 5, in this order.
float with_intel_overhead(float bandwidth) {
  return bandwidth * 6 / 5;
}

// NCCL v2.28.9-1, src/graph/search.cc SUB_ROUND: keeps three decimals, so that taking and giving
// back cancel exactly.
float less(float from, float amount) {
  return std::round((from - amount) * 1000) / 1000;
}

}  // namespace

Residual::Residual(const system::System& system, const paths::LinkTable& links)
    : system_(system), links_(links) {
  left_.reserve(links.links.size());
  for (const paths::LinkTable::Entry& link : links.links) left_.push_back(link.bandwidth);
}

bool Residual::take(const paths::Path& path, system::NodeId start, float bandwidth) {
  const int moved = move(path, start, path.hops(), bandwidth);
  if (moved == path.hops()) return true;
  move(path, start, moved, -bandwidth);
  return false;
}

void Residual::give_back(const paths::Path& path, system::NodeId start, float bandwidth) {
  move(path, start, path.hops(), -bandwidth);
}

/// Peer-to-peer through an Intel root complex is cut into 64-byte packets and needs more of the
/// bus.
float Residual::pci_bandwidth(const paths::Path& path, system::NodeType start,
                              float bandwidth) const {
  if (path.type != PathType::Phb || start != system::NodeType::Gpu) return bandwidth;
  for (const paths::LinkId link : path.links) {
    const auto* cpu = std::get_if<system::CpuNode>(&system_.node(links_[link].to).info);
    if (cpu != nullptr && cpu->arch == CpuArch::X86 && cpu->vendor == CpuVendor::Intel) {
      return with_intel_overhead(bandwidth);
    }
  }
  return bandwidth;
}

Residual::Demand Residual::demand(paths::LinkId id, system::NodeType start, float bandwidth,
                                  float pci_bandwidth) const {
  const paths::LinkTable::Entry& link = links_[id];
  Demand demand;
  demand.forward = link.type == PathType::Pix ? pci_bandwidth : bandwidth;
  const system::SystemNode& target = system_.node(link.to);
  const auto* gpu = std::get_if<system::GpuNode>(&target.info);
  if (gpu != nullptr && gpu->compute_capability < kFirstWithoutAcknowledgements &&
      start != system::NodeType::Gpu) {
    demand.backward += demand.forward / kAcknowledgementShare;
  }
  const auto* cpu = std::get_if<system::CpuNode>(&target.info);
  if (cpu != nullptr && cpu->arch == CpuArch::Power && link.type == PathType::Nvl) {
    demand.backward += demand.forward;
  }
  if (demand.backward != 0) demand.reverse = links_.find(link.to, link.from, link.type);
  return demand;
}

int Residual::move(const paths::Path& path, system::NodeId start, int hops, float bandwidth) {
  const system::NodeType from = system_.node(start).type();
  const float on_pci = pci_bandwidth(path, from, bandwidth);
  for (int hop = 0; hop < hops; ++hop) {
    const paths::LinkId link = path.links[static_cast<std::size_t>(hop)];
    const Demand needs = demand(link, from, bandwidth, on_pci);
    float& forward = left_[static_cast<std::size_t>(link)];
    float* backward = needs.reverse < 0 ? nullptr : &left_[static_cast<std::size_t>(needs.reverse)];
    if (forward < needs.forward || (backward != nullptr && *backward < needs.backward)) return hop;
    forward = less(forward, needs.forward);
    if (backward != nullptr) *backward = less(*backward, needs.backward);
  }
  return hops;
}

}  // namespace treering::sim::nccl::search
