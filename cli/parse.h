// The command line as typed -> arguments by name. The only file that knows CLI11 is parse.cpp.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/options/arguments.h"
#include "core/result.h"

namespace treering::cli {

struct Request {
  enum class Kind { Command, Help, Version };
  Kind kind = Kind::Help;
  const CommandSpec* command = nullptr;  // null: help for the whole program
  Arguments arguments;
};

/// `words` without the program's name. Fails with Category::Usage and a suggestion.
core::Result<Request> parse(const std::vector<std::string>& words);

}  // namespace treering::cli
