#include "sim/schedule/heads/rail_windows.h"

#include <algorithm>

namespace treering::sim::schedule {

RailWindows::RailWindows(const Rail& rail, const std::vector<ChannelWork>& work, int channel)
    : rail_(rail), chunk_(work[static_cast<std::size_t>(channel)].chunk_bytes), turn_(0) {
  for (std::size_t i = 0; i < work.size(); ++i) {
    if (i == static_cast<std::size_t>(channel)) before_ = turn_;
    turn_ += work[i].chunk_bytes;
  }
  count_ = ceil_div(left(rail_bytes(), before_), turn_);
  find_splits();
}

std::uint64_t RailWindows::full() const {
  if (count_ == 0) return 0;
  return window(count_ - 1).bytes == chunk_ ? count_ : count_ - 1;
}

Range RailWindows::window(std::uint64_t number) const {
  const std::uint64_t begin = begin_of(number);
  return {begin, std::min(chunk_, left(rail_bytes(), begin))};
}

RailWindows::Nodes RailWindows::nodes_in(std::uint64_t number) const {
  const Range range = window(number);
  const auto first = static_cast<int>(range.begin / rail_.block_bytes);
  const auto last = static_cast<int>((range.end() - 1) / rail_.block_bytes);
  return {first, last - first + 1};
}

Range RailWindows::part_in(std::uint64_t number, int node) const {
  const Range range = window(number);
  const std::uint64_t block = static_cast<std::uint64_t>(node) * rail_.block_bytes;
  const std::uint64_t begin = std::max(range.begin, block);
  return {begin, std::min(range.end(), block + rail_.block_bytes) - begin};
}

RailWindows::Numbers RailWindows::of_node(int node) const {
  if (rail_.block_bytes == 0) return {};
  const std::uint64_t block = static_cast<std::uint64_t>(node) * rail_.block_bytes;
  const std::uint64_t first = first_behind(block);
  const std::uint64_t end = ceil_div(left(block + rail_.block_bytes, before_), turn_);
  return {first, left(end, first)};
}

RailWindows::Place RailWindows::place_of(std::uint64_t step) const {
  const auto after = std::ranges::upper_bound(splits_, step, {}, &Split::first_step);
  if (after == splits_.begin()) return {step, 0, false};
  const Split& split = *std::prev(after);
  const std::uint64_t within = step - split.first_step;
  const auto own = static_cast<std::uint64_t>(nodes_in(split.window).count) + 1;
  if (within < own) return {split.window, static_cast<int>(within), true};
  return {split.window + 1 + within - own, 0, false};
}

std::uint64_t RailWindows::alike_from(std::uint64_t number) const {
  const Nodes nodes = nodes_in(number);
  if (nodes.count > 1) return 1;
  const Numbers own = of_node(nodes.first);
  const std::uint64_t end = own.first + own.count;
  const bool last_is_split = nodes_in(end - 1).count > 1;
  return end - (last_is_split ? 1 : 0) - number;
}

/// The first window that ends behind a place of the rail.
std::uint64_t RailWindows::first_behind(std::uint64_t place) const {
  const std::uint64_t first_end = before_ + chunk_;
  return first_end > place ? 0 : (place - first_end) / turn_ + 1;
}

void RailWindows::find_splits() {
  steps_ = count_;
  for (int node = 1; node < rail_.nodes; ++node) {
    const std::uint64_t block = static_cast<std::uint64_t>(node) * rail_.block_bytes;
    const std::uint64_t number = first_behind(block);
    if (number >= count_ || begin_of(number) >= block) continue;
    if (!splits_.empty() && splits_.back().window == number) continue;
    splits_.push_back({number, number + steps_ - count_});
    steps_ += static_cast<std::uint64_t>(nodes_in(number).count);
  }
}

}  // namespace treering::sim::schedule
