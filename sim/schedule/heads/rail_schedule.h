// Schedules along rails: the blocks of one head's ranks, and the windows that go over them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/schedule/chunks.h"
#include "sim/schedule/heads/heads.h"

namespace treering::sim::schedule {

// A rail is the blocks of one head's ranks, node by node. Channels take turns in going through it,
// each with a window of one chunk, which may hold parts of several blocks.
//
// NCCL v2.28.9-1, src/device/all_gather.h and reduce_scatter.h: a grid of as many chunks as there
// are channels goes over the rail.

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
  /// Of what goes through the windows: each takes one step where it lies in one block. Else each of
  /// its blocks takes one, and the whole another.
  struct Place {
    std::uint64_t window = 0;
    int part = 0;
    bool is_split = false;
    bool operator==(const Place&) const = default;
  };

  /// \param work by channel, of which the chunks' lengths count
  RailWindows(const Rail& rail, const std::vector<ChannelWork>& work, int channel);

  std::uint64_t count() const { return count_; }
  /// Those that are as long as a chunk: all but the last, perhaps.
  std::uint64_t full() const;
  std::uint64_t chunk_bytes() const { return chunk_; }
  /// Of a window of each channel.
  std::uint64_t turn_bytes() const { return turn_; }
  /// Where it lies in the rail.
  Range window(std::uint64_t number) const;
  /// Whose blocks it has a part of.
  Nodes nodes_in(std::uint64_t number) const;
  /// What it has of a node's block, in the rail. \pre the node is among them
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

// all_gather and reduce_scatter over several nodes whose ranks are all heads. Head h of each node
// and switch h of the network carry the blocks of the ranks that are head h: their rail.
//
//   all_gather       a head sends its own block to the switch, which puts a window together and
//                    sends it to the heads of all nodes; each passes it on to its node.
//   reduce_scatter   the other way round: a node's data for a window are combined for its head, the
//                    switch combines those of all nodes, and each head gets what is its own.

/// How a head exchanges data with the ranks of its node.
enum class InsideNode {
  Direct,    // with each other rank
  Multicast  // with the NVSwitch, which does so with all ranks
};

/// all_gather or reduce_scatter, and each rank is a head of its own.
bool rails_serve(const HeadsInput& input);
/// \pre rails_serve, several nodes
std::unique_ptr<Schedule> rail_schedule(HeadsInput input, InsideNode inside);

}  // namespace treering::sim::schedule
