// A fabric in the form of --format.
#pragma once

#include "app/fabric.h"
#include "cli/command.h"
#include "cli/options/names.h"

namespace treering::cli {

/// With the notes of the text. \pre the form is not CSV
Answer fabric_answer(const app::FabricReport& report, const Arguments& arguments, Format format,
                     const Display& display);

}  // namespace treering::cli
