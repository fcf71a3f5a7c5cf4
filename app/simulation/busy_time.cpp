#include "app/simulation/busy_time.h"

#include <algorithm>
#include <cmath>

namespace treering::app::simulation {

using sim::timeline::RecordedStep;
using sim::timeline::Repeat;

Deeds& Deeds::add(const Deeds& other, double times) {
  for (std::size_t i = 0; i < us.size(); ++i) us[i] += times * other.us[i];
  return *this;
}

BusyTime::BusyTime(const Steps& steps, const std::function<Doing(std::uint64_t)>& doing) {
  doing_.reserve(steps.entries.size());
  Deeds before;
  for (const RecordedStep& step : steps.entries) {
    if (doing_.size() % kBlock == 0) blocks_.push_back(before);
    const Doing what = doing(step.index);
    doing_.push_back(what);
    if (what != Doing::Waits) {
      before.us[static_cast<std::size_t>(what)] += step.end_us - step.begin_us;
    }
  }
  blocks_.push_back(before);
}

/// Of whole entries.
Deeds BusyTime::between(const Steps& steps, std::size_t first, std::size_t end) const {
  Deeds sum;
  const auto add = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (doing_[i] == Doing::Waits) continue;
      sum.us[static_cast<std::size_t>(doing_[i])] +=
          steps.entries[i].end_us - steps.entries[i].begin_us;
    }
  };
  const std::size_t first_block = (first + kBlock - 1) / kBlock;
  const std::size_t end_block = end / kBlock;
  if (first_block >= end_block) {
    add(first, end);
    return sum;
  }
  add(first, first_block * kBlock);
  sum.add(blocks_[end_block], 1).add(blocks_[first_block], -1);
  add(end_block * kBlock, end);
  return sum;
}

/// Of the piece's entries as they happen once, without repetitions.
Deeds BusyTime::until(const Steps& steps, const Repeat& piece, double us) const {
  const auto begin = steps.entries.begin() + static_cast<std::ptrdiff_t>(piece.first);
  const auto end = steps.entries.begin() + static_cast<std::ptrdiff_t>(piece.end);
  const auto next = std::partition_point(
      begin, end, [us](const RecordedStep& step) { return step.begin_us < us; });
  if (next == begin) return {};
  const auto last = static_cast<std::size_t>(next - steps.entries.begin()) - 1;
  Deeds sum = between(steps, piece.first, last);
  if (doing_[last] != Doing::Waits) {
    const RecordedStep& step = steps.entries[last];
    sum.us[static_cast<std::size_t>(doing_[last])] += std::min(step.end_us, us) - step.begin_us;
  }
  return sum;
}

Deeds BusyTime::until(const Steps& steps, double us) const {
  Deeds sum;
  visit_pieces(steps, [&](const Repeat& piece, std::uint64_t from, std::uint64_t to) {
    if (piece.count() == 0 || steps.entries[piece.first].begin_us >= us) return;
    if (from == 0) {
      sum.add(until(steps, piece, us), 1);
      return;
    }
    // Rounds before the one of the moment are over.
    const double begun = piece.us > 0
                             ? std::ceil((us - steps.entries[piece.first].begin_us) / piece.us) - 1
                             : static_cast<double>(to);
    if (begun < 1) return;
    const double round = std::min(begun, static_cast<double>(to));
    sum.add(between(steps, piece.first, piece.end), round - 1);
    sum.add(until(steps, piece, us - round * piece.us), 1);
  });
  return sum;
}

}  // namespace treering::app::simulation
