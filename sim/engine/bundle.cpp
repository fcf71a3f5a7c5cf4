#include "sim/engine/bundle.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/engine/connected.h"

namespace treering::sim::engine {
namespace {

using schedule::Copies;
using schedule::kNoPeer;
using schedule::Peer;
using schedule::Schedule;
using schedule::StepIndex;
using schedule::Stream;
using schedule::StreamId;

class BundleSchedule final : public Schedule {
 public:
  BundleSchedule(const Schedule& whole, std::shared_ptr<const CopyNumbers> numbers)
      : whole_(whole), numbers_(std::move(numbers)) {}

  const schedule::Contract& contract() const override { return whole_.contract(); }
  int agents() const override { return whole_.agents(); }
  int streams() const override { return numbers_->streams_left(); }
  int slots() const override { return whole_.slots(); }
  int slots_of(StreamId sender) const override { return whole_.slots_of(in_whole(sender)); }
  Stream stream(StreamId id) const override {
    Stream stream = whole_.stream(in_whole(id));
    for (std::vector<Peer>* const peers : {&stream.sends, &stream.receives}) {
      for (Peer& peer : *peers) {
        if (peer != kNoPeer) peer.stream = numbers_->stream_left(peer.stream);
      }
    }
    return stream;
  }
  schedule::Connection connection(StreamId sender, int port) const override {
    return whole_.connection(in_whole(sender), port);
  }
  schedule::Step step(StreamId id, StepIndex index) const override {
    return whole_.step(in_whole(id), index);
  }
  std::vector<schedule::Range> data(StreamId id, StepIndex index) const override {
    return whole_.data(in_whole(id), index);
  }
  std::uint64_t kind(StreamId id) const override { return whole_.kind(in_whole(id)); }
  bool uses_all_ports() const override { return whole_.uses_all_ports(); }
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    return whole_.repeats(in_whole(id), from, period);
  }

 private:
  StreamId in_whole(StreamId id) const { return numbers_->stream_in_whole(id); }

  const Schedule& whole_;
  std::shared_ptr<const CopyNumbers> numbers_;
};

/// Whether streams at the same places of two parts begin at the same times and keep data as fast.
bool run_alike(const Wiring& wiring, StreamId one, StreamId other, int length) {
  const auto are_equal = [&](const std::function<double(StreamId)>& of_stream) {
    for (int i = 0; of_stream && i < length; ++i) {
      if (of_stream(one + i) != of_stream(other + i)) return false;
    }
    return true;
  };
  return are_equal(wiring.start_us) && are_equal(wiring.local_rates);
}

/// By part: the first that is like it and has equal wires.
std::vector<int> first_alike(const Copies& copies, const Wiring& wiring) {
  const auto channel_of = [&](int part) {
    return wiring.channels_alike[index(copies.channels[index(part)])];
  };
  std::vector<int> first;
  for (int part = 0; part < copies.parts(); ++part) {
    const auto is_like = [&](int one) {
      return copies.like[index(one)] == copies.like[index(part)] &&
             channel_of(one) == channel_of(part) &&
             run_alike(wiring, one * copies.length, part * copies.length, copies.length);
    };
    int found = copies.like[index(part)];
    while (found < part && (first[index(found)] != found || !is_like(found))) ++found;
    first.push_back(found);
  }
  return first;
}

/// Of the parts that stand for themselves.
std::vector<int> connections_by_part(const Schedule& schedule, const Copies& copies,
                                     const std::vector<int>& first) {
  std::vector<int> counts;
  for (int part = 0; part < copies.parts(); ++part) {
    if (first[index(part)] != part) continue;
    std::ptrdiff_t count = 0;
    for (int i = 0; i < copies.length; ++i) {
      const std::vector<Peer> sends = schedule.stream(part * copies.length + i).sends;
      count += std::ssize(sends) - std::ranges::count(sends, kNoPeer);
    }
    counts.push_back(static_cast<int>(count));
  }
  return counts;
}

Wiring bundled(const Wiring& wiring, const std::shared_ptr<const CopyNumbers>& numbers) {
  Wiring bundled;
  bundled.capacities = wiring.capacities;
  bundled.local_rate = wiring.local_rate;
  bundled.step_us = wiring.step_us;
  const auto in_whole = [numbers](const std::function<double(StreamId)>& of_stream) {
    return [numbers, &of_stream](StreamId id) { return of_stream(numbers->stream_in_whole(id)); };
  };
  if (wiring.local_rates) bundled.local_rates = in_whole(wiring.local_rates);
  if (wiring.start_us) bundled.start_us = in_whole(wiring.start_us);
  bundled.wire = [&wiring, numbers](StreamId sender, int port) {
    Wire wire = wiring.wire(numbers->stream_in_whole(sender), port);
    wire.times = numbers->times(sender);
    for (Crossing& one : wire.route) one.weight *= wire.times;
    return wire;
  };
  return bundled;
}

std::uint64_t transfers_of(const CopyNumbers& numbers, const std::vector<Traffic>& left) {
  std::uint64_t transfers = 0;
  for (int part = 0; part < numbers.parts(); ++part) {
    const auto [from, end] = numbers.connections_for(part);
    for (ConnectionId id = from; id < end; ++id) transfers += left[index(id)].messages;
  }
  return transfers;
}

void add_each(const CopyNumbers& numbers, const Outcome& left, Outcome& whole) {
  whole.ends_us.reserve(index(numbers.streams()));
  for (StreamId id = 0; id < numbers.streams(); ++id) {
    whole.ends_us.push_back(left.ends_us[index(numbers.stream_left(id))]);
  }
  whole.traffic.reserve(index(numbers.connections()));
  for (ConnectionId id = 0; id < numbers.connections(); ++id) {
    whole.traffic.push_back(left.traffic[index(numbers.connection_left(id))]);
  }
}

}  // namespace

