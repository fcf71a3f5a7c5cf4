#include "sim/nccl/search/link_moves.h"

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

namespace {

bool stays_inside(const Move& move) {
  return move.from.type != system::NodeType::Net && move.to.type != system::NodeType::Net;
}

float bandwidth_of(const Move& move, const Layout& layout) {
  return move.share * (stays_inside(move) ? layout.bw_intra : layout.bw_inter);
}

/// Whole hops only, as NCCL counts: fractions are cut off at every addition.
void count_hops(const paths::Path& path, float share, Layout& layout) {
  layout.hops =
      static_cast<int>(static_cast<float>(layout.hops) + share * static_cast<float>(path.hops()));
}

}  // namespace

const paths::Path& LinkMoves::path_of(const Move& move) const {
  return paths_.between(system_.at(move.from.type, move.from.index), move.to.type, move.to.index);
}

bool LinkMoves::is_within_reach(const Move& move, const paths::Path& path,
                                const Layout& layout) const {
  if (path.type >= PathType::Dis) return false;
  if (move.share != 1) return true;
  const PathType reach = stays_inside(move) ? layout.type_intra : layout.type_inter;
  if (path.type > reach) return false;
  // A tree carries traffic both ways.
  return !layout.is_tree() || path_of({move.to, move.from}).type <= reach;
}

bool LinkMoves::go(const Move& move, Layout& layout) {
  const paths::Path& path = path_of(move);
  if (!is_within_reach(move, path, layout)) return false;
  const system::NodeId start = system_.at(move.from.type, move.from.index);
  if (!residual_.take(path, start, bandwidth_of(move, layout))) return false;
  count_hops(path, move.share, layout);
  return true;
}

void LinkMoves::undo(const Move& move, Layout& layout) {
  const paths::Path& path = path_of(move);
  const system::NodeId start = system_.at(move.from.type, move.from.index);
  residual_.give_back(path, start, bandwidth_of(move, layout));
  count_hops(path, -move.share, layout);
}

std::vector<Move> nvls_legs(int head, int gpus) {
  const Place nvswitch{system::NodeType::Nvs, 0};
  const auto share_of = [&](int gpu) { return gpu == head ? 2.0F : 1.0F; };
  std::vector<Move> legs;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    legs.push_back({nvswitch, {system::NodeType::Gpu, gpu}, share_of(gpu)});
  }
  for (int gpu = 0; gpu < gpus; ++gpu) {
    legs.push_back({{system::NodeType::Gpu, gpu}, nvswitch, share_of(gpu)});
  }
  return legs;
}

std::vector<Move> direct_legs(int head, int gpus) {
  const Place hub{system::NodeType::Gpu, head};
  const float share = 1.0F / static_cast<float>(gpus - 1);
  std::vector<Move> legs;
  for (int gpu = 0; gpu < gpus; ++gpu) legs.push_back({hub, {system::NodeType::Gpu, gpu}, share});
  for (int gpu = 0; gpu < gpus; ++gpu) legs.push_back({{system::NodeType::Gpu, gpu}, hub, share});
  return legs;
}

}  // namespace treering::sim::nccl::search
