// The error of a system call that found too many files open.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "core/result.h"

namespace treering::tuner::launch {

/// Whether `code` says that this process or the system has no room for another open file.
inline bool is_out_of_files(int code) {
  return code == EMFILE || code == ENFILE;
}

inline core::Failure no_room_for_files(std::string where, int code) {
  return core::environment_error(std::move(where), std::strerror(code),
                                 "expected room for open files", "raise the limit (ulimit -n)");
}

}  // namespace treering::tuner::launch
