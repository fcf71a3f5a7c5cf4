// Which flows there are on which links.
#include <algorithm>

#include "sim/engine/sharing/fair_share.h"

namespace treering::sim::engine {

FairShare::FairShare(const std::vector<double>& capacities, const std::vector<Demand>& demands) {
  links_.reserve(capacities.size());
  for (const double capacity : capacities) links_.emplace_back().capacity = capacity;
  flows_.reserve(demands.size());
  for (const Demand& demand : demands) {
    Flow& flow = flows_.emplace_back();
    flow.cap = demand.cap;
    for (const Crossing& one : demand.route) {
      flow.cap = std::min(flow.cap, capacities[index(one.link)] / one.weight);
    }
    for (const Crossing& one : demand.route) {
      ++links_[index(one.link)].count;
      links_[index(one.link)].caps += flow.cap * one.weight;
    }
  }
  lay_out(demands);
}

/// Of links that can fill.
void FairShare::lay_out(const std::vector<Demand>& demands) {
  std::uint32_t next = 0;
  std::vector<bool> can_fill;
  can_fill.reserve(links_.size());
  for (Link& link : links_) {
    can_fill.push_back(may_fill(link));
    link.first = next;
    if (can_fill.back()) next += link.count;
    link.count = 0;
    link.caps = 0;
  }
  members_.resize(next);
  hops_.reserve(next);
  for (std::size_t id = 0; id < demands.size(); ++id) {
    flows_[id].first = static_cast<std::uint32_t>(hops_.size());
    for (const Crossing& one : demands[id].route) {
      if (can_fill[index(one.link)]) hops_.push_back({one.weight, one.link, 0});
    }
    flows_[id].end = static_cast<std::uint32_t>(hops_.size());
  }
}

/// Sums of caps are kept by adding and taking away, so they are not exact. One flow's cap is no
/// more than its link.
bool FairShare::may_fill(const Link& link) {
  constexpr double kSure = 1 - 1e-9;
  return link.count > 1 && link.caps > link.capacity * kSure;
}

void FairShare::mark(LinkId link) {
  if (links_[index(link)].is_dirty) return;
  links_[index(link)].is_dirty = true;
  dirty_.push_back(link);
}

void FairShare::begin(FlowId id) {
  Flow& flow = flows_[index(id)];
  flow.rate = 0;
  flow.before = 0;
  flow.held_by = kOwnCap;
  flow.is_on = true;
  flow.is_new = true;
  for (std::uint32_t at = flow.first; at < flow.end; ++at) {
    Hop& hop = hops_[at];
    Link& one = links_[index(hop.link)];
    hop.place = one.count;
    members_[one.first + one.count++] = {hop.weight, id, at};
    one.caps += flow.cap * hop.weight;
  }
  fresh_.push_back(id);
}

void FairShare::end(FlowId id) {
  Flow& flow = flows_[index(id)];
  for (const Hop& hop : hops(flow)) {
    Link& one = links_[index(hop.link)];
    if (may_fill(one)) mark(hop.link);
    const Member last = members(one).back();
    members(one)[hop.place] = last;
    hops_[last.hop].place = hop.place;
    --one.count;
    // The sum would grow errors: an empty link starts afresh.
    one.caps = one.count == 0 ? 0 : one.caps - flow.cap * hop.weight;
  }
  flow.is_on = false;
}

/// A new flow that shares no link that may be full has its cap at once.
void FairShare::admit(FlowId id) {
  Flow& flow = flows_[index(id)];
  if (!flow.is_on || !flow.is_new) return;
  bool is_free = true;
  for (const Hop& hop : hops(flow)) {
    if (!may_fill(links_[index(hop.link)])) continue;
    mark(hop.link);
    is_free = false;
  }
  if (!is_free) return;
  flow.is_new = false;
  flow.rate = flow.cap;
  changed_.push_back(id);
}

}  // namespace treering::sim::engine
