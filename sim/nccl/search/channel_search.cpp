#include "sim/nccl/search/channel_search.h"

#include <algorithm>

#include "sim/nccl/paths/net_affinity.h"
#include "sim/nccl/search/candidates_order.h"
#include "sim/nccl/search/link_moves.h"
#include "sim/nccl/search/net_use.h"

namespace treering::sim::nccl::search {

namespace {

float total(int channels, float bandwidth) {
  return static_cast<float>(channels) * bandwidth;
}

}  // namespace

bool is_better(const Layout& found, const Layout& best, int gpus) {
  if (found.channels < found.min_channels) return false;
  if (found.pattern == Pattern::Nvls) {  // channels are heads: the more the better
    return (found.channels > best.channels && found.channels <= gpus) ||
           total(found.channels, found.bw_inter) > total(best.channels, best.bw_inter);
  }
  const float rate = total(found.channels, found.bw_intra);
  const float best_rate = total(best.channels, best.bw_intra);
  if (rate != best_rate) return rate > best_rate;
  return found.pattern == best.pattern && found.cross_nic == best.cross_nic &&
         found.hops < best.hops;
}

namespace {

std::vector<std::vector<int>> gpus_near_nets(const SearchSpace& space) {
  std::vector<std::vector<int>> gpus;
  for (int net = 0; net < space.system.count(system::NodeType::Net); ++net) {
    gpus.push_back(paths::nearest(space.system, space.paths,
                                  space.system.at(system::NodeType::Net, net),
                                  system::NodeType::Gpu));
  }
  return gpus;
}

/// Which GPU follows within a channel.
enum class Order { Free, ByNumber, AsLastChannel };

/// The state of a walk, and the returns that it still has to make.
struct Walk {
  int step = 0;            // GPUs visited before this one
  int back_to_net = -1;    // step at which the walk returns to a NET
  int back_to_first = -1;  // step at which it returns to the first GPU
  Order order = Order::Free;

  Walk at(int new_step) const { return {new_step, back_to_net, back_to_first, order}; }
};

class ChannelSearch {
 public:
  ChannelSearch(const SearchSpace& space, Layout wanted, Layout best)
      : system_(space.system),
        paths_(space.paths),
        moves_(space.system, space.links, space.paths),
        net_order_(space.system, space.paths),
        net_use_(space.system),
        gpus_(space.system.count(system::NodeType::Gpu)),
        net_gpu_(paths::gpus_of_nets(space.system, space.paths)),
        near_nets_(gpus_near_nets(space)),
        steps_by_number_(space.constants.steps_by_number),
        current_(std::move(wanted)),
        best_(std::move(best)) {
    current_.channels = 0;
    current_.gpus.resize(static_cast<std::size_t>(gpus_ * paths::kMaxChannels));
    current_.nets.resize(paths::kMaxChannels);
    used_.assign(paths::kMaxChannels, std::vector<bool>(static_cast<std::size_t>(gpus_)));
  }

  SearchOutcome run(int steps) && {
    start_channel(steps);
    const SearchEnd end = steps == -1  ? SearchEnd::Perfect
                          : steps == 0 ? SearchEnd::OutOfSteps
                                       : SearchEnd::Exhausted;
    return {std::move(best_), end, steps, current_.hops};
  }

 private:
  // --- state of the current channel --------------------------------------------------------------
  int& gpu_at(int channel, int step) {
    return current_.gpus[static_cast<std::size_t>(channel * gpus_ + step)];
  }
  std::array<int, 2>& nets_of(int channel) {
    return current_.nets[static_cast<std::size_t>(channel)];
  }
  std::vector<bool>& used() { return used_[static_cast<std::size_t>(current_.channels)]; }

  void try_gpu(Place from, int gpu, Walk walk, int& steps) {
    const Move move{from, {system::NodeType::Gpu, gpu}};
    if (!moves_.go(move, current_)) return;
    enter_gpu(gpu, walk, steps);
    moves_.undo(move, current_);
  }

  void enter_gpu(int gpu, Walk walk, int& steps) {
    auto& mine = used();
    mine[static_cast<std::size_t>(gpu)] = !mine[static_cast<std::size_t>(gpu)];
    visit(gpu, walk, steps);
    auto& again = used();
    again[static_cast<std::size_t>(gpu)] = !again[static_cast<std::size_t>(gpu)];
  }

