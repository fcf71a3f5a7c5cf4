// The bytes that Gloo's collectives put on the wires between each two ranks, with its own headers:
// exact, so no tolerance is needed.
//
// Every message starts with six 8-byte fields (struct Op in gloo/transport/tcp/pair.h, from 2017 to
// 2025). Gloo's newer collectives send from "unbound" buffers: a notice that something can be sent,
// a notice back that somebody waits for it, then the message, whichever notice comes first. Its
// older ones are bound to slots of the peer and need no notice, but tell by an empty message of an
// int that a buffer is free again.
//
// The model of times (sim/hosts) has the same algorithms as data in their order. Where that is what
// Gloo sends message by message, the bytes are those of the model; rings, cubes and halving cut
// their data into pieces of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/call.h"
#include "tuner/measure/messages.h"

namespace treering::tuner::measure {

/// Adds up by sender and receiver.
class Traffic {
 public:
  void add_bound(int from, int to, std::uint64_t bytes) { bytes_[{from, to}] += kHeader + bytes; }
  void add_free(int from, int to) { add_bound(from, to, kInt); }
  void add_unbound(int from, int to, std::uint64_t bytes) {
    bytes_[{from, to}] += 2 * kHeader + bytes;
    bytes_[{to, from}] += kHeader;
  }
  [[nodiscard]] std::vector<Sent> sent() const;

 private:
  static constexpr std::uint64_t kHeader = 48;
  static constexpr std::uint64_t kInt = 4;

  std::map<std::pair<int, int>, std::uint64_t> bytes_;
};

/// A call of Gloo.
struct TrafficSize {
  int ranks = 1;
  std::size_t elements = 0;  // of the whole buffer
  std::size_t block = 0;     // of one rank's part where each has its own
  std::size_t width = 1;     // bytes of an element

  [[nodiscard]] std::size_t bytes() const { return elements * width; }
};

struct TrafficPattern {
  core::Collective collective;
  std::string_view name;
  bool (*is_for)(const TrafficSize&);          // null: for all
  void (*send)(const TrafficSize&, Traffic&);  // \pre two ranks or more
};

/// By gloo/*.cc and gloo/*.h of 2022.
std::span<const TrafficPattern> gloo_patterns();

// Gloo's halving and doubling, which has a file of its own (gloo_halving.cpp).
void gloo_halving_doubling(const TrafficSize& size, Traffic& out);
void gloo_halving_scatter(const TrafficSize& size, Traffic& out);

}  // namespace treering::tuner::measure
