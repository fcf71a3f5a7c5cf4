// The commands about measured runs, for the table of all commands.
#pragma once

#include "cli/command.h"

namespace treering::cli {

CommandSpec measure_command();
CommandSpec tune_command();
CommandSpec import_command();
CommandSpec calibrate_command();
CommandSpec validate_command();
CommandSpec check_command();
CommandSpec report_command();

}  // namespace treering::cli
