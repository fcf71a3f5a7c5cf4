// `treering check RESULTS --topology hosts`: collectives on CPUs.
#pragma once

#include "cli/commands.h"

namespace treering::cli {

/// Whether the command line asks for it.
bool asks_for_hosts(const Arguments& arguments);

core::Result<Answer> check_hosts_answer(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