  // --- the walk ----------------------------------------------------------------------------------
  void visit(int gpu, Walk walk, int& steps) {
    if (steps <= 0) return;
    --steps;
    if (walk.step == gpus_) return finish_channel(steps);
    gpu_at(current_.channels, walk.step) = gpu;
    if (walk.step == walk.back_to_net) return return_to_net(gpu, walk, steps);
    if (current_.pattern == Pattern::Nvls) return take_all(nvls_legs(gpu, gpus_), steps);
    if (current_.pattern == Pattern::CollNetDirect) return try_direct_head(gpu, steps);
    if (walk.step < gpus_ - 1) return go_to_next_gpu(gpu, walk, steps);
    if (walk.step == walk.back_to_first) return return_to_first(gpu, walk, steps);
    visit(gpu, {gpus_, -1, -1, walk.order}, steps);
  }

  void finish_channel(int& steps) {
    ++current_.channels;
    if (is_better(current_, best_, gpus_)) {
      best_ = current_;
      if (current_.channels == current_.max_channels) steps = -1;
    }
    if (current_.channels < current_.max_channels) start_channel(steps);
    --current_.channels;
  }

  void go_to_next_gpu(int gpu, Walk walk, int& steps) {
    std::vector<int> next;
    if (walk.order == Order::ByNumber) {
      next = {walk.step + 1};
    } else if (walk.order == Order::AsLastChannel) {
      next = {gpu_at(current_.channels - 1, walk.step + 1)};
    } else {
      const NetPull pull = walk.back_to_net == -1              ? NetPull::None
                           : walk.back_to_net == walk.step + 1 ? NetPull::Towards
                                                               : NetPull::AwayFrom;
      const int net = pull == NetPull::None ? 0 : nets_of(current_.channels)[0];
      next = next_gpus(paths_, moves_.residual(), used(), {current_.pattern, gpu, net, pull});
    }
    for (const int candidate : next) {
      try_gpu({system::NodeType::Gpu, gpu}, candidate, walk.at(walk.step + 1), steps);
    }
  }

  void return_to_first(int gpu, Walk walk, int& steps) {
    const int first = gpu_at(current_.channels, 0);
    const Move move{{system::NodeType::Gpu, gpu}, {system::NodeType::Gpu, first}};
    if (!moves_.go(move, current_)) return;
    visit(first, {walk.step + 1, walk.back_to_net, -1, walk.order}, steps);
    moves_.undo(move, current_);
  }

  void return_to_net(int gpu, Walk walk, int& steps) {
    if (!system_.spans_nodes) return;
    const bool balanced = current_.pattern == Pattern::BalancedTree;
    const float full = current_.bw_inter;
    const float returned = balanced ? full / 2 : full;  // the other half goes back from GPU 1
    Walk onwards = walk;
    onwards.back_to_net = balanced && walk.step == 0 ? 1 : -1;
    const std::vector<int>& nets = net_order_.nets(current_.type_inter, gpu);
    for (const int net : nets) {
      if (!net_use_.may_leave(net, walk.step, current_)) continue;
      const Move move{{system::NodeType::Gpu, gpu}, {system::NodeType::Net, net}};
      current_.bw_inter = returned;
      const bool went = moves_.go(move, current_);
      current_.bw_inter = full;
      if (!went) continue;
      nets_of(current_.channels)[1] = net;
      visit(gpu, onwards, steps);
      current_.bw_inter = returned;
      moves_.undo(move, current_);
      current_.bw_inter = full;
    }
  }

  // --- heads that exchange with every GPU --------------------------------------------------------
  void try_direct_head(int head, int& steps) {
    int step = 1;
    for (int gpu = 0; gpu < gpus_; ++gpu) {
      if (gpu != head) gpu_at(current_.channels, step++) = gpu;
    }
    take_all(direct_legs(head, gpus_), steps);
  }

  /// Completes the channel if all legs have room; restores the links in any case.
  void take_all(const std::vector<Move>& legs, int& steps) {
    std::size_t taken = 0;
    while (taken < legs.size() && moves_.go(legs[taken], current_)) ++taken;
    if (taken == legs.size()) visit(0, {gpus_, -1, -1, Order::Free}, steps);
    while (taken > 0) moves_.undo(legs[--taken], current_);
  }

