// The channels of messages between pairs of ranks. NCCL orders the peers of a rank in rounds, such
// that in each round every rank sends to one and receives from one, and the round decides the
// channels (v2.28.9-1, src/init.cc, ncclP2pSchedule; src/include/channel.h,
// ncclP2pChannelBaseForRound; src/include/device.h, ncclP2pChannelForPart).
#pragma once

#include <vector>

namespace treering::sim::nccl::connections {

struct PairChannels {
  int channels = 1;  // of all messages
  int per_peer = 1;  // of the messages from one rank to another
  bool operator==(const PairChannels&) const = default;
};

class PairSchedule {
 public:
  /// One rank, which sends to none.
  PairSchedule() = default;
  /// \param nodes the ranks of each node. \pre both numbers of channels are powers of two
  PairSchedule(PairChannels channels, const std::vector<std::vector<int>>& nodes);

  PairChannels channels() const { return channels_; }
  /// The round in which a rank sends to another.
  int round(int from, int to) const;
  /// The channels of messages from one rank to another, in the order of a message's parts.
  std::vector<int> channels_of(int from, int to) const;
  /// One of them. \pre part < channels().per_peer
  int channel_of(int from, int to, int part) const;

 private:
  /// Where a rank stands: groups are of equal size, each within a node.
  struct Place {
    int group = 0;
    int member = 0;
  };

  PairChannels channels_;
  bool is_one_node_ = true;
  int group_size_ = 1;
  std::vector<Place> places_;     // by rank
  std::vector<int> turn_of_gap_;  // by distance of groups: when it has its turn
};

}  // namespace treering::sim::nccl::connections
