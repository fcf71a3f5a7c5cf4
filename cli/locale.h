// What the terminal shows, as the process's locale says.
#pragma once

namespace treering::cli {

/// Whether text may have characters beyond ASCII.
bool has_utf8_locale();

}  // namespace treering::cli
