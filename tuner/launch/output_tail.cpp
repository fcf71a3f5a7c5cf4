#include "tuner/launch/output_tail.h"

#include <algorithm>

namespace treering::tuner::launch {

void OutputTail::add(std::string_view piece) {
  piece.remove_prefix(piece.size() - std::min(piece.size(), kMost));
  const std::size_t all = text_.size() + piece.size();
  text_.erase(0, all - std::min(all, kMost));
  text_ += piece;
}

}  // namespace treering::tuner::launch
