// Words as a POSIX shell reads them.
#pragma once

#include <string>
#include <string_view>

namespace treering::core {

/// `value` in quotes, as one word, whatever is in it.
std::string shell_quoted(std::string_view value);

/// The same, without quotes where it needs none.
std::string shell_word(std::string_view value);

}  // namespace treering::core
