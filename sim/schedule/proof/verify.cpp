#include "sim/schedule/proof/verify.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/json/fields.h"
#include "core/units.h"
#include "sim/schedule/proof/execution.h"
#include "sim/schedule/proof/races.h"

namespace treering::sim::schedule {

namespace {

/// What would be right, and how to come there.
struct Advice {
  std::string expected;
  std::string hint;
};

Advice advice_on(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::BadPort:
      return {"expected connections with two ends", "each 'send' has its 'receive'"};
    case Fault::Kind::BadData:
      return {"expected the data that the step names",
              "sender and receiver name the same chunks, and a rank has what it was given or kept"};
    case Fault::Kind::Twice:
      return {"expected each value once",
              "without 'reduce' a message takes the place of the rank's own data"};
    case Fault::Kind::Race:
      return {"expected an order of the two",
              "put both steps into one stream, or let one stream wait for a message of the other"};
    case Fault::Kind::Deadlock:
      return {"expected that each can go on", "each 'receive' needs a 'send' that comes before it"};
    case Fault::Kind::Leftover:
      return {"expected a step that receives each message",
              "each 'send' needs a 'receive' of the other rank"};
    case Fault::Kind::Unkept:
      return {"expected what the collective promises",
              "follow the missing value from the rank that has it, step by step"};
  }
  return {};
}

std::string pointer_to(const Fault& fault) {
  if (!fault.place) return "/streams";
  const std::string stream = fmt::format("/streams/{}", fault.place->stream);
  return fault.place->step ? fmt::format("{}/steps/{}", stream, *fault.place->step) : stream;
}

}  // namespace

core::Error error_of(const Fault& fault, const std::string& file, std::string_view text) {
  Advice advice = advice_on(fault.kind);
  if (fault.lacks_slots) advice.hint += "; with a higher /slots senders do not wait";
  core::FirstProblem problem(file, text);
  problem.note({core::Category::BadInput, pointer_to(fault), "the schedule is wrong: " + fault.text,
                advice.expected, advice.hint});
  return problem.error();
}

namespace {

/// Whether the other end of a connection names this one. \param ends what a stream sends or
/// receives by
using Ends = std::vector<Peer> Stream::*;

bool is_joined(const std::vector<Stream>& streams, const Peer& other, Ends ends, const Peer& back) {
  if (other.stream < 0 || other.port < 0) return false;
  const auto stream = static_cast<std::size_t>(other.stream);
  const auto port = static_cast<std::size_t>(other.port);
  return stream < streams.size() && port < (streams[stream].*ends).size() &&
         (streams[stream].*ends)[port] == back;
}

std::optional<Fault> fault_of_ports(const std::vector<Stream>& streams, int agents) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const auto id = static_cast<StreamId>(i);
    if (streams[i].agent < 0 || streams[i].agent >= agents) {
      return Fault{Fault::Kind::BadPort, fmt::format("stream {} belongs to no agent", i)};
    }
    for (const auto& [own, others, verb] :
         {std::tuple{&Stream::sends, &Stream::receives, "send"},
          std::tuple{&Stream::receives, &Stream::sends, "receive"}}) {
      for (std::size_t port = 0; port < (streams[i].*own).size(); ++port) {
        const Peer back{id, static_cast<int>(port)};
        if ((streams[i].*own)[port] == kNoPeer) continue;
        if (is_joined(streams, (streams[i].*own)[port], others, back)) continue;
        return Fault{Fault::Kind::BadPort,
                     fmt::format("stream {}: connection {} to {} has no other end", i, port, verb)};
      }
    }
  }
  return {};
}

/// "rank 0, channel 0 (step 2, to send)".
std::string what_waits(const Execution& execution, StreamId id) {
  return fmt::format("{} (step {}, to {})", execution.name_of(id), execution.step_of(id),
                     execution.waits_to_send(id) ? "send" : "receive");
}

Fault ring_of(const Execution& execution, const std::vector<StreamId>& way) {
  std::vector<std::string> waits;
  bool lacks_slots = false;
  for (const StreamId id : way) {
    lacks_slots = lacks_slots || execution.waits_to_send(id);
    waits.push_back(fmt::format("{} waits for {}", what_waits(execution, id),
                                execution.name_of(*execution.waits_for(id))));
  }
  return {Fault::Kind::Deadlock, fmt::format("deadlock: {}", fmt::join(waits, "; ")), way,
          FaultPlace{way.front(), execution.step_of(way.front())}, lacks_slots};
}

