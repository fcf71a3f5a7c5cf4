// A rail is the blocks of one head's ranks, node by node. Channels take turns in going through it,
// each with a window of one chunk, which may hold parts of several blocks.
//
// NCCL v2.28.9-1, src/device/all_gather.h and reduce_scatter.h: a grid of as many chunks as there
// are channels goes over the rail.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/schedule/chunks.h"

namespace treering::sim::schedule {

/// One channel's windows, by number.
class RailWindows {
 public:
  struct Rail {
    std::uint64_t block_bytes = 0;
    int nodes = 1;
  };
  /// Nodes in sequence, or windows.
  template <typename Number>
  struct Span {
    Number first = 0;
    Number count = 0;
    bool operator==(const Span&) const = default;
  };
  using Nodes = Span<int>;
  using Numbers = Span<std::uint64_t>;
  /// A step of what goes through the windows: each window takes one where it lies in one block.
  /// Else each of its blocks takes one, and the whole another.
  struct Place {
    std::uint64_t window = 0;
    int part = 0;
    bool is_split = false;
    bool operator==(const Place&) const = default;
  };

  /// \param work by channel, of which the chunks' lengths count
  RailWindows(const Rail& rail, const std::vector<ChannelWork>& work, int channel);

  std::uint64_t count() const { return count_; }
  /// The windows that are as long as a chunk: all but the last, perhaps.
  std::uint64_t full() const;
  std::uint64_t chunk_bytes() const { return chunk_; }
  /// The bytes of a window of each channel.
  std::uint64_t turn_bytes() const { return turn_; }
  /// Where it lies in the rail.
  Range window(std::uint64_t number) const;
  /// The nodes whose blocks it has a part of.
  Nodes nodes_in(std::uint64_t number) const;
  /// Its part of a node's block, in the rail. \pre the node is among them
  Range part_in(std::uint64_t number, int node) const;
  /// The windows with a part of a node's block.
  Numbers of_node(int node) const;

  std::uint64_t steps() const { return steps_; }
  Place place_of(std::uint64_t step) const;
  /// For how many windows from `number` on each lies in the block that this one lies in.
  std::uint64_t alike_from(std::uint64_t number) const;

 private:
  struct Split {
    std::uint64_t window = 0;
    std::uint64_t first_step = 0;
  };

  std::uint64_t begin_of(std::uint64_t number) const { return number * turn_ + before_; }
  std::uint64_t rail_bytes() const {
    return rail_.block_bytes * static_cast<std::uint64_t>(rail_.nodes);
  }
  std::uint64_t first_behind(std::uint64_t place) const;
  void find_splits();

  Rail rail_;
  std::uint64_t chunk_ = 1;
  std::uint64_t turn_ = 1;
  std::uint64_t before_ = 0;  // bytes, of the channels before
  std::uint64_t count_ = 0;
  std::uint64_t steps_ = 0;
  std::vector<Split> splits_;
};

}  // namespace treering::sim::schedule
