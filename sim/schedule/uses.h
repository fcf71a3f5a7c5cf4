// Which steps have used what of an agent's memory, as far as later ones have to come after them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

struct Use {
  StreamId stream = 0;
  StepIndex step = 0;
  bool writes = false;
};

/// A use that a later one has to come after, and does not.
struct Clash {
  Use before;
  Range range;
};

class Uses {
 public:
  using IsBefore = std::function<bool(const Use&)>;

  /// Notes a use. Returns the first that is not before it, of two of which one writes.
  std::optional<Clash> add(const Use& use, const Range& range, const IsBefore& is_before);

 private:
  /// Uses of the same bytes: the last that wrote, and those that have read since then. All others
  /// come before these.
  struct Part {
    std::uint64_t end = 0;
    std::optional<Use> written;
    std::vector<Use> read;  // the last of each stream
  };

  void split_at(std::uint64_t place);
  void fill(const Range& range);
  static std::optional<Use> add_to(Part& part, const Use& use, const IsBefore& is_before);

  std::map<std::uint64_t, Part> parts_;  // by begin
};

}  // namespace treering::sim::schedule
