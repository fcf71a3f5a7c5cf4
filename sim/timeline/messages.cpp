#include "sim/timeline/messages.h"

#include <algorithm>

namespace treering::sim::timeline {

using schedule::Peer;
using schedule::Ports;
using schedule::StepIndex;
using schedule::StreamId;

const std::vector<Messages::Piece>& Messages::pieces(StreamId stream, Side side) {
  const auto [known, is_new] = pieces_.try_emplace({stream, side});
  std::vector<Piece>& all = known->second;
  if (!is_new) return all;
  const Track<RecordedStep>& track = timeline_.track(stream);
  visit_pieces(track, [&](const Repeat& repeat, std::uint64_t from, std::uint64_t to) {
    if (repeat.count() == 0) return;
    Piece piece{track.entries[repeat.first].index + from * repeat.count(),
                to - from + 1,
                repeat.count(),
                {}};
    for (StepIndex i = 0; i < repeat.count(); ++i) {
      const StepIndex index = track.entries[repeat.first + i].index;
      const schedule::Step step = timeline_.schedule().step(stream, index);
      const Ports& ports = side == Side::Sends ? step.send : step.receive;
      for (int port = ports.first; port < ports.end(); ++port) piece.uses.push_back({port, i});
    }
    std::ranges::sort(piece.uses);
    all.push_back(std::move(piece));
  });
  return all;
}

const std::vector<Messages::PortPiece>& Messages::pieces_of(const Peer& port, Side side) {
  const StreamId stream = timeline_.representative(port.stream);
  const auto [known, is_new] = by_port_.try_emplace({stream, port.port, side});
  std::vector<PortPiece>& all = known->second;
  if (!is_new) return all;
  std::uint64_t count = 0;
  for (const Piece& piece : pieces(stream, side)) {
    const auto uses = std::ranges::equal_range(piece.uses, port.port, {}, &Use::port);
    all.push_back({&piece, count, {uses.begin(), uses.end()}});
    count += uses.size() * piece.rounds;
  }
  return all;
}

std::uint64_t Messages::before(const Peer& port, Side side, StepIndex step) {
  const auto& all = pieces_of(port, side);
  const auto next = std::ranges::upper_bound(
      all, step, {}, [](const PortPiece& part) { return part.piece->first; });
  if (next == all.begin()) return 0;
  const PortPiece& part = *(next - 1);
  const StepIndex later = step - part.piece->first;
  const StepIndex in_round = later % part.piece->steps;
  const auto used = std::ranges::lower_bound(part.uses, in_round, {}, &Use::step);
  return part.before + later / part.piece->steps * part.uses.size() +
         static_cast<std::uint64_t>(used - part.uses.begin());
}

std::optional<StepIndex> Messages::step_of(const Peer& port, Side side, std::uint64_t number) {
  for (const PortPiece& part : pieces_of(port, side)) {
    const std::uint64_t each = part.uses.size();
    if (number < part.before || number - part.before >= each * part.piece->rounds) continue;
    const std::uint64_t later = number - part.before;
    return part.piece->first + later / each * part.piece->steps + part.uses[later % each].step;
  }
  return {};
}

}  // namespace treering::sim::timeline
