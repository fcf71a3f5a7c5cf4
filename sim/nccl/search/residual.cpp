#include "sim/nccl/search/residual.h"

#include <algorithm>
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

/// std::round() without a call of the library: half away from zero. 0.49999997 is the float before
/// a half, so that no sum is rounded up to a whole.
float rounded(float value) {
  constexpr float kWhole = 1 << 22U;  // from here on all floats but halves are whole
  if (std::abs(value) >= kWhole) return std::round(value);
  return static_cast<float>(static_cast<int>(value + std::copysign(0.49999997F, value)));
}

// NCCL v2.28.9-1, src/graph/search.cc SUB_ROUND: keeps three decimals, so that taking and giving
// back cancel exactly.
float less(float from, float amount) {
  return rounded((from - amount) * 1000) / 1000;
}

}  // namespace

Residual::Residual(const system::System& system, const paths::LinkTable& links)
    : system_(system), links_(links) {
  left_.reserve(links.links.size());
  loads_.reserve(links.links.size());
  for (const paths::LinkTable::Entry& link : links.links) {
    left_.push_back(link.bandwidth);
    loads_.push_back(load_of(link));
  }
}

Residual::Load Residual::load_of(const paths::LinkTable::Entry& link) const {
  Load load;
  load.is_pci = link.type == PathType::Pix;
  const system::SystemNode& target = system_.node(link.to);
  const auto* gpu = std::get_if<system::GpuNode>(&target.info);
  load.is_acknowledged = gpu != nullptr && gpu->compute_capability < kFirstWithoutAcknowledgements;
  const auto* cpu = std::get_if<system::CpuNode>(&target.info);
  load.is_both_ways = cpu != nullptr && cpu->arch == CpuArch::Power && link.type == PathType::Nvl;
  load.enters_intel_cpu =
      cpu != nullptr && cpu->arch == CpuArch::X86 && cpu->vendor == CpuVendor::Intel;
  if (load.is_acknowledged || load.is_both_ways) {
    load.reverse = links_.find(link.to, link.from, link.type);
  }
  return load;
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
  const bool passes_intel = std::ranges::any_of(
      path.links, [&](paths::LinkId link) { return load(link).enters_intel_cpu; });
  return passes_intel ? with_intel_overhead(bandwidth) : bandwidth;
}

int Residual::move(const paths::Path& path, system::NodeId start, int hops, float bandwidth) {
  const system::NodeType from = system_.node(start).type();
  const float on_pci = pci_bandwidth(path, from, bandwidth);
  for (int hop = 0; hop < hops; ++hop) {
    const paths::LinkId link = path.links[static_cast<std::size_t>(hop)];
    const Load& rule = load(link);
    const float ahead = rule.is_pci ? on_pci : bandwidth;
    float back = 0;
    if (rule.is_acknowledged && from != system::NodeType::Gpu) back = ahead / kAcknowledgementShare;
    if (rule.is_both_ways) back = ahead;
    float& forward = left_[static_cast<std::size_t>(link)];
    const bool has_back = back != 0 && rule.reverse >= 0;
    float* backward = has_back ? &left_[static_cast<std::size_t>(rule.reverse)] : nullptr;
    if (forward < ahead || (backward != nullptr && *backward < back)) return hop;
    forward = less(forward, ahead);
    if (backward != nullptr) *backward = less(*backward, back);
  }
  return hops;
}

}  // namespace treering::sim::nccl::search
