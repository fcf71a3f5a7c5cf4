// Lanes for links beside each other: spans that overlap get different ones, short spans the first.
#pragma once

#include <vector>

namespace treering::report::drawing {

struct Span {
  double left = 0;
  double right = 0;
};

/// By span: its lane from 0 up. O(spans^2).
std::vector<int> lanes_of(const std::vector<Span>& spans);

}  // namespace treering::report::drawing
