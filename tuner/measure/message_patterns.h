// The messages of known algorithms, as functions of ranks and elements.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/collective.h"
#include "tuner/measure/messages.h"

namespace treering::tuner::measure {

/// A call in elements.
struct PatternSize {
  int ranks = 1;
  std::size_t elements = 0;  // of the whole buffer
  std::size_t block = 0;     // of one rank's part where each has its own
};

/// Counts messages by sender, receiver and elements.
class Messages {
 public:
  void add(int from, int to, std::size_t elements) {
    if (elements > 0) ++counts_[{from, to, elements}];
  }
  [[nodiscard]] std::vector<Sent> sent(std::size_t bytes_per_element) const;

 private:
  std::map<std::tuple<int, int, std::size_t>, int> counts_;
};

struct Pattern {
  core::Collective collective;
  std::vector<std::string_view> names;  // in any library
  bool (*is_for)(const PatternSize&);   // null: for all
  void (*send)(const PatternSize&, Messages&);
};

std::span<const Pattern> message_patterns();

}  // namespace treering::tuner::measure