std::optional<Bundle> bundle(const Schedule& schedule, const Wiring& wiring) {
  const Copies copies = schedule.copies();
  if (copies.length == 0 || wiring.channels_alike.empty()) return {};
  const std::vector<int> first = first_alike(copies, wiring);
  int left = 0;
  for (int part = 0; part < copies.parts(); ++part) left += first[index(part)] == part ? 1 : 0;
  if (left == copies.parts()) return {};
  Bundle bundle;
  bundle.numbers = std::make_shared<const CopyNumbers>(
      copies.length, first, connections_by_part(schedule, copies, first));
  bundle.schedule = std::make_unique<BundleSchedule>(schedule, bundle.numbers);
  bundle.wiring = bundled(wiring, bundle.numbers);
  return bundle;
}

Outcome unbundled(const Bundle& bundle, Outcome outcome, bool keeps_each) {
  const CopyNumbers& numbers = *bundle.numbers;
  Outcome whole;
  whole.time_us = outcome.time_us;
  whole.longest_us = outcome.longest_us;
  whole.simulated = outcome.simulated;
  whole.periodic = outcome.periodic;
  whole.carried = std::move(outcome.carried);
  whole.payload = std::move(outcome.payload);
  whole.transfers = transfers_of(numbers, outcome.traffic);
  whole.symmetric = whole.transfers - whole.simulated - whole.periodic;
  if (keeps_each) add_each(numbers, outcome, whole);
  std::vector<bool> is_stuck(index(numbers.streams_left()));
  for (const StreamId one : outcome.stuck) is_stuck[index(one)] = true;
  for (StreamId id = 0; id < numbers.streams() && !outcome.stuck.empty(); ++id) {
    if (is_stuck[index(numbers.stream_left(id))]) whole.stuck.push_back(id);
  }
  return whole;
}

void Unbundling::stands_for(const Representatives& representatives) {
  observer_.stands_for(representatives.with_copies(numbers_));
}

void Unbundling::step_begins(StreamId stream, StepIndex step, double at, const Cause& cause) {
  Cause whole = cause;
  if (cause.connection >= 0) whole.connection = numbers_->connection_in_whole(cause.connection);
  observer_.step_begins(numbers_->stream_in_whole(stream), step, at, whole);
}

void Unbundling::step_ends(StreamId stream, StepIndex step, double at) {
  observer_.step_ends(numbers_->stream_in_whole(stream), step, at);
}

void Unbundling::rate_changes(ConnectionId connection, double at, double rate) {
  observer_.rate_changes(numbers_->connection_in_whole(connection), at, rate);
}

}  // namespace treering::sim::engine
