#include "cli/locale.h"

#include <cstdlib>
#include <string>

#include "core/text/words.h"

namespace treering::cli {

bool has_utf8_locale() {
  // The first that is set counts (POSIX, Base Definitions 8.2).
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = core::lower_case(value);
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace treering::cli
