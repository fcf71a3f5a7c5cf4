// A fabric for people: levels of switches, NVLink domains, rails, what is odd; and as a drawing.
#pragma once

#include <string>

#include "app/show.h"
#include "report/display.h"
#include "report/drawing/picture.h"

namespace treering::report::machine {

/// \param is_quiet without the name and the counts
std::string subnet_text(const app::FabricReport& report, bool is_quiet, const Display& display);

std::string subnet_svg(const app::FabricReport& report);
drawing::Picture subnet_picture(const app::FabricReport& report,
                                const drawing::Unfolded& unfolded = {},
                                drawing::Frame frame = drawing::Frame::Sheet);

}  // namespace treering::report::machine
