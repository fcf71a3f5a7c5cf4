// Simple: data in plain buffers, a fence and a counter for each step. Full bandwidth, the highest
// latency.
#include "sim/protocols/registry.h"

namespace treering::sim::protocols {
namespace {

int all_of(int buffer_bytes) {
  return buffer_bytes;
}

std::string works_everywhere(const nccl::communicator::CommunicatorView&,
                             const nccl::ChannelGraph&) {
  return {};
}

constexpr Rules kRules{
    .protocol = nccl::Protocol::Simple, .payload_bytes = all_of, .unusable = works_everywhere};

}  // namespace

const Rules& simple_rules() {
  return kRules;
}

}  // namespace treering::sim::protocols
