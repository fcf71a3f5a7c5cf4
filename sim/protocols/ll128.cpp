// LL128: 128-byte lines with 120 bytes of data and 8 of flag. Works only where a line arrives as a
// whole, as over NVLink and some PCIe paths.
#include <algorithm>

#include <fmt/format.h>

#include "sim/nccl/versions/constants.h"
#include "sim/protocols/registry.h"

namespace treering::sim::protocols {
namespace {

using nccl::PathType;

int fifteen_sixteenths(int buffer_bytes) {
  return buffer_bytes / nccl::versions::kLl128LineWords * nccl::versions::kLl128DataWords;
}

std::string too_far(std::string_view where, PathType found, PathType limit) {
  return fmt::format("LL128 needs paths {} of at most {}, found {}", where, nccl::name_of(limit),
                     nccl::name_of(found));
}

std::string wrong_gpus(const nccl::communicator::CommunicatorView& comm) {
  const int least = comm.facts.min_compute_capability;
  const int most = comm.facts.max_compute_capability;
  const nccl::versions::Ll128Constants& constants = comm.version.tuning.ll128;
  if (least < nccl::versions::kVolta) return "LL128 needs GPUs from Volta on";
  if (least != most && !(constants.mixed_from_hopper && least >= nccl::versions::kHopper)) {
    return "LL128 needs GPUs of one generation";
  }
  const auto& known = constants.compute_capabilities;
  if (known.empty() || std::ranges::find(known, least) != known.end()) return {};
  return fmt::format("NCCL {} does not trust LL128 on GPUs of compute capability {}.{}",
                     comm.version.name, least / 10, least % 10);
}

// NCCL v2.28.9-1, src/graph/tuning.cc, ncclTopoTuneModel (pEnable == 2).
std::string unusable(const nccl::communicator::CommunicatorView& comm,
                     const nccl::ChannelGraph& graph) {
  const nccl::versions::Ll128Constants& constants = comm.version.tuning.ll128;
  if (std::string reason = wrong_gpus(comm); !reason.empty()) return reason;
  if (graph.type_intra > constants.farthest_inside) {
    return too_far("inside the node", graph.type_intra, constants.farthest_inside);
  }
  const bool may_relay =
      comm.settings.ll128_over_c2c && comm.facts.min_compute_capability >= nccl::versions::kHopper;
  const PathType limit =
      may_relay ? constants.farthest_outside_from_hopper : constants.farthest_outside;
  if (graph.type_inter > limit) return too_far("to the network", graph.type_inter, limit);
  return {};
}

constexpr Rules kLl128Rules{
    .protocol = nccl::Protocol::Ll128, .payload_bytes = fifteen_sixteenths, .unusable = unusable};

}  // namespace

const Rules& ll128_rules() {
  return kLl128Rules;
}

}  // namespace treering::sim::protocols
