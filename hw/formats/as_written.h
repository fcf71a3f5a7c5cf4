// The text of a file, whatever a shell, a page or a runtime made of it on its way.
#pragma once

#include <string>

namespace treering::hw::formats {

/// A file's text as its program wrote it (core/text/spelt.h), in UTF-8; formats whose texts spell
/// line ends themselves stay as they are.
std::string as_written(std::string text);

}  // namespace treering::hw::formats
