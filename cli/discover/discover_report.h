// What `treering discover` found, in its two forms.
#pragma once

#include <string>

#include "cli/command.h"
#include "hw/discover/discover.h"

namespace treering::cli {

/// As `treering show` has it, with the notes below. \param is_quiet the path matrix only
std::string discover_text(const hw::discover::Discovery& discovery, bool is_quiet,
                          const Display& display);

}  // namespace treering::cli
