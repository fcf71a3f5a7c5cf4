#include "sim/timeline/link_loads.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "sim/engine/bundle.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::timeline {

LinkNames::LinkNames(int links, const std::function<std::string(engine::LinkId)>& name) {
  constexpr std::string_view kEnd = ": ";
  places_.reserve(static_cast<std::size_t>(links));
  owns_.reserve(static_cast<std::size_t>(links));
  for (engine::LinkId link = 0; link < links; ++link) {
    const std::string whole = name(link);
    const std::size_t end = whole.find(kEnd);
    const std::size_t length = end == std::string::npos ? 0 : end + kEnd.size();
    places_.push_back(whole.substr(0, length));
    owns_.push_back(whole.substr(length));
  }
}

std::string LinkNames::operator[](engine::LinkId link) const {
  std::string name(place(link));
  name += own(link);
  return name;
}

using engine::ConnectionId;
using engine::LinkId;
using schedule::kNoPeer;
using schedule::StreamId;

namespace {

/// How often what happens at `repeat` has happened at a time, at most `last` times.
std::uint64_t round_at(const Track<RateChange>& track, const Repeat& repeat, std::uint64_t last,
                       double us) {
  if (repeat.us <= 0) return last;
  const double rounds = std::floor((us - track.entries[repeat.first].at_us) / repeat.us);
  return rounds < static_cast<double>(last) ? static_cast<std::uint64_t>(std::max(rounds, 0.0))
                                            : last;
}

// Of changes, as many may happen together and be one of the link's load: one for each channel.
constexpr std::uint64_t kTogether = 64;

// Sums of rates and differences of bytes are equal but for it.
constexpr double kRounding = 1e-9;

/// Adds a load, or makes the last one longer where it is equal.
void add(const Load& load, std::vector<Load>& loads) {
  if (!loads.empty()) {
    const double last = loads.back().rate;
    if (std::abs(last - load.rate) <= kRounding * std::max(last, load.rate)) {
      loads.back().to_us = load.to_us;
      return;
    }
  }
  loads.push_back(load);
}

}  // namespace

LinkLoads::LinkLoads(std::shared_ptr<const Timeline> timeline, const engine::Wiring& wiring)
    : timeline_(std::move(timeline)) {
  capacities_.reserve(wiring.capacities.size());
  for (const double one : wiring.capacities) capacities_.push_back(one);
  const auto bundle = engine::bundle(timeline_->schedule(), wiring);
  if (bundle) copies_ = bundle->numbers;
  const schedule::Schedule& schedule = bundle ? *bundle->schedule : timeline_->schedule();
  const engine::Wiring& wires = bundle ? bundle->wiring : wiring;
  add_crossings(schedule, wires, find_kinds(schedule, wires));
  carried_.reserve(timeline_->recorded_rates().size());
  for (const Track<RateChange>& track : timeline_->recorded_rates()) {
    carried_.push_back(carried_by(track));
  }
}

ConnectionId LinkLoads::in_whole(ConnectionId left) const {
  return copies_ ? copies_->connection_in_whole(left) : left;
}

/// Gives each wire to `take`, and what stands for its connection.
template <class Take>
void LinkLoads::visit_wires(const schedule::Schedule& schedule, const engine::Wiring& wiring,
                            const Take& take) const {
  ConnectionId next = 0;
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    const auto sends = schedule.stream(id).sends;
    for (std::size_t port = 0; port < sends.size(); ++port) {
      if (sends[port] == kNoPeer) continue;
      take(wiring.wire(id, static_cast<int>(port)), timeline_->representative_of(in_whole(next++)));
    }
  }
}

/// Links are of a kind where the same crosses them in the same sequence, as far as hashes say.
/// Returns the first of each. There may be millions of crossings: they are listed for these alone.
std::vector<LinkId> LinkLoads::find_kinds(const schedule::Schedule& schedule,
                                          const engine::Wiring& wiring) {
  std::vector<std::uint64_t> hashes(capacities_.size());
  std::vector<std::uint32_t> counts(capacities_.size());
  visit_wires(schedule, wiring, [&](const engine::Wire& wire, ConnectionId connection) {
    is_posted_.push_back(wire.is_posted);
    latencies_us_.push_back(wire.latency_us);
    for (const engine::Crossing& one : wire.route) {
      std::uint64_t& hash = hashes[index(one.link)];
      hash = schedule::mixed(hash, static_cast<std::uint64_t>(connection));
      hash = schedule::mixed(hash, std::bit_cast<std::uint64_t>(one.weight));
      ++counts[index(one.link)];
    }
  });
  latencies_us_.fit();
  core::Numbers<std::uint64_t> kinds;
  std::vector<LinkId> firsts;
  first_.push_back(0);
  kinds_.reserve(hashes.size());
  for (std::size_t link = 0; link < hashes.size(); ++link) {
    const std::uint32_t kind = kinds.number_of(hashes[link]);
    kinds_.push_back(kind);
    if (kind < firsts.size()) continue;
    firsts.push_back(static_cast<LinkId>(link));
    first_.push_back(first_.back() + counts[link]);
  }
  return firsts;
}

