#include "sim/nccl/connections/pair_schedule.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>

namespace treering::sim::nccl::connections {
namespace {

/// Messages that a channel takes at once, and the ranks of a group where there are several nodes:
/// NCCL v2.28.9-1, src/include/device.h, NCCL_MAX_DEV_WORK_P2P_PER_BATCH; src/init.cc,
/// ncclParamGroupSize.
constexpr int kBatch = 8;

int group_size_of(const std::vector<std::vector<int>>& nodes) {
  std::size_t size = kBatch;
  if (nodes.size() == 1) size = nodes.front().size();
  for (const std::vector<int>& node : nodes) size = std::gcd(size, node.size());
  return static_cast<int>(size);
}

/// The lower `bits` of a number in reverse order.
int reversed(int number, int bits) {
  int result = 0;
  for (int bit = 0; bit < bits; ++bit) result |= ((number >> bit) & 1) << (bits - 1 - bit);
  return result;
}

int divided_up(int number, int by) {
  return (number + by - 1) / by;
}

}  // namespace

PairSchedule::PairSchedule(PairChannels channels, const std::vector<std::vector<int>>& nodes)
    : channels_(channels), is_one_node_(nodes.size() == 1), group_size_(group_size_of(nodes)) {
  int groups = 0;
  for (const std::vector<int>& node : nodes) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      const auto rank = static_cast<std::size_t>(node[i]);
      if (places_.size() <= rank) places_.resize(rank + 1);
      const int local = static_cast<int>(i);
      places_[rank] = {groups + local / group_size_, local % group_size_};
    }
    groups += static_cast<int>(node.size()) / group_size_;
  }
  // Distances 0, 1, 3, 6, 10, ... modulo a power of two: each comes once.
  turn_of_gap_.resize(static_cast<std::size_t>(groups));
  const auto power = static_cast<int>(std::bit_ceil(static_cast<unsigned>(groups)));
  int turn = 0;
  int gap = 0;
  for (int step = 1; step <= power; ++step) {
    if (gap < groups) turn_of_gap_[static_cast<std::size_t>(gap)] = turn++;
    gap = (gap + step) & (power - 1);
  }
}

int PairSchedule::round(int from, int to) const {
  const Place& sender = places_[static_cast<std::size_t>(from)];
  const Place& receiver = places_[static_cast<std::size_t>(to)];
  const int groups = static_cast<int>(turn_of_gap_.size());
  const int gap = (receiver.group - sender.group + groups) % groups;
  const int shift = (receiver.member - sender.member + group_size_) % group_size_;
  return turn_of_gap_[static_cast<std::size_t>(gap)] * group_size_ + shift;
}

int PairSchedule::channel_of(int from, int to, int part) const {
  int base = round(from, to);
  if (!is_one_node_) {
    base = base / group_size_ * divided_up(group_size_, kBatch) + base % group_size_ / kBatch;
  }
  const int bits = std::countr_zero(static_cast<unsigned>(channels_.channels));
  return (reversed(base, bits) + part) & (channels_.channels - 1);
}

std::vector<int> PairSchedule::channels_of(int from, int to) const {
  std::vector<int> all;
  for (int part = 0; part < channels_.per_peer; ++part) all.push_back(channel_of(from, to, part));
  return all;
}

}  // namespace treering::sim::nccl::connections
