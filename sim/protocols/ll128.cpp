// LL128: 128-byte lines, 120 bytes of data and 8 of flag. Works only where a line arrives as one,
// which NVLink and some PCIe paths keep to.
#include <fmt/format.h>

#include "sim/protocols/registry.h"

namespace treering::sim::protocols {
namespace {

using nccl::PathType;

constexpr int kLineWords = 16;  // of 8 bytes
constexpr int kDataWords = 15;
constexpr int kVolta = 70;
constexpr int kHopper = 90;

int fifteen_sixteenths(int buffer_bytes) {
  return buffer_bytes / kLineWords * kDataWords;
}

std::string too_far(std::string_view where, PathType found, PathType limit) {
  return fmt::format("LL128 needs paths {} of at most {}, found {}", where, nccl::name_of(limit),
                     nccl::name_of(found));
}

// NCCL v2.28.9-1, src/graph/tuning.cc, ncclTopoTuneModel (pEnable == 2).
std::string unusable(const nccl::CommunicatorView& comm, const nccl::ChannelGraph& graph) {
  const nccl::NodeFacts& facts = comm.facts;
  if (facts.min_compute_capability < kVolta) return "LL128 needs GPUs from Volta on";
  if (facts.min_compute_capability != facts.max_compute_capability) {
    return "LL128 needs GPUs of one generation";
  }
  if (graph.type_intra > PathType::Nvb) {
    return too_far("inside the node", graph.type_intra, PathType::Nvb);
  }
  const bool may_relay = comm.settings.ll128_over_c2c && facts.min_compute_capability >= kHopper;
  const PathType limit = may_relay ? PathType::Pxn : PathType::Pxb;
  if (graph.type_inter > limit) return too_far("to the network", graph.type_inter, limit);
  return {};
}

constexpr Rules kRules{
    .protocol = nccl::Protocol::Ll128, .payload_bytes = fifteen_sixteenths, .unusable = unusable};

}  // namespace

const Rules& ll128_rules() {
  return kRules;
}

}  // namespace treering::sim::protocols