/// Those of a link stay in sequence.
void LinkLoads::add_crossings(const schedule::Schedule& schedule, const engine::Wiring& wiring,
                              const std::vector<LinkId>& first_links) {
  crossing_.resize(first_.back());
  weight_of_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  visit_wires(schedule, wiring, [&](const engine::Wire& wire, ConnectionId connection) {
    for (const engine::Crossing& one : wire.route) {
      const std::size_t kind = this->kind(one.link);
      if (first_links[kind] != one.link) continue;
      crossing_[next[kind]] = connection;
      weight_of_.set(next[kind]++, weights_.number_of(one.weight));
    }
  });
}

std::ranges::iota_view<std::size_t, std::size_t> LinkLoads::crossings(LinkId link) const {
  return {first_[kind(link)], first_[kind(link) + 1]};
}

bool LinkLoads::is_known(LinkId link) const {
  return std::ranges::all_of(crossings(link),
                             [&](std::size_t one) { return timeline_->has_rates(crossing_[one]); });
}

LinkLoads::Carried LinkLoads::carried_by(const Track<RateChange>& track) {
  Carried carried;
  RateChange last;
  double bytes = 0;
  visit_pieces(track, [&](const Repeat& piece, std::uint64_t round, std::uint64_t rounds) {
    if (piece.count() == 0) return;
    if (round > 0) {
      const RateChange& first = track.entries[piece.first];
      const double own = bytes - carried.until_entry[piece.first];
      carried.of_round.push_back(own + last.rate * (first.at_us + piece.us - last.at_us));
      bytes += static_cast<double>(rounds) * carried.of_round.back();
      last.at_us += static_cast<double>(rounds) * piece.us;
      return;
    }
    for (std::size_t i = piece.first; i < piece.end; ++i) {
      bytes += last.rate * (track.entries[i].at_us - last.at_us);
      last = track.entries[i];
      carried.until_entry.push_back(bytes);
    }
  });
  return carried;
}

LinkLoads::State LinkLoads::state(ConnectionId connection, double us) const {
  State state;
  const auto number = timeline_->rates_number(connection);
  if (!number) return state;
  const Track<RateChange>& track = timeline_->recorded_rates()[*number];
  const Carried& carried = carried_[*number];
  std::size_t repeats = 0;
  visit_pieces(track, [&](const Repeat& piece, std::uint64_t from, std::uint64_t to) {
    if (from > 0) ++repeats;
    if (piece.count() == 0) return;
    const double begin = track.entries[piece.first].at_us + static_cast<double>(from) * piece.us;
    if (begin > us) return;
    const std::uint64_t round = from == 0 ? 0 : round_at(track, piece, to, us);
    const double later = static_cast<double>(round) * piece.us;
    const auto first = track.entries.begin() + static_cast<std::ptrdiff_t>(piece.first);
    const auto end = track.entries.begin() + static_cast<std::ptrdiff_t>(piece.end);
    const auto next = std::partition_point(
        first, end, [&](const RateChange& one) { return one.at_us + later <= us; });
    const auto last = next == first ? first : next - 1;
    state.rate = last->rate;
    state.bytes = carried.until_entry[static_cast<std::size_t>(last - track.entries.begin())] +
                  last->rate * (us - last->at_us - later);
    if (from > 0) state.bytes += static_cast<double>(round) * carried.of_round[repeats - 1];
  });
  return state;
}

double LinkLoads::bytes(LinkId link, double until_us) const {
  double bytes = 0;
  for (const std::size_t one : crossings(link)) {
    bytes += weight(one) * state(crossing_[one], until_us).bytes;
  }
  return bytes;
}

std::vector<Load> LinkLoads::means(LinkId link, const Window& window, std::size_t parts) const {
  std::vector<Load> loads;
  const double us = (window.to_us - window.from_us) / static_cast<double>(parts);
  if (us <= 0) return loads;
  double from = window.from_us;
  double before = bytes(link, from);
  for (std::size_t part = 1; part <= parts; ++part) {
    const double to = window.from_us + us * static_cast<double>(part);
    const double after = bytes(link, to);
    const double carried = after - before;
    add({from, to, carried > kRounding * after ? carried / us : 0}, loads);
    from = to;
    before = after;
  }
  return loads;
}

std::optional<std::vector<Load>> LinkLoads::loads(LinkId link, const Window& window,
                                                  std::uint64_t most) const {
  const auto crossed = crossings(link);
  const double end = std::min(window.to_us, timeline_->end_us());
  std::uint64_t count = 0;
  std::vector<double> rates;
  for (const std::size_t one : crossed) {
    count += count_in(timeline_->rates(crossing_[one]), window);
    rates.push_back(weight(one) * state(crossing_[one], window.from_us).rate);
  }
  if (count > kTogether * most) return {};
  struct Change {
    double at = 0;
    std::size_t crossing = 0;
    double rate = 0;
  };
  std::vector<Change> changes;
  for (std::size_t i = 0; i < crossed.size(); ++i) {
    visit(timeline_->rates(crossing_[crossed[i]]), window, [&](const RateChange& one) {
      changes.push_back({one.at_us, i, weight(crossed[i]) * one.rate});
    });
  }
  std::ranges::stable_sort(changes, {}, &Change::at);
  std::vector<Load> loads;
  double from = window.from_us;
  const auto add_until = [&](double to) {
    double rate = 0;
    for (const double one : rates) rate += one;
    if (to <= from) return;
    add({from, to, rate}, loads);
    from = to;
  };
  for (const Change& change : changes) {
    add_until(change.at);
    rates[change.crossing] = change.rate;
  }
  add_until(end);
  if (loads.size() > most) return {};
  return loads;
}

}  // namespace treering::sim::timeline
