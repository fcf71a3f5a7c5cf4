// `treering validate hosts`: collectives on CPUs.
#pragma once

#include "cli/commands.h"

namespace treering::cli {

core::Result<Answer> validate_hosts(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
