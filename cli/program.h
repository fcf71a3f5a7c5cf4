// The program as a function: words in, text and exit code out.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

namespace treering::cli {

struct Console {
  std::ostream& out;
  std::ostream& err;
  Display display;                         // of `out`
  std::optional<std::size_t> err_width{};  // columns of `err`; nothing: a note is one line
};

/// Runs `treering WORDS...` and returns its exit code. Does not throw.
int run_program(const std::vector<std::string>& words, const Console& console);

}  // namespace treering::cli
