// `treering predict hosts`: collectives on CPUs.
#pragma once

#include "cli/commands.h"

namespace treering::cli {

core::Result<Answer> predict_hosts(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
