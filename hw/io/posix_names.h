// What POSIX's error numbers and the names of open files mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace treering::hw::io {

/// The system's words for an error number, as our messages begin: "no space left on device".
std::string system_message(int error_number);

/// The descriptor that a path names: of this process's standard streams, and of what a shell's
/// <(...) gives ("/dev/stdout", "/dev/fd/63"). Nothing for other paths.
std::optional<int> open_descriptor(std::string_view path);

}  // namespace treering::hw::io
