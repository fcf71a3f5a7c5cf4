#include "sim/timeline/messages.h"

#include <algorithm>

namespace treering::sim::timeline {

using schedule::Peer;
using schedule::Ports;
using schedule::StepIndex;

const std::vector<Messages::Piece>& Messages::pieces(const Peer& port, Side side) {
  const schedule::StreamId stream = timeline_.representative(port.stream);
  const auto [known, is_new] = known_.try_emplace({stream, port.port, side});
  std::vector<Piece>& all = known->second;
  if (!is_new) return all;
  const Track<RecordedStep>& track = timeline_.track(stream);
  std::uint64_t count = 0;
  visit_pieces(track, [&](const Repeat& repeat, std::uint64_t from, std::uint64_t to) {
    if (repeat.count() == 0) return;
    Piece piece{
        track.entries[repeat.first].index + from * repeat.count(), to - from + 1, count, {}};
    std::uint64_t uses = 0;
    for (std::size_t i = repeat.first; i < repeat.end; ++i) {
      piece.uses.push_back(uses);
      const schedule::Step step = timeline_.schedule().step(stream, track.entries[i].index);
      const Ports& ports = side == Side::Sends ? step.send : step.receive;
      if (port.port >= ports.first && port.port < ports.end()) ++uses;
    }
    piece.uses.push_back(uses);
    count += uses * piece.rounds;
    all.push_back(std::move(piece));
  });
  return all;
}

std::uint64_t Messages::before(const Peer& port, Side side, StepIndex step) {
  const std::vector<Piece>& all = pieces(port, side);
  const auto next = std::ranges::upper_bound(all, step, {}, &Piece::first);
  if (next == all.begin()) return 0;
  const Piece& piece = *(next - 1);
  const StepIndex later = step - piece.first;
  return piece.before + later / piece.steps() * piece.uses.back() +
         piece.uses[later % piece.steps()];
}

std::optional<StepIndex> Messages::step_of(const Peer& port, Side side, std::uint64_t number) {
  const std::vector<Piece>& all = pieces(port, side);
  for (const Piece& piece : all) {
    const std::uint64_t each = piece.uses.back();
    if (number < piece.before || number - piece.before >= each * piece.rounds) continue;
    const std::uint64_t later = number - piece.before;
    const auto after = std::ranges::upper_bound(piece.uses, later % each);
    const auto place = static_cast<StepIndex>(after - piece.uses.begin()) - 1;
    return piece.first + later / each * piece.steps() + place;
  }
  return {};
}

}  // namespace treering::sim::timeline
