// A recording without what tells whose machine it was.
#pragma once

#include <string_view>

#include "hw/world/recording.h"

namespace treering::hw {

/// GUIDs (aaaa:bbbb:cccc:dddd, 0x and 16 digits), UUIDs (8-4-4-4-12 digits), hardware addresses
/// (aa:bb:cc:dd:ee:ff, also in names like enxaabbccddeeff), serial numbers and other texts of files
/// that hold nothing else, and `host_name` where it is a whole word of a text, each replaced by a
/// number. Equal ones get the same, so what belonged together still does; zeros stay. Bus ids stay.
/// Of some files less is kept: hw/world/private_parts.h.
///
/// \param host_name empty when it is not known
Recording anonymised(const Recording& recording, std::string_view host_name);

}  // namespace treering::hw
