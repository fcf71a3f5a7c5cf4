// The messages of the algorithms that communication libraries for CPUs have, as functions of ranks
// and elements: which go at the same time, and which wait for others.
//
// The patterns are those of Open MPI 4.1 and 5.0 (ompi/mca/coll/base/coll_base_*.c; those of 4.1
// checked against its messages on 2 to 9 and 13 ranks), with rank 0 as the root. It cuts messages
// into segments only where a variable says so (coll_tuned_*_segmentsize, 0 by default; its own
// choices have none).
//
// No patterns of their own have those that are two collectives one after the other, each as Open
// MPI chooses it: nonoverlapping, linear all_gather, basic_linear reduce_scatter.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/call.h"

namespace treering::sim::hosts {

/// A call in elements.
struct PatternSize {
  int ranks = 1;
  std::size_t elements = 0;  // of the whole buffer
  std::size_t block = 0;     // of one rank's part where each has its own
};

/// A rank goes through its rounds in ascending order: all that it sends and receives in one before
/// the next. What it sends in a round does not wait for what it receives there.
struct Message {
  int round = 0;
  int from = 0;
  int to = 0;
  std::size_t elements = 0;
};

class Messages {
 public:
  void add(int round, int from, int to, std::size_t elements) {
    if (elements > 0) add_even_empty(round, from, to, elements);
  }
  /// A library that has nothing to send may send that.
  void add_even_empty(int round, int from, int to, std::size_t elements) {
    all_.push_back({round, from, to, elements});
  }
  [[nodiscard]] const std::vector<Message>& all() const { return all_; }

 private:
  std::vector<Message> all_;
};

struct Pattern {
  core::Collective collective;
  std::vector<std::string_view> names;  // Open MPI's
  bool (*is_for)(const PatternSize&);   // null: for all; where not, Open MPI runs another one
  void (*send)(const PatternSize&, Messages&);
  /// Gloo's names of what moves the same data in the same order, in messages of its own.
  std::vector<std::string_view> of_gloo = {};
};

std::span<const Pattern> message_patterns();

}  // namespace treering::sim::hosts
