// A file that is built into the program; see cmake/embed.cmake.
#pragma once

#include <string_view>

namespace treering::core {

struct EmbeddedFile {
  std::string_view name;  // without folder and extension
  std::string_view text;
};

}  // namespace treering::core
