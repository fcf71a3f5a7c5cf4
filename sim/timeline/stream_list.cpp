#include "sim/timeline/stream_list.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace treering::sim::timeline {

using schedule::index_of;
using schedule::StreamId;

StreamList::StreamList(const schedule::Schedule& schedule)
    : schedule_(&schedule), copies_(parts_of(schedule)) {
  add_patterns();
  order_.resize(index_of(copies_.parts()));
  std::iota(order_.begin(), order_.end(), 0);
  if (!copies_.channels.empty()) {
    std::ranges::stable_sort(order_, {},
                             [&](int part) { return copies_.channels[index_of(part)]; });
  }
  period_ = find_period();
  in_period_.assign(index_of(schedule.agents()), 0);
  for (std::size_t i = 0; i < period_; ++i) {
    for (int agent = 0; agent < schedule.agents(); ++agent) {
      in_period_[index_of(agent)] += pattern(order_[i]).count(agent);
    }
  }
  first_.assign(index_of(schedule.agents()) + 1, 0);
  for (int part = 0; part < copies_.parts(); ++part) {
    const std::vector<int>& first = pattern(part).first;
    for (std::size_t agent = 0; agent < first_.size(); ++agent) first_[agent] += first[agent];
  }
}

void StreamList::add_patterns() {
  for (int part = 0; part < copies_.parts(); ++part) {
    const int like = copies_.like[index_of(part)];
    if (like < part) {
      pattern_.push_back(pattern_[index_of(like)]);
      continue;
    }
    pattern_.push_back(patterns_.size());
    patterns_.push_back(pattern_of(part));
  }
}

StreamList::Pattern StreamList::pattern_of(int part) const {
  struct Own {
    StreamId stream = 0;
    int agent = 0;
    int channel = 0;
  };
  Pattern pattern;
  pattern.first.assign(index_of(schedule_->agents()) + 1, 0);
  std::vector<Own> all;
  all.reserve(index_of(copies_.length));
  for (StreamId i = 0; i < copies_.length; ++i) {
    const schedule::Stream stream = schedule_->stream(part * copies_.length + i);
    if (stream.steps == 0) continue;
    all.push_back({i, stream.agent, stream.channel});
    ++pattern.first[index_of(stream.agent) + 1];
  }
  std::partial_sum(pattern.first.begin(), pattern.first.end(), pattern.first.begin());
  pattern.streams.resize(all.size());  // at first by number in `all`
  std::vector<int> next(pattern.first);
  for (std::size_t i = 0; i < all.size(); ++i) {
    pattern.streams[index_of(next[index_of(all[i].agent)]++)] = static_cast<StreamId>(i);
  }
  for (int agent = 0; agent < schedule_->agents(); ++agent) {
    const std::size_t first = index_of(pattern.first[index_of(agent)]);
    const auto own = std::span(pattern.streams).subspan(first, index_of(pattern.count(agent)));
    std::ranges::stable_sort(own, {}, [&](StreamId one) { return all[index_of(one)].channel; });
  }
  for (StreamId& one : pattern.streams) one = all[index_of(one)].stream;
  return pattern;
}

int StreamList::channel_of(int part, StreamId stream) const {
  return copies_.channels.empty() ? schedule_->stream(stream).channel
                                  : copies_.channels[index_of(part)];
}

StreamList::Found StreamList::find(int place) const {
  const auto next = std::ranges::upper_bound(first_, place);
  Found found{static_cast<int>(next - first_.begin()) - 1, 0, 0};
  found.place = place - first_of(found.agent);
  const int in_period = in_period_[index_of(found.agent)];
  found.part = static_cast<std::size_t>(found.place / in_period) * period_;
  found.place %= in_period;
  for (;; ++found.part) {
    const int count = pattern(order_[found.part]).count(found.agent);
    if (found.place < count) return found;
    found.place -= count;
  }
}

/// By Knuth, Morris and Pratt: the longest begin of the sequence that is its end, too.
std::size_t StreamList::find_period() const {
  const auto at = [&](std::size_t i) { return pattern_[index_of(order_[i])]; };
  std::vector<std::size_t> same(order_.size());
  for (std::size_t i = 1; i < order_.size(); ++i) {
    std::size_t length = same[i - 1];
    while (length > 0 && at(i) != at(length)) length = same[length - 1];
    same[i] = at(i) == at(length) ? length + 1 : length;
  }
  return order_.empty() ? 0 : order_.size() - same.back();
}

StreamId StreamList::stream_of(const Found& found) const {
  const int part = order_[found.part];
  const Pattern& own = pattern(part);
  return part * copies_.length +
         own.streams[index_of(own.first[index_of(found.agent)] + found.place)];
}

/// Those with the same channel are neighbours.
int StreamList::number_of(const Found& found, int channel) const {
  int number = 0;
  Found before = found;
  while (before.place > 0) {
    --before.place;
    if (channel_of(order_[before.part], stream_of(before)) != channel) return number;
    ++number;
  }
  while (before.part > 0) {
    const int part = order_[--before.part];
    if (copies_.channels[index_of(part)] != channel) return number;
    number += pattern(part).count(found.agent);
  }
  return number;
}

ListedStream StreamList::at(int place) const {
  const Found found = find(place);
  const StreamId stream = stream_of(found);
  const int channel = channel_of(order_[found.part], stream);
  return {stream, found.agent, channel, number_of(found, channel)};
}

StreamId StreamList::stream_at(int place) const {
  return stream_of(find(place));
}

}  // namespace treering::sim::timeline
