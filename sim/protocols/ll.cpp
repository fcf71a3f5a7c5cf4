// LL: every 8-byte store carries 4 bytes of data and a 4-byte flag, so that the receiver sees data
// arrive without a fence. It has the lowest latency at half the bandwidth.
#include "sim/protocols/registry.h"

namespace treering::sim::protocols {
namespace {

int half(int buffer_bytes) {
  return buffer_bytes / 2;
}

constexpr Rules kLlRules{.protocol = nccl::Protocol::Ll, .payload_bytes = half};

}  // namespace

const Rules& ll_rules() {
  return kLlRules;
}

}  // namespace treering::sim::protocols
