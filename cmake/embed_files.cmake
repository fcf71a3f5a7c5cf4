# Writes OUTPUT, a .cpp file that defines NAMESPACE::FUNCTION() over the texts of FILES.
# Called at build time by treering_embed (embed.cmake).

cmake_minimum_required(VERSION 3.25)
# The text sits in raw strings; this mark ends one and so may not occur in a file.
set(mark "TR_EMBED")
set(entries "")
foreach(file IN LISTS FILES)
  cmake_path(GET file STEM LAST_ONLY name)
  file(READ "${file}" text)
  string(FIND "${text}" ")${mark}\"" position)
  if(NOT position EQUAL -1)
    message(FATAL_ERROR "${file}: holds )${mark}\", which ends an embedded text; remove it")
  endif()
  string(APPEND entries "    EmbeddedFile{\"${name}\", R\"${mark}(${text})${mark}\"sv},\n")
endforeach()
list(LENGTH FILES count)

file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT [=[
// Made by cmake/embed_files.cmake.
#include "core/embedded_file.h"

#include <array>
#include <span>
#include <string_view>

namespace @NAMESPACE@ {
using treering::core::EmbeddedFile;
using namespace std::string_view_literals;

std::span<const EmbeddedFile> @FUNCTION@();

std::span<const EmbeddedFile> @FUNCTION@() {
  static constexpr std::array<EmbeddedFile, @count@> kFiles{{
@entries@  }};
  return kFiles;
}

}  // namespace @NAMESPACE@
]=] @ONLY)
