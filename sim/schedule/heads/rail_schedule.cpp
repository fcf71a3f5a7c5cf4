#include "sim/schedule/heads/rail_schedule.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "sim/schedule/heads/heads.h"
#include "sim/schedule/heads/rail_windows.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {
namespace {

/// For each channel and head: an owner for each node, the switch, a head for each node, an NVSwitch
/// for each, and the ranks, node by node.
class RailSchedule final : public Schedule {
 public:
  RailSchedule(HeadsInput input, InsideNode inside)
      : input_(std::move(input)),
        numbers_(input_),
        gathers_(input_.contract.goal == Goal::AllGather),
        multicasts_(inside == InsideNode::Multicast) {
    for (std::size_t channel = 0; channel < input_.work.size(); ++channel) {
      windows_.emplace_back(RailWindows::Rail{input_.contract.block_bytes, numbers_.nodes()},
                            input_.work, static_cast<int>(channel));
    }
  }

  const Contract& contract() const override { return input_.contract; }
  int agents() const override { return numbers_.agents(); }
  int streams() const override {
    return static_cast<int>(input_.work.size()) * numbers_.heads * per_rail();
  }
  int slots() const override { return input_.slots; }

  Stream stream(StreamId id) const override {
    const Place place = place_of(id);
    Stream stream{agent_of(place), place.channel, steps_of(place), from_owner(place),
                  to_ranks(place)};
    if (!gathers_) std::swap(stream.receives, stream.sends);
    return stream;
  }

  Step step(StreamId id, StepIndex index) const override {
    const Place place = place_of(id);
    if (place.role == Role::Network) return network_step(windows_of(place), index);
    const Ports from{0, place.role == Role::Owner ? 0 : 1};
    const Ports to{0, targets(place.role)};
    const std::uint64_t bytes = range_of(place, index).bytes;
    const bool has_source = place.role == Role::Owner;
    const bool has_target = place.role == Role::Rank || (place.role == Role::Head && !multicasts_);
    return gathers_ ? Step{bytes, from, to, has_source, has_target}
                    : Step{bytes, to, from, has_target, has_source};
  }

  std::vector<Range> data(StreamId id, StepIndex index) const override {
    const Place place = place_of(id);
    const Range range = place.role == Role::Network ? network_range(windows_of(place), index)
                                                    : range_of(place, index);
    return in_space(range, place.head);
  }

  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    const Place place = place_of(id);
    const RailWindows& windows = windows_of(place);
    StepIndex end = windows.full();
    if (place.role == Role::Owner) {
      end = steps_of(place);
      if (from < end && range_of(place, end - 1).bytes < windows.chunk_bytes()) --end;
      if (from < end && range_of(place, from).bytes < windows.chunk_bytes()) return 0;
    } else if (place.role == Role::Network) {
      const RailWindows::Place at = windows.place_of(from);
      if (at.is_split || at.window >= windows.full()) return 0;
      end = from + std::min(windows.alike_from(at.window), windows.full() - at.window);
    }
    return left(end, from + period);
  }

  std::uint64_t kind(StreamId id) const override {
    const Place place = place_of(id);
    const StepIndex steps = steps_of(place);
    const std::uint64_t role =
        hash_of({static_cast<std::uint64_t>(place.role), steps, windows_of(place).chunk_bytes()});
    if (steps == 0) return role;
    if (place.role == Role::Network) {
      return hash_of({role, windows_of(place).window(0).begin, windows_of(place).turn_bytes()});
    }
    return hash_of({role, range_of(place, 0).bytes, range_of(place, steps - 1).bytes});
  }

 private:
  /// What a stream is, on an all_gather's way. Those of a reduce_scatter send to where these
  /// receive from.
  enum class Role {
    Owner,     // a head that sends its own block
    Network,   // the switch
    Head,      // it passes windows on
    NvSwitch,  // of a node, where it multicasts
    Rank       // it gets windows from its head
  };

  struct Place {
    int channel = 0;
    int head = 0;
    Role role = Role::Owner;
    int node = 0;
    int number = 0;  // of a rank: from the head on, or from the next where that needs nothing
  };

  int nodes() const { return numbers_.nodes(); }
  int ranks_of_head() const { return multicasts_ ? numbers_.per_node : numbers_.per_node - 1; }
  int per_rail() const { return 1 + nodes() * (multicasts_ ? 3 : 2) + nodes() * ranks_of_head(); }

  const RailWindows& windows_of(const Place& place) const {
    return windows_[static_cast<std::size_t>(place.channel)];
  }

  Place place_of(StreamId id) const {
    const int rail = id / per_rail();
    Place place{rail / numbers_.heads, rail % numbers_.heads};
    int rest = id % per_rail();
    for (const Role role : {Role::Owner, Role::Network, Role::Head, Role::NvSwitch, Role::Rank}) {
      place.role = role;
      if (rest < count_of(role)) break;
      rest -= count_of(role);
    }
    place.node = place.role == Role::Rank ? rest / ranks_of_head() : rest;
    place.number = place.role == Role::Rank ? rest % ranks_of_head() : 0;
    return place;
  }

  int count_of(Role role) const {
    if (role == Role::Network) return 1;
    if (role == Role::NvSwitch && !multicasts_) return 0;
    return role == Role::Rank ? nodes() * ranks_of_head() : nodes();
  }

  /// \pre the role is there
  StreamId id_of(const Place& of, Role role, int node, int number = 0) const {
    StreamId id = (of.channel * numbers_.heads + of.head) * per_rail();
    for (const Role before : {Role::Owner, Role::Network, Role::Head, Role::NvSwitch}) {
      if (before >= role) break;
      id += count_of(before);
    }
    return id + (role == Role::Rank ? node * ranks_of_head() + number : node);
  }

