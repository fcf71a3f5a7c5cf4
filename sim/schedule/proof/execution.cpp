#include "sim/schedule/proof/execution.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/schedule/proof/races.h"

namespace treering::sim::schedule {
namespace {

/// How a message differs from the ranges; nothing where it is of just these bytes.
std::optional<std::string> difference(const Contents& message, const std::vector<Range>& ranges) {
  std::size_t piece = 0;
  for (const Range& range : ranges) {
    std::uint64_t at = range.begin;
    while (at < range.end()) {
      if (piece == message.size() || message[piece].range.begin != at ||
          message[piece].range.end() > range.end()) {
        return "it lacks " + text_of({at, range.end() - at});
      }
      at = message[piece++].range.end();
    }
  }
  if (piece == message.size()) return {};
  return "it has " + text_of(message[piece].range);
}

bool has_all(const std::vector<Peer>& peers, const Ports& ports) {
  if (ports.count == 0) return true;
  if (ports.first < 0 || index_of(ports.end()) > peers.size()) return false;
  return std::none_of(peers.begin() + ports.first, peers.begin() + ports.end(),
                      [](const Peer& peer) { return peer == kNoPeer; });
}

Contents first_contents(const Contract& contract, int rank) {
  const RankSet own = RankSet::of(rank);
  Contents contents;
  for (const Range& range : contract.first(rank)) {
    if (range.bytes > 0) contents.push_back({range, own});
  }
  return contents;
}

}  // namespace

Execution::Execution(const Schedule& schedule, const std::vector<Stream>& streams)
    : schedule_(schedule),
      streams_(streams),
      states_(streams.size()),
      memories_(index_of(schedule.agents())) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    states_[i].queues.resize(streams[i].receives.size());
  }
  for (int rank = 0; rank < schedule.contract().ranks; ++rank) {
    memories_[index_of(rank)].put(first_contents(schedule.contract(), rank));
  }
}

std::optional<Fault> Execution::run(Races& races) {
  for (std::size_t i = 0; i < streams_.size(); ++i) wake(static_cast<StreamId>(i));
  while (!ready_.empty()) {
    const StreamId id = next_ready();
    while (can_go_on(id)) {
      if (auto fault = do_step(id, &races)) return fault;
    }
  }
  return {};
}

std::optional<Fault> Execution::run_to(const std::vector<StepIndex>& ends) {
  const auto is_before_end = [&](StreamId id) {
    return state(id).next < std::min(ends[index_of(id)], stream(id).steps);
  };
  for (std::size_t i = 0; i < streams_.size(); ++i) wake(static_cast<StreamId>(i));
  while (!ready_.empty()) {
    const StreamId id = next_ready();
    while (is_before_end(id) && !unsent_by(id)) {
      if (auto fault = do_step(id, nullptr)) return fault;
    }
  }
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    const auto id = static_cast<StreamId>(i);
    if (is_before_end(id)) {
      return fault_at(id, Fault::Kind::BadData, "its message is not sent in the steps until then");
    }
  }
  return {};
}

std::string Execution::name_of(StreamId id) const {
  const Stream& own = stream(id);
  const bool is_rank = own.agent < schedule_.contract().ranks;
  const auto number =
      std::count_if(streams_.begin(), streams_.begin() + id, [&own](const Stream& other) {
        return other.agent == own.agent && other.channel == own.channel;
      });
  return fmt::format("{} {}, channel {}{}", is_rank ? "rank" : "agent", own.agent, own.channel,
                     number > 0 ? fmt::format(", stream {}", number) : "");
}

Fault Execution::fault_at(StreamId id, Fault::Kind kind, const std::string& what) const {
  return {kind,
          fmt::format("{}, step {}: {}", name_of(id), state(id).next, what),
          {},
          FaultPlace{id, state(id).next}};
}

void Execution::wake(StreamId id) {
  if (state(id).is_ready) return;
  state(id).is_ready = true;
  ready_.push_back(id);
}

StreamId Execution::next_ready() {
  const StreamId id = ready_.front();
  ready_.pop_front();
  state(id).is_ready = false;
  return id;
}

const std::list<Contents>& Execution::queue_to(const Peer& peer) const {
  return state(peer.stream).queues[index_of(peer.port)];
}

/// Only where the last step sent can a message be too much: the stream waits before the next.
std::optional<StreamId> Execution::unreceived_by(StreamId id) const {
  const Ports& last = state(id).last_sent;
  for (int port = last.first; port < last.end(); ++port) {
    const Peer& peer = stream(id).sends[index_of(port)];
    if (queue_to(peer).size() > index_of(schedule_.slots())) return peer.stream;
  }
  return {};
}