  // --- starting a channel ------------------------------------------------------------------------
  void start_channel(int& steps) {
    if (system_.spans_nodes) return start_from_nets(steps);
    Walk walk;
    if (current_.pattern == Pattern::Ring) walk.back_to_first = gpus_ - 1;
    if (current_.pattern == Pattern::Nvls) return enter_gpu(current_.channels, walk, steps);

    if (current_.channels == 0) {
      walk.order = Order::ByNumber;
      enter_gpu(0, walk, steps);
    } else {
      walk.order = Order::AsLastChannel;
      enter_gpu(gpu_at(current_.channels - 1, 0), walk, steps);
    }
    walk.order = Order::Free;
    if (current_.same_channels && current_.channels > 0) return;
    for (int gpu = 0; gpu < gpus_; ++gpu) enter_gpu(gpu, walk, steps);
  }

  Walk walk_from_net() const {
    Walk walk;
    walk.back_to_net = current_.pattern == Pattern::Ring        ? gpus_ - 1
                       : current_.pattern == Pattern::SplitTree ? 1
                                                                : 0;
    return walk;
  }

  void start_from_nets(int& steps) {
    // Whole GB/s: NCCL keeps this figure in an int.
    const int whole_bandwidth = static_cast<int>(current_.bw_inter);
    const auto bandwidth = static_cast<float>(whole_bandwidth);
    const std::vector<int>& nets = net_order_.nets(current_.type_inter, -1);
    bool found_head = false;
    for (std::size_t i = 0; i < nets.size() && !found_head; ++i) {
      const int net = nets[(static_cast<std::size_t>(current_.channels) + i) % nets.size()];
      if (!net_use_.may_enter(net, bandwidth, current_)) continue;
      nets_of(current_.channels)[0] = net;
      current_.latency_inter = system_.net(net).latency_us;
      net_use_.add_to_port(net, -bandwidth);
      if (current_.has_heads_only()) {
        found_head = start_head(net, static_cast<int>(nets.size()), steps);
      } else {
        start_walks(net, steps);
      }
      net_use_.add_to_port(net, bandwidth);
    }
  }

  /// A GPU heads at most one channel. True when this NET has a GPU that can head one.
  bool start_head(int net, int net_count, int& steps) {
    const int gpu = net_gpu_[static_cast<std::size_t>(net)];
    if (current_.channels >= net_count || gpu < 0) return false;
    for (int channel = 0; channel < current_.channels; ++channel) {
      if (gpu_at(channel, 0) == gpu) return false;
    }
    try_gpu({system::NodeType::Net, net}, gpu, walk_from_net(), steps);
    return true;
  }

  void start_walks(int net, int& steps) {
    const Place from{system::NodeType::Net, net};
    Walk walk = walk_from_net();
    if (current_.channels > 0 && current_.same_channels) {
      walk.order = Order::AsLastChannel;
      return try_gpu(from, gpu_at(current_.channels - 1, 0), walk, steps);
    }
    if (current_.channels == 0 && system_.count(system::NodeType::Nvs) == 0) {
      walk.order = Order::ByNumber;  // gives a layout to beat; has its own budget of steps
      int own_steps = steps_by_number_;
      try_gpu(from, 0, walk, own_steps);
      if (own_steps == -1) steps = -1;
    }
    walk.order = Order::Free;
    const int favourite = net_gpu_[static_cast<std::size_t>(net)];
    if (favourite >= 0) try_gpu(from, favourite, walk, steps);
    for (const int gpu : near_nets_[static_cast<std::size_t>(net)]) {
      if (gpu != favourite) try_gpu(from, gpu, walk, steps);
    }
  }

  const system::System& system_;
  const paths::PathTable& paths_;
  LinkMoves moves_;
  NetOrder net_order_;
  NetUse net_use_;
  int gpus_;
  std::vector<int> net_gpu_;                 // by NET: the GPU that it belongs to
  std::vector<std::vector<int>> near_nets_;  // by NET: the GPUs nearest to it
  int steps_by_number_;
  Layout current_;
  Layout best_;
  std::vector<std::vector<bool>> used_;  // by channel and GPU
};

}  // namespace

SearchOutcome search_channels(const SearchSpace& space, const Layout& wanted, Layout best,
                              int steps) {
  return ChannelSearch(space, wanted, std::move(best)).run(steps);
}

}  // namespace treering::sim::nccl::search
