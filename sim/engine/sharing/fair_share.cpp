#include "sim/engine/sharing/fair_share.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treering::sim::engine {
namespace {

// Rates that differ by less are equal: they come from sums in another order.
constexpr double kSame = 1e-12;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool is_same(double a, double b) {
  return std::abs(a - b) <= kSame * std::max(a, b);
}

bool is_less(double a, double b) {
  return a < b && !is_same(a, b);
}

}  // namespace

void FairShare::join(FlowId id) {
  Flow& flow = flows_[index(id)];
  if (flow.is_anew) return;
  flow.is_anew = true;
  anew_.push_back(id);
  if (flow.settled == settled_) return;
  flow.settled = settled_;
  flow.before = flow.rate;
  touched_.push_back(id);
}

/// Flows that a link holds back, and new ones.
void FairShare::join_held(LinkId id) {
  for (const Member& one : members(links_[index(id)])) {
    const Flow& flow = flows_[index(one.flow)];
    if (flow.held_by == id || flow.is_new) join(one.flow);
  }
}

/// All flows that share links with those that rise, directly or through others.
void FairShare::join_all() {
  std::size_t next = 0;  // they become more on the way
  while (next < anew_.size()) {
    for (const Hop& hop : hops(flows_[index(anew_[next++])])) {
      Link& link = links_[index(hop.link)];
      if (link.visit == visit_ || !may_fill(link)) continue;
      link.visit = visit_;
      for (const Member& one : members(link)) join(one.flow);
    }
  }
}

const std::vector<FlowId>& FairShare::settle() {
  ++settled_;
  changed_.clear();
  touched_.clear();
  for (const FlowId id : fresh_) admit(id);
  fresh_.clear();
  for (const LinkId link : dirty_) {
    if (links_[index(link)].is_dirty) settle_around(link);
  }
  dirty_.clear();
  for (const FlowId id : touched_) {
    const Flow& flow = flows_[index(id)];
    if (flow.is_on && !is_same(flow.before, flow.rate)) changed_.push_back(id);
  }
  return changed_;
}

/// Of a link that flows came to or left.
void FairShare::settle_around(LinkId id) {
  // After so many attempts all that may be concerned rises at once.
  constexpr int kAttempts = 6;
  anew_.clear();
  links_[index(id)].is_dirty = false;
  join_held(id);
  std::size_t next = 0;  // they become more on the way
  while (next < anew_.size()) {
    for (const Hop& one : hops(flows_[index(anew_[next++])])) {
      Link& link = links_[index(one.link)];
      if (!link.is_dirty) continue;
      link.is_dirty = false;
      join_held(one.link);
    }
  }
  for (int attempt = 1; !anew_.empty(); ++attempt) {
    rise();
    if (!join_broken()) break;
    if (attempt < kAttempts) continue;
    ++visit_;
    join_all();
  }
  for (const FlowId flow : anew_) flows_[index(flow)].is_anew = false;
}

void FairShare::rise() {
  prepare();
  while (!rising_.empty()) {
    const double level = level_of_links();
    const double cap = least_cap();
    if (cap <= level) {
      fix_at_cap(cap);
    } else {
      fix_on_full_links(level);
    }
    std::erase_if(rising_, [&](FlowId flow) { return !flows_[index(flow)].is_rising; });
  }
}

void FairShare::prepare() {
  ++visit_;
  around_.clear();
  rising_ = anew_;
  for (const FlowId id : anew_) flows_[index(id)].is_rising = true;
  for (const FlowId id : anew_) {
    for (const Hop& one : hops(flows_[index(id)])) prepare(one.link);
  }
}

void FairShare::prepare(LinkId id) {
  Link& link = links_[index(id)];
  if (link.visit == visit_ || !may_fill(link)) return;
  link.visit = visit_;
  link.left = link.capacity;
  link.rising = 0;
  link.rising_weight = 0;
  link.level = kInfinite;
  link.top = 0;
  around_.push_back(id);
  for (const Member& one : members(link)) {
    const Flow& flow = flows_[index(one.flow)];
    if (flow.is_rising) {
      ++link.rising;
      link.rising_weight += one.weight;
    } else {
      link.left -= flow.rate * one.weight;
    }
  }
  link.left = std::max(link.left, 0.0);
}

/// Adds flows whose rates are no longer fair to those that rise. False: there are none.
bool FairShare::join_broken() {
  const std::size_t before = anew_.size();
  for (const LinkId id : around_) {
    const Link& link = links_[index(id)];
    for (const Member& one : members(link)) {
      const Flow& flow = flows_[index(one.flow)];
      if (!flow.is_anew && is_broken(link, id, flow)) join(one.flow);
    }
  }
  return anew_.size() > before;
}

bool FairShare::is_broken(const Link& link, LinkId id, const Flow& flow) {
  if (is_less(link.level, flow.rate)) return true;  // it takes more than its share
  if (flow.held_by != id) return false;
  constexpr double kFull = 1e-11;
  const bool is_full = link.left <= link.capacity * kFull;
  return !is_full || is_less(flow.rate, link.top);
}

void FairShare::fix(FlowId id, double rate, LinkId held_by) {
  Flow& flow = flows_[index(id)];
  flow.is_rising = false;
  flow.is_new = false;
  flow.held_by = held_by;
  flow.rate = rate;
  for (const Hop& hop : hops(flow)) {
    Link& one = links_[index(hop.link)];
    if (one.visit != visit_) continue;
    one.left = std::max(one.left - rate * hop.weight, 0.0);
    one.rising_weight -= hop.weight;
    one.top = std::max(one.top, rate);
    --one.rising;
  }
}

double FairShare::level_of_links() const {
  double level = kInfinite;
  for (const LinkId link : around_) {
    const Link& one = links_[index(link)];
    if (one.rising > 0) level = std::min(level, level_of(one));
  }
  return level;
}

double FairShare::least_cap() const {
  double least = kInfinite;
  for (const FlowId flow : rising_) least = std::min(least, flows_[index(flow)].cap);
  return least;
}

void FairShare::fix_at_cap(double cap) {
  for (const FlowId flow : rising_) {
    if (flows_[index(flow)].cap <= cap) fix(flow, cap, kOwnCap);
  }
}

void FairShare::fix_on_full_links(double level) {
  for (const LinkId link : around_) {
    Link& one = links_[index(link)];
    if (one.rising == 0 || !is_same(level_of(one), level)) continue;
    one.level = level;
    for (const Member& member : members(one)) {
      if (flows_[index(member.flow)].is_rising) fix(member.flow, level, link);
    }
  }
}

}  // namespace treering::sim::engine
