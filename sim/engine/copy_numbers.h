// The numbers of streams and connections where one part of a schedule stands for its copies
// (sim/schedule/schedule.h): those of the whole, and those of what is left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// From a sending stream's port to a receiving one's; numbered by sender, then port, where there is
/// a peer.
using ConnectionId = std::int32_t;

class CopyNumbers {
 public:
  /// \param first by part: the first that is like it in every respect, perhaps itself
  /// \param connections by part that is left: of its streams
  CopyNumbers(int length, const std::vector<int>& first, const std::vector<int>& connections);

  int length() const { return length_; }
  int streams() const { return length_ * static_cast<int>(parts_.size()); }
  int streams_left() const { return length_ * static_cast<int>(left_.size()); }
  int connections() const { return from_.back(); }
  int connections_left() const { return left_from_.back(); }

  /// Of what is left, in the whole.
  schedule::StreamId stream_in_whole(schedule::StreamId left) const;
  ConnectionId connection_in_whole(ConnectionId left) const;
  /// What stands for one of the whole.
  schedule::StreamId stream_left(schedule::StreamId whole) const;
  ConnectionId connection_left(ConnectionId whole) const;
  /// The part of the whole that stands for one of it.
  int part_for(int part) const { return left_[index(parts_[index(part)])]; }
  /// What stands for the connections of a part of the whole: [first, second).
  std::pair<ConnectionId, ConnectionId> connections_for(int part) const {
    const std::size_t left = index(parts_[index(part)]);
    return {left_from_[left], left_from_[left + 1]};
  }
  int parts() const { return static_cast<int>(parts_.size()); }
  /// For how many it stands, with itself.
  int times(schedule::StreamId left) const { return times_[index(left / length_)]; }

 private:
  static std::size_t index(std::int32_t id) { return static_cast<std::size_t>(id); }

  int length_ = 1;
  std::vector<int> parts_;  // by part: the number of the one that stands for it among those left
  std::vector<int> left_;   // parts
  std::vector<int> times_;  // by part that is left
  std::vector<ConnectionId> from_;       // by part, and one more: its first connection
  std::vector<ConnectionId> left_from_;  // the same of what is left
};

}  // namespace treering::sim::engine
