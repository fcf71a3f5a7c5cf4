#include "hw/io/posix_names.h"

#include <array>
#include <cctype>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "core/text/words.h"

namespace treering::hw::io {

std::string system_message(int error_number) {
  std::string text = std::generic_category().message(error_number);
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::optional<int> open_descriptor(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, int>, 3> kStreams{{
      {"/dev/stdin", STDIN_FILENO},
      {"/dev/stdout", STDOUT_FILENO},
      {"/dev/stderr", STDERR_FILENO},
  }};
  for (const auto& [name, number] : kStreams) {
    if (path == name) return number;
  }
  constexpr std::array<std::string_view, 3> kFolders{"/dev/fd/", "/proc/self/fd/",
                                                     "/proc/thread-self/fd/"};
  for (const std::string_view folder : kFolders) {
    if (!path.starts_with(folder)) continue;
    const auto number = core::whole_number<int>(path.substr(folder.size()));
    if (number && *number >= 0) return number;
  }
  return {};
}

}  // namespace treering::hw::io
