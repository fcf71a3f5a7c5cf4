#include <algorithm>
#include <limits>
#include <utility>

#include "sim/engine/simulation.h"

namespace treering::sim::engine {

void Simulation::start_flow(ConnectionId id, double bytes) {
  Flow& flow = flows_[index(id)];
  const double head = bytes * state_.connections[index(id)].head;
  flow.left = head;
  flow.tail = bytes - head;
  flow.rate = 0;
  flow.since = now_;
  flow.is_on = true;
  shares_.begin(id);
}

void Simulation::settle() {
  for (const ConnectionId id : shares_.settle()) change_rate(id);
  for (const LinkId link : stale_) expect_first(link);
  stale_.clear();
}

void Simulation::change_rate(ConnectionId id) {
  Flow& flow = flows_[index(id)];
  flow.left = std::max(flow.left - flow.rate * (now_ - flow.since), 0.0);
  flow.rate = shares_.rate(id);
  expect_end(id);
  if (rate_observer_ != nullptr) rate_observer_->rate_changes(id, now_, flow.rate);
}

void Simulation::expect_end(ConnectionId id) {
  Flow& flow = flows_[index(id)];
  flow.since = now_;
  flow.ends = now_ + in_ticks(flow.left / flow.rate);
  ++flow.version;
  hold(id, shares_.held_by(id));
  if (flow.held_by == FairShare::kOwnCap) {
    events_.push({flow.ends, Event::Kind::FlowEnds, id, flow.version});
  } else {
    make_stale(flow.held_by);
  }
}

/// From now on, in place of the link that did.
void Simulation::hold(ConnectionId id, LinkId link) {
  Flow& flow = flows_[index(id)];
  if (flow.held_by == link) return;
  if (flow.held_by != FairShare::kOwnCap) {
    std::vector<ConnectionId>& others = held_[index(flow.held_by)].flows;
    others[flow.place] = others.back();
    flows_[index(others.back())].place = flow.place;
    others.pop_back();
    make_stale(flow.held_by);
  }
  flow.held_by = link;
  if (link == FairShare::kOwnCap) return;
  flow.place = static_cast<std::uint32_t>(held_[index(link)].flows.size());
  held_[index(link)].flows.push_back(id);
}

void Simulation::make_stale(LinkId link) {
  if (std::exchange(held_[index(link)].is_stale, true)) return;
  stale_.push_back(link);
}

void Simulation::expect_first(LinkId link) {
  Held& held = held_[index(link)];
  held.is_stale = false;
  double first = std::numeric_limits<double>::infinity();
  for (const ConnectionId id : held.flows) first = std::min(first, flows_[index(id)].ends);
  if (held.flows.empty()) first = 0;
  if (first == held.next) return;
  held.next = first;
  ++held.version;
  if (first > 0) events_.push({first, Event::Kind::FlowsEnd, link, held.version});
}

void Simulation::end_first(LinkId link) {
  Held& held = held_[index(link)];
  held.next = 0;
  make_stale(link);
  ending_.clear();
  std::ranges::copy_if(held.flows, std::back_inserter(ending_),
                       [&](ConnectionId id) { return flows_[index(id)].ends <= until_; });
  for (const ConnectionId id : ending_) end_flow(id);
}

void Simulation::end_flow(ConnectionId id) {
  Flow& flow = flows_[index(id)];
  const Connection& connection = state_.connections[index(id)];
  if (flow.tail > 0) {
    flow.left = std::exchange(flow.tail, 0.0);
    expect_end(id);
    events_.push({now_ + connection.latency_us, Event::Kind::HeadArrives, id, 0});
    return;
  }
  ++flow.version;
  flow.is_on = false;
  hold(id, FairShare::kOwnCap);
  shares_.end(id);
  if (rate_observer_ != nullptr) rate_observer_->rate_changes(id, now_, 0);
  if (connection.is_posted) {
    end_posted(id);
  } else {
    end_own_flow(id);
  }
}

}  // namespace treering::sim::engine