bool Execution::waits_to_send(StreamId id) const {
  return unreceived_by(id).has_value();
}

StepIndex Execution::step_of(StreamId id) const {
  return state(id).next - (waits_to_send(id) ? 1 : 0);
}

std::optional<StreamId> Execution::waits_for(StreamId id) const {
  if (const auto receiver = unreceived_by(id)) return receiver;
  if (state(id).next == stream(id).steps) return {};
  return unsent_by(id);
}

/// Who has not sent what the stream's next step receives.
std::optional<StreamId> Execution::unsent_by(StreamId id) const {
  const std::vector<Peer>& senders = stream(id).receives;
  const Ports from = schedule_.step(id, state(id).next).receive;
  for (int port = from.first; port < from.end() && index_of(port) < senders.size(); ++port) {
    const Peer& sender = senders[index_of(port)];
    if (sender != kNoPeer && state(id).queues[index_of(port)].empty()) return sender.stream;
  }
  return {};
}

std::size_t Execution::messages_left(StreamId id) const {
  std::size_t count = 0;
  for (const auto& queue : state(id).queues) count += queue.size();
  return count;
}

bool Execution::can_go_on(StreamId id) const {
  return state(id).next < stream(id).steps && !waits_for(id);
}

std::optional<Fault> Execution::do_step(StreamId id, Races* races) {
  const Step step = schedule_.step(id, state(id).next);
  if (!has_all(stream(id).receives, step.receive) || !has_all(stream(id).sends, step.send)) {
    return fault_at(id, Fault::Kind::BadPort, "it uses a connection that the stream lacks");
  }
  const std::vector<Range> ranges = schedule_.data(id, state(id).next);
  if (races != nullptr) {
    const auto race = races->do_step(id, state(id).next, step, ranges);
    if (race) return fault_of(*race);
  }
  auto result = result_of(id, step, ranges);
  if (!result) return result.error();
  for (int port = step.receive.first; port < step.receive.end(); ++port) {
    state(id).queues[index_of(port)].pop_front();
    wake(stream(id).receives[index_of(port)].stream);
  }
  if (step.keeps) memories_[index_of(stream(id).agent)].put(*result);
  for (int port = step.send.first; port < step.send.end(); ++port) {
    const Peer& peer = stream(id).sends[index_of(port)];
    state(peer.stream).queues[index_of(peer.port)].push_back(*result);
    wake(peer.stream);
  }
  state(id).last_sent = step.send;
  ++state(id).next;
  return {};
}

Fault Execution::fault_of(const Race& race) const {
  const bool is_first =
      race.one.writes && (!race.other.writes || race.one.stream < race.other.stream);
  const Use& writer = is_first ? race.one : race.other;
  const Use& other = is_first ? race.other : race.one;
  return {Fault::Kind::Race,
          fmt::format("{}, step {} writes {}, which {}, step {} {}, and no message says which of "
                      "the two is first",
                      name_of(writer.stream), writer.step, text_of(race.range),
                      name_of(other.stream), other.step, other.writes ? "writes too" : "reads"),
          {},
          FaultPlace{writer.stream, writer.step}};
}

tl::expected<Contents, Fault> Execution::result_of(StreamId id, const Step& step,
                                                   const std::vector<Range>& ranges) const {
  const auto bad_data = [&](const std::string& what) {
    return tl::unexpected(fault_at(id, Fault::Kind::BadData, what));
  };
  const bool is_barrier = schedule_.contract().goal == Goal::Barrier;
  const Repeats repeats = is_barrier ? Repeats::Harmless : Repeats::Wrong;
  std::optional<Contents> result;
  if (step.takes_own) {
    auto own = memory(stream(id).agent).take(ranges);
    if (!own) return bad_data("in its own data " + own.error());
    result = *std::move(own);
  }
  for (int port = step.receive.first; port < step.receive.end(); ++port) {
    const Contents& message = state(id).queues[index_of(port)].front();
    if (auto wrong = difference(message, ranges)) {
      return bad_data(fmt::format("the message of {} is another than expected: {}",
                                  name_of(stream(id).receives[index_of(port)].stream), *wrong));
    }
    if (!result) {
      result = message;
      continue;
    }
    auto both = combined(*result, message, repeats);
    if (!both) return tl::unexpected(fault_at(id, Fault::Kind::Twice, both.error()));
    result = *std::move(both);
  }
  const bool is_empty = !step.keeps && step.send.count == 0;
  if (!result && is_empty) return Contents{};
  if (!result) return bad_data("it has nothing to keep or send");
  return *std::move(result);
}

}  // namespace treering::sim::schedule
