// The messages of the algorithms that communication libraries for CPUs have, as functions of ranks
// and elements: which data each carries, which go at the same time, and which wait for others.
//
// The patterns are those of Open MPI 4.1 and 5.0 (ompi/mca/coll/base/coll_base_*.c; those of 4.1
// checked against its messages on 2 to 9 and 13 ranks), with rank 0 as the root. It cuts messages
// into segments only where a variable says so (coll_tuned_*_segmentsize, 0 by default; its own
// choices have none). Gloo's are those whose names stand in `of_gloo`.
//
// Each pattern is proved: as a schedule (message_schedule.h) its messages do what the collective
// promises (sim/schedule/proof/verify.h), on 2 to 17 ranks and for sizes that ranks divide, that
// they do not, and that leave parts empty. `is_proved` says where a pattern is an exception.
//
// An algorithm that is two collectives one after the other, each as Open MPI chooses it, has no
// pattern of its own: nonoverlapping, linear all_gather, basic_linear reduce_scatter.
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

/// Elements in sequence, by their place in the space of the collective (sim/schedule/contract.h).
struct ElementRange {
  std::size_t first = 0;
  std::size_t count = 0;
  bool operator==(const ElementRange&) const = default;
};

/// A rank goes through its rounds in ascending order: all that it sends and receives in one before
/// the next. What it sends in a round does not wait for what it receives there.
struct Message {
  int round = 0;
  int from = 0;
  int to = 0;
  /// The receiver combines the data with what it has; if not, they replace what it has.
  bool combines = false;
  std::size_t elements = 0;  // of its data
  /// Its data are these ranges of all that Messages has.
  std::size_t first_range = 0;
  std::size_t range_count = 0;
};

/// Messages and their data, which lie in one list: most have one range, and a fit to measured calls
/// lays out thousands of calls.
class Messages {
 public:
  using Data = std::span<const ElementRange>;

  /// The receiver has the data instead of its own. Without elements there is no message.
  void copy(int round, int from, int to, Data data) {
    add({round, from, to, false}, data, Empty::LeftOut);
  }
  /// The receiver combines the data with its own. Without elements there is no message.
  void combine(int round, int from, int to, Data data) {
    add({round, from, to, true}, data, Empty::LeftOut);
  }
  /// A library that has nothing to send may send that.
  void copy_even_empty(int round, int from, int to, Data data) {
    add({round, from, to, false}, data, Empty::Sent);
  }
  void combine_even_empty(int round, int from, int to, Data data) {
    add({round, from, to, true}, data, Empty::Sent);
  }

  [[nodiscard]] const std::vector<Message>& all() const { return all_; }
  /// Ranges in no order, without elements in common, none of them empty. \pre one of all()
  [[nodiscard]] Data data_of(const Message& message) const {
    return Data(ranges_).subspan(message.first_range, message.range_count);
  }

 private:
  enum class Empty { LeftOut, Sent };

  void add(Message message, Data data, Empty empty) {
    message.first_range = ranges_.size();
    for (const ElementRange& range : data) {
      if (range.count == 0) continue;
      ranges_.push_back(range);
      message.elements += range.count;
    }
    message.range_count = ranges_.size() - message.first_range;
    if (message.elements > 0 || empty == Empty::Sent) all_.push_back(message);
  }

  std::vector<Message> all_;
  std::vector<ElementRange> ranges_;
};

struct Pattern {
  core::Collective collective;
  std::vector<std::string_view> names;  // Open MPI's; none where Gloo alone has it
  bool (*is_for)(const PatternSize&);   // null: for all; where not, the library runs another one
  void (*send)(const PatternSize&, Messages&);
  /// Gloo's names of what moves the same data in the same order, in messages of its own.
  std::vector<std::string_view> of_gloo = {};
  /// Whether the messages, as a schedule, do what the collective promises. Null: they always do.
  /// The reason why others do not stands at their `send`.
  bool (*is_proved)(const PatternSize&) = nullptr;
};

std::span<const Pattern> message_patterns();

/// The pattern of an algorithm by Open MPI's name or Gloo's; null where none is known for this
/// size.
const Pattern* find_pattern(core::Collective collective, std::string_view name,
                            const PatternSize& size);

}  // namespace treering::sim::hosts
