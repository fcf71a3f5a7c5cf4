// --help, from the tables of commands and options.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.h"

namespace treering::cli {

/// The purpose of treering, in two sentences.
std::string_view description();

/// The text of `treering --help`.
std::string program_help();

/// The text of `treering COMMAND --help`.
std::string command_help(const CommandSpec& command);

/// "treering show TOPOLOGY [options]".
std::string synopsis(const CommandSpec& command);

}  // namespace treering::cli
