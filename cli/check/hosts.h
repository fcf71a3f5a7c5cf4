// `treering check RESULTS --topology hosts`: collectives on CPUs.
#pragma once

#include "cli/commands.h"

namespace treering::cli {

core::Result<Answer> check_hosts_answer(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