/// The ring in which streams wait, or the one that waits for a stream that has ended.
std::optional<Fault> fault_of_waits(const Execution& execution, std::size_t streams) {
  for (std::size_t i = 0; i < streams; ++i) {
    auto id = static_cast<StreamId>(i);
    if (!execution.waits_for(id)) continue;
    std::vector<StreamId> way;
    while (std::ranges::find(way, id) == way.end()) {
      const auto other = execution.waits_for(id);
      if (!other) {
        return Fault{Fault::Kind::Deadlock,
                     fmt::format("deadlock: {} waits for {}, which has ended",
                                 what_waits(execution, way.back()), execution.name_of(id)),
                     {way.back()},
                     FaultPlace{way.back(), execution.step_of(way.back())},
                     execution.waits_to_send(way.back())};
      }
      way.push_back(id);
      id = *other;
    }
    way.erase(way.begin(), std::ranges::find(way, id));
    return ring_of(execution, way);
  }
  return {};
}

std::optional<Fault> fault_of_leftovers(const Execution& execution, std::size_t streams) {
  for (std::size_t i = 0; i < streams; ++i) {
    const auto id = static_cast<StreamId>(i);
    const std::size_t left = execution.messages_left(id);
    if (left == 0) continue;
    return Fault{Fault::Kind::Leftover,
                 fmt::format("{} ends with {} not received", execution.name_of(id),
                             core::counted(left, "message")),
                 {},
                 FaultPlace{id, {}}};
  }
  return {};
}

/// Why a piece is not what its rank shall have.
std::optional<std::string> wrong_in(const Piece& piece, const Held& held, int ranks) {
  const int lacks =
      held.owner ? (piece.values.has(*held.owner) ? -1 : *held.owner) : piece.values.missing(ranks);
  if (lacks >= 0) {
    return fmt::format("the value of rank {} is missing in {}", lacks, text_of(piece.range));
  }
  if (held.owner && piece.values.size() > 1) {
    return fmt::format("values of several ranks are in {}", text_of(piece.range));
  }
  return {};
}

std::optional<std::string> wrong_at(const Memory& memory, const Held& held, int ranks) {
  const auto have = memory.take({held.range});
  if (!have) return have.error();
  for (const Piece& piece : *have) {
    if (auto wrong = wrong_in(piece, held, ranks)) return wrong;
  }
  return {};
}

/// Who may not have arrived when a rank goes on from a barrier.
std::optional<int> not_waited_for(const Memory& memory, const Held& held, int rank, int ranks) {
  const auto have = memory.take({held.range});
  for (int other = 0; other < ranks; ++other) {
    const bool is_there = have && std::ranges::all_of(*have, [other](const Piece& piece) {
                            return piece.values.has(other);
                          });
    if (other != rank && !is_there) return other;
  }
  return {};
}

/// Of a rank that ends wrong: its first stream.
Fault unkept(const std::vector<Stream>& streams, int rank, std::string text) {
  Fault fault{Fault::Kind::Unkept, std::move(text)};
  const auto own = std::ranges::find(streams, rank, &Stream::agent);
  if (own != streams.end()) {
    fault.place = FaultPlace{static_cast<StreamId>(own - streams.begin()), {}};
  }
  return fault;
}

std::optional<Fault> fault_of_result(const Execution& execution, const Contract& contract,
                                     const std::vector<Stream>& streams) {
  for (int rank = 0; rank < contract.ranks; ++rank) {
    for (const Held& held : contract.last(rank)) {
      if (held.range.bytes == 0) continue;
      if (contract.goal == Goal::Barrier) {
        const auto other = not_waited_for(execution.memory(rank), held, rank, contract.ranks);
        if (!other) continue;
        return unkept(
            streams, rank,
            fmt::format("rank {} goes on although rank {} may not have arrived", rank, *other));
      }
      if (auto wrong = wrong_at(execution.memory(rank), held, contract.ranks)) {
        return unkept(streams, rank, fmt::format("rank {} at the end: {}", rank, *wrong));
      }
    }
  }
  return {};
}

std::optional<Fault> fault_of_run(const Schedule& schedule, const std::vector<Stream>& streams,
                                  Races& races) {
  Execution execution(schedule, streams);
  if (auto fault = execution.run(races)) return fault;
  if (auto fault = fault_of_waits(execution, streams.size())) return fault;
  if (auto fault = fault_of_leftovers(execution, streams.size())) return fault;
  return fault_of_result(execution, schedule.contract(), streams);
}

}  // namespace

std::optional<Fault> fault_of(const Schedule& schedule) {
  std::vector<Stream> streams;
  for (StreamId id = 0; id < schedule.streams(); ++id) streams.push_back(schedule.stream(id));
  if (auto fault = fault_of_ports(streams, schedule.agents())) return fault;
  // One run, but for more streams than clocks have room for.
  for (int agent = 0; agent < schedule.agents();) {
    Races races(schedule, streams, agent);
    if (auto fault = fault_of_run(schedule, streams, races)) return fault;
    agent = races.end();
  }
  return {};
}

}  // namespace treering::sim::schedule
