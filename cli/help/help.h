// --help, from the tables of commands and options.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.h"

namespace treering::cli {

/// What treering is for, in two sentences.
std::string_view description();

/// What `treering --help` prints.
std::string program_help();

/// What `treering COMMAND --help` prints.
std::string command_help(const CommandSpec& command);

/// "treering show TOPOLOGY [options]".
std::string synopsis(const CommandSpec& command);

}  // namespace treering::cli
