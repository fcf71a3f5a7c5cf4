// Standard input of the test itself, for code that reads it.
#pragma once

#include <array>
#include <string_view>

#include <gtest/gtest.h>
#include <unistd.h>

namespace treering::support {

/// Standard input for as long as this lives. Takes the descriptor.
class StandardInput {
 public:
  explicit StandardInput(int descriptor) : before_(dup(STDIN_FILENO)) {
    dup2(descriptor, STDIN_FILENO);
    close(descriptor);
  }
  ~StandardInput() {
    dup2(before_, STDIN_FILENO);
    close(before_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int before_;
};

/// The end of a pipe that `text` can be read from. The text fits into a pipe: up to 64 KiB.
inline int pipe_with(std::string_view text) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  close(ends[1]);
  return ends[0];
}

}  // namespace treering::support
