// The program as a function: words are parsed, and text and an exit code come out.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/options/options.h"
#include "core/result.h"

namespace treering::cli {

// The command line as typed -> arguments by name. The only file that knows CLI11 is parse.cpp.

struct Request {
  enum class Kind { Command, Help, Version };
  Kind kind = Kind::Help;
  const CommandSpec* command = nullptr;  // null: help for the whole program
  Arguments arguments;
};

/// `words` without the program's name. Fails with Category::Usage and a suggestion.
core::Result<Request> parse(const std::vector<std::string>& words);

// The program as a function: words in, text and exit code out.

struct Console {
  std::ostream& out;
  std::ostream& err;
  Display display;                         // of `out`
  std::optional<std::size_t> err_width{};  // columns of `err`; nothing: a note is one line
};

/// Runs `treering WORDS...` and returns its exit code. Does not throw.
int run_program(const std::vector<std::string>& words, const Console& console);

}  // namespace treering::cli
