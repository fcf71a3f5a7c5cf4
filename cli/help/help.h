// Help from the tables of commands and options: --help, and completion scripts for shells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace treering::cli {

// Completion scripts for the shells, from the tables of commands and options.

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

// --help, from the tables of commands and options.

/// The purpose of treering, in two sentences.
std::string_view description();

/// The text of `treering --help`, in lines of at most `width` columns.
std::string program_help(std::size_t width);

/// The text of `treering COMMAND --help`; commands of examples go on behind '\' where they are
/// longer.
std::string command_help(const CommandSpec& command, std::size_t width);

/// "treering show TOPOLOGY [options]".
std::string synopsis(const CommandSpec& command);

}  // namespace treering::cli
