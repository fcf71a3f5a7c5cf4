// `treering show --svg FILE`: the drawing in place of the text.
#pragma once

#include "cli/command.h"

namespace treering::cli {

/// Fails where another form or file is asked for beside --svg.
core::Result<void> check_svg(const Arguments& arguments);

/// With the file that --svg names.
Answer svg_answer(const Arguments& arguments, std::string svg, std::vector<std::string> notes);

}  // namespace treering::cli
