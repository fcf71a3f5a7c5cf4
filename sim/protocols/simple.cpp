// Simple: data in plain buffers, a fence and a counter for each step. Full bandwidth, the highest
// latency.
#include "sim/protocols/registry.h"

namespace treering::sim::protocols {
namespace {

int all_of(int buffer_bytes) {
  return buffer_bytes;
}

constexpr Rules kSimpleRules{.protocol = nccl::Protocol::Simple, .payload_bytes = all_of};

}  // namespace

const Rules& simple_rules() {
  return kSimpleRules;
}

}  // namespace treering::sim::protocols