  int agent_of(const Place& place) const {
    if (place.role == Role::Network) return numbers_.network_switch(place.head);
    if (place.role == Role::NvSwitch) return numbers_.nvswitch(place.node);
    const int head = local_head(input_, place.node, place.head);
    const int first = place.node * numbers_.per_node;
    if (place.role != Role::Rank) return first + head;
    const int next = head + place.number + (multicasts_ ? 0 : 1);
    return first + next % numbers_.per_node;
  }

  /// Connections that lead from a stream towards the ranks.
  int targets(Role role) const {
    if (role == Role::Rank) return 0;
    if (role == Role::Network) return nodes();
    return role == Role::NvSwitch || (role == Role::Head && !multicasts_) ? ranks_of_head() : 1;
  }

  std::vector<Peer> from_owner(const Place& place) const {
    switch (place.role) {
      case Role::Owner:
        return {};
      case Role::Network: {
        std::vector<Peer> owners;
        for (int node = 0; node < nodes(); ++node) {
          owners.push_back({id_of(place, Role::Owner, node), 0});
        }
        return owners;
      }
      case Role::Head:
        return {{id_of(place, Role::Network, 0), place.node}};
      case Role::NvSwitch:
        return {{id_of(place, Role::Head, place.node), 0}};
      case Role::Rank:
        break;
    }
    const Role before = multicasts_ ? Role::NvSwitch : Role::Head;
    return {{id_of(place, before, place.node), place.number}};
  }

  std::vector<Peer> to_ranks(const Place& place) const {
    if (place.role == Role::Owner) return {{id_of(place, Role::Network, 0), place.node}};
    if (place.role == Role::Head && multicasts_) {
      return {{id_of(place, Role::NvSwitch, place.node), 0}};
    }
    std::vector<Peer> peers;
    for (int i = 0; i < targets(place.role); ++i) {
      const bool is_network = place.role == Role::Network;
      peers.push_back(
          {is_network ? id_of(place, Role::Head, i) : id_of(place, Role::Rank, place.node, i), 0});
    }
    return peers;
  }

  StepIndex steps_of(const Place& place) const {
    const RailWindows& windows = windows_of(place);
    if (place.role == Role::Network) return windows.steps();
    return place.role == Role::Owner ? windows.of_node(place.node).count : windows.count();
  }

  /// In the rail. \pre the role is not Network
  Range range_of(const Place& place, StepIndex index) const {
    const RailWindows& windows = windows_of(place);
    if (place.role != Role::Owner) return windows.window(index);
    return windows.part_in(windows.of_node(place.node).first + index, place.node);
  }

  /// Whether the step is about a whole window: the last of an all_gather, the first of a
  /// reduce_scatter. Else it is about a node's part, whose number is that of the node.
  struct Turn {
    bool is_whole = false;
    int node = 0;
  };
  Turn turn_of(const RailWindows& windows, const RailWindows::Place& at) const {
    const RailWindows::Nodes inside = windows.nodes_in(at.window);
    const int whole = gathers_ ? inside.count : 0;
    return {at.part == whole, inside.first + at.part - (gathers_ ? 0 : 1)};
  }

  Step network_step(const RailWindows& windows, StepIndex index) const {
    const RailWindows::Place at = windows.place_of(index);
    const Ports all{0, nodes()};
    const std::uint64_t bytes = network_range(windows, index).bytes;
    if (!at.is_split) {
      const Ports one{windows.nodes_in(at.window).first, 1};
      return gathers_ ? Step{bytes, one, all, false, false} : Step{bytes, all, one, false, false};
    }
    const Turn turn = turn_of(windows, at);
    const Ports ports = turn.is_whole ? all : Ports{turn.node, 1};
    const bool sends = turn.is_whole == gathers_;
    return sends ? Step{bytes, {}, ports, true, false} : Step{bytes, ports, {}, false, true};
  }

  Range network_range(const RailWindows& windows, StepIndex index) const {
    const RailWindows::Place at = windows.place_of(index);
    if (!at.is_split) return windows.window(at.window);
    const Turn turn = turn_of(windows, at);
    return turn.is_whole ? windows.window(at.window) : windows.part_in(at.window, turn.node);
  }

  std::vector<Range> in_space(const Range& range, int head) const {
    const std::uint64_t block = input_.contract.block_bytes;
    std::vector<Range> ranges;
    for (std::uint64_t at = range.begin; at < range.end();) {
      const auto node = static_cast<int>(at / block);
      const int rank = node * numbers_.per_node + local_head(input_, node, head);
      const std::uint64_t within = at % block;
      const std::uint64_t bytes = std::min(block - within, range.end() - at);
      ranges.push_back({static_cast<std::uint64_t>(rank) * block + within, bytes});
      at += bytes;
    }
    return ranges;
  }

  HeadsInput input_;
  HeadNumbers numbers_;
  bool gathers_;
  bool multicasts_;
  std::vector<RailWindows> windows_;  // by channel
};

}  // namespace

bool rails_serve(const HeadsInput& input) {
  const Goal goal = input.contract.goal;
  return (goal == Goal::AllGather || goal == Goal::ReduceScatter) && !input.links &&
         static_cast<int>(input.heads.size()) == input.ranks_per_node;
}

std::unique_ptr<Schedule> rail_schedule(HeadsInput input, InsideNode inside) {
  TREERING_ASSERT(rails_serve(input), "each rank is a head");
  return std::make_unique<RailSchedule>(std::move(input), inside);
}

}  // namespace treering::sim::schedule
