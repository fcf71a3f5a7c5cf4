// The characters that the terminal can show, by the process's locale.
#pragma once

namespace treering::cli {

/// Whether text may have non-ASCII characters.
bool has_utf8_locale();

}  // namespace treering::cli
