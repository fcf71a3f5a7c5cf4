// Parts of a schedule that do the same: the tree of one channel as that of another.
#pragma once

#include <cstddef>
#include <vector>

namespace treering::sim::schedule {

/// Streams in sequence, divided into parts that no connection leaves. Parts that are alike have the
/// same agents, the same connections at the same places, and steps that differ only in where their
/// data lie.
struct Copies {
  int length = 0;             // streams of each part; 0: there are no parts
  std::vector<int> channels;  // by part: of all its streams; empty: each has its own
  std::vector<int> like;      // by part: the first that is like it, perhaps itself

  int parts() const { return static_cast<int>(like.size()); }
  int part_of(int stream) const { return stream / length; }
  /// The stream at the same place in the first part that is like its own.
  int first_like(int stream) const {
    if (length == 0) return stream;
    return like[static_cast<std::size_t>(part_of(stream))] * length + stream % length;
  }
};

}  // namespace treering::sim::schedule
