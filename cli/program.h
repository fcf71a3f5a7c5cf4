// The program as a function: words in, text and exit code out.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/command.h"

namespace treering::cli {

struct Console {
  std::ostream& out;
  std::ostream& err;
  Display display;
};

/// Runs `treering WORDS...` and returns its exit code. Does not throw.
int run_program(const std::vector<std::string>& words, const Console& console);

}  // namespace treering::cli
