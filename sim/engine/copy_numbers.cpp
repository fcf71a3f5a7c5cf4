#include "sim/engine/copy_numbers.h"

#include <algorithm>

namespace treering::sim::engine {
namespace {

using schedule::StreamId;

/// The part that a connection is of.
std::size_t part_of(const std::vector<ConnectionId>& from, ConnectionId id) {
  return static_cast<std::size_t>(std::ranges::upper_bound(from, id) - from.begin()) - 1;
}

}  // namespace

CopyNumbers::CopyNumbers(int length, const std::vector<int>& first,
                         const std::vector<int>& connections)
    : length_(length), from_{0}, left_from_{0} {
  for (std::size_t part = 0; part < first.size(); ++part) {
    const std::size_t like = index(first[part]);
    if (like == part) {
      parts_.push_back(static_cast<int>(left_.size()));
      left_.push_back(static_cast<int>(part));
      times_.push_back(0);
      left_from_.push_back(left_from_.back() + connections[left_.size() - 1]);
    } else {
      parts_.push_back(parts_[like]);
    }
    const std::size_t place = index(parts_[part]);
    ++times_[place];
    from_.push_back(from_.back() + connections[place]);
  }
}

StreamId CopyNumbers::stream_in_whole(StreamId left) const {
  return left_[index(left / length_)] * length_ + left % length_;
}

StreamId CopyNumbers::stream_left(StreamId whole) const {
  return parts_[index(whole / length_)] * length_ + whole % length_;
}

ConnectionId CopyNumbers::connection_in_whole(ConnectionId left) const {
  const std::size_t part = part_of(left_from_, left);
  return from_[index(left_[part])] + left - left_from_[part];
}

ConnectionId CopyNumbers::connection_left(ConnectionId whole) const {
  const std::size_t part = part_of(from_, whole);
  return left_from_[index(parts_[part])] + whole - from_[part];
}

}  // namespace treering::sim::engine
