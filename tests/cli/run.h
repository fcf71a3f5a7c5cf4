// Runs treering inside the test program.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace treering::cli {

struct Outcome {
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// `line` is split at blanks.
Outcome run(const std::string& line);

/// Where lines have that many columns.
Outcome run_at_width(const std::string& line, std::size_t width);

/// With words that may have blanks or be empty; of that width, or else the usual one.
Outcome run_words(const std::vector<std::string>& words, std::optional<std::size_t> width);

/// As on a terminal.
Outcome run_on_terminal(const std::string& line);

}  // namespace treering::cli
