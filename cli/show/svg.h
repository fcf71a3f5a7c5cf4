// `treering show --svg FILE`: the drawing in place of the text.
#pragma once

#include "cli/command.h"

namespace treering::cli {

/// Fails where --svg is given with another form or file.
core::Result<void> check_svg(const Arguments& arguments);

/// Its file is that of --svg.
Answer svg_answer(const Arguments& arguments, std::string svg, std::vector<std::string> notes);

}  // namespace treering::cli
