#include "sim/nccl/search/net_use.h"

#include <array>
#include <cstddef>

namespace treering::sim::nccl::search {

namespace {

const std::array<int, 2>& nets_of(const Layout& layout, int channel) {
  return layout.nets[static_cast<std::size_t>(channel)];
}

/// Rings 0 and 1, 2 and 3 ... alternate between the same two NETs.
bool is_second_of_pair(const Layout& layout) {
  return layout.pattern == Pattern::Ring && layout.cross_nic == 2 && (layout.channels & 1) != 0;
}

}  // namespace

NetUse::NetUse(const system::System& system) : system_(system) {
  for (int net = 0; net < system_.count(system::NodeType::Net); ++net) {
    const system::NetNode& one = system_.net(net);
    ports_.emplace_back(one.asic, one.port);
    left_.push_back(one.bandwidth);
  }
}

bool NetUse::may_enter(int net, float bandwidth, const Layout& layout) const {
  if (layout.in_network && !system_.net(net).reduces) return false;
  if (left_[static_cast<std::size_t>(net)] < bandwidth) return false;
  return !is_second_of_pair(layout) || net == nets_of(layout, layout.channels - 1)[1];
}

bool NetUse::may_leave(int net, int step, const Layout& layout) const {
  const std::array<int, 2>& mine = nets_of(layout, layout.channels);
  if (layout.pattern == Pattern::Tree && net != mine[0]) return false;
  if (layout.pattern == Pattern::Ring && layout.cross_nic == 2) {
    if (is_second_of_pair(layout) && net != nets_of(layout, layout.channels - 1)[0]) return false;
  } else if (layout.cross_nic == 0 && !is_same_port(net, mine[0])) {
    return false;
  }
  return layout.pattern != Pattern::BalancedTree || step == 0 || net == mine[1];
}

void NetUse::add_to_port(int net, float bandwidth) {
  for (int other = 0; other < system_.count(system::NodeType::Net); ++other) {
    if (is_same_port(other, net)) left_[static_cast<std::size_t>(other)] += bandwidth;
  }
}

}  // namespace treering::sim::nccl::search
