// The end of what a process prints. Whatever it prints, no more than that is kept.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treering::tuner::launch {

class OutputTail {
 public:
  static constexpr std::size_t kMost = 65536;

  void add(std::string_view piece);

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace treering::tuner::launch
