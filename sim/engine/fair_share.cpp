#include "sim/engine/fair_share.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treering::sim::engine {
namespace {

// Rates that differ by less are equal: they come from sums in another order.
constexpr double kSame = 1e-12;

bool is_same(double a, double b) {
  return std::abs(a - b) <= kSame * std::max(a, b);
}

}  // namespace

FairShare::FairShare(const std::vector<double>& capacities) {
  links_.reserve(capacities.size());
  for (const double capacity : capacities) links_.emplace_back().capacity = capacity;
}

/// Sums of caps are kept by adding and taking away, so they are not exact.
bool FairShare::may_fill(const Link& link) {
  constexpr double kSure = 1 - 1e-9;
  return !link.flows.empty() && link.caps > link.capacity * kSure;
}

void FairShare::mark(LinkId link) {
  if (links_[index(link)].is_dirty) return;
  links_[index(link)].is_dirty = true;
  dirty_.push_back(link);
}

FlowId FairShare::add(const Route& route, double cap) {
  if (free_.empty()) {
    free_.push_back(static_cast<FlowId>(flows_.size()));
    flows_.emplace_back();
  }
  const FlowId id = free_.back();
  free_.pop_back();
  Flow& flow = flows_[index(id)];
  flow.route = &route;
  flow.cap = cap;
  flow.rate = 0;
  flow.places.clear();
  for (const Crossing& crossing : route) {
    Link& one = links_[index(crossing.link)];
    flow.places.push_back(static_cast<std::uint32_t>(one.flows.size()));
    one.flows.push_back({id, crossing.weight});
    one.caps += cap * crossing.weight;
    mark(crossing.link);
  }
  fresh_.push_back(id);
  return id;
}

void FairShare::remove(FlowId id) {
  Flow& flow = flows_[index(id)];
  for (std::size_t hop = 0; hop < flow.route->size(); ++hop) {
    const Crossing& crossing = (*flow.route)[hop];
    Link& one = links_[index(crossing.link)];
    mark(crossing.link);
    const Member last = one.flows.back();
    const std::uint32_t place = flow.places[hop];
    one.flows[place] = last;
    one.flows.pop_back();
    // The sum would keep infinities, and grow errors: an empty link starts afresh.
    one.caps = one.flows.empty() ? 0 : one.caps - flow.cap * crossing.weight;
    if (std::isnan(one.caps)) one.caps = std::numeric_limits<double>::infinity();
    if (last.flow == id) continue;
    Flow& moved = flows_[index(last.flow)];
    const auto at =
        std::ranges::find(*moved.route, crossing.link, &Crossing::link) - moved.route->begin();
    moved.places[static_cast<std::size_t>(at)] = place;
  }
  flow.route = nullptr;
  free_.push_back(id);
}

double FairShare::load(LinkId link) const {
  double sum = 0;
  for (const Member& one : links_[index(link)].flows) sum += rate(one.flow) * one.weight;
  return sum;
}

void FairShare::visit_flow(FlowId id) {
  Flow& flow = flows_[index(id)];
  if (flow.visit == visit_) return;
  flow.visit = visit_;
  rising_.push_back(id);
}

/// A link whose flows rise with others.
void FairShare::visit_around(LinkId id) {
  Link& link = links_[index(id)];
  if (link.visit == visit_ || !may_fill(link)) return;
  link.visit = visit_;
  link.left = link.capacity;
  link.rising = static_cast<std::uint32_t>(link.flows.size());
  link.rising_weight = 0;
  around_.push_back(id);
  for (const Member& one : link.flows) {
    link.rising_weight += one.weight;
    visit_flow(one.flow);
  }
}

/// The flows that rise anew, and the links that they share.
void FairShare::visit_all() {
  for (const LinkId link : dirty_) {
    links_[index(link)].is_dirty = false;
    visit_around(link);
    // Flows that it held back before it could no longer fill.
    for (const Member& one : links_[index(link)].flows) visit_flow(one.flow);
  }
  for (const FlowId flow : fresh_) {
    const bool is_gone = flows_[index(flow)].route == nullptr;
    if (!is_gone) visit_flow(flow);
  }
  std::size_t next = 0;  // they become more on the way
  while (next < rising_.size()) {
    const FlowId flow = rising_[next++];
    for (const Crossing& one : *flows_[index(flow)].route) visit_around(one.link);
  }
}

const std::vector<FlowId>& FairShare::settle() {
  ++visit_;
  rising_.clear();
  around_.clear();
  changed_.clear();
  visit_all();
  dirty_.clear();
  fresh_.clear();
  while (!rising_.empty()) {
    const double level = level_of_links();
    const double cap = least_cap();
    if (cap <= level) {
      fix_at_cap(cap);
    } else {
      fix_on_full_links(level);
    }
    std::erase_if(rising_, [&](FlowId flow) { return !is_rising(flow); });
  }
  std::ranges::sort(changed_);
  return changed_;
}

void FairShare::fix(FlowId id, double rate) {
  Flow& flow = flows_[index(id)];
  flow.visit = 0;  // no longer rising
  for (const Crossing& crossing : *flow.route) {
    Link& one = links_[index(crossing.link)];
    if (one.visit != visit_) continue;
    one.left = std::max(one.left - rate * crossing.weight, 0.0);
    one.rising_weight -= crossing.weight;
    --one.rising;
  }
  if (is_same(flow.rate, rate)) return;
  flow.rate = rate;
  changed_.push_back(id);
}

double FairShare::level_of_links() const {
  double level = std::numeric_limits<double>::infinity();
  for (const LinkId link : around_) {
    const Link& one = links_[index(link)];
    if (one.rising > 0) level = std::min(level, level_of(one));
  }
  return level;
}

double FairShare::least_cap() const {
  double least = std::numeric_limits<double>::infinity();
  for (const FlowId flow : rising_) least = std::min(least, flows_[index(flow)].cap);
  return least;
}

void FairShare::fix_at_cap(double cap) {
  for (const FlowId flow : rising_) {
    if (flows_[index(flow)].cap <= cap) fix(flow, cap);
  }
}

void FairShare::fix_on_full_links(double level) {
  for (const LinkId link : around_) {
    const Link& one = links_[index(link)];
    if (one.rising == 0 || !is_same(level_of(one), level)) continue;
    for (const Member& member : one.flows) {
      if (is_rising(member.flow)) fix(member.flow, level);
    }
  }
}

}  // namespace treering::sim::engine
