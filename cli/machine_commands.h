// The commands about machines, for the table of all commands.
#pragma once

#include "cli/command.h"

namespace treering::cli {

/// The argument that names a machine.
PositionalSpec topology_positional();

CommandSpec show_command();
CommandSpec convert_command();
CommandSpec discover_command();
CommandSpec doctor_command();
CommandSpec diff_command();

}  // namespace treering::cli
