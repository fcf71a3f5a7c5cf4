// Logs of RCCL, AMD's library, which calls itself NCCL in most lines and chooses by rules of its
// own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::hw::formats::nccl_log {

/// The first line that only RCCL or a program on it writes; 0 for none.
std::size_t rccl_line_in(std::string_view text);

/// Refuses what RCCL wrote. \param line of `path` that shows it
core::Failure of_rccl(const std::string& path, std::size_t line);

}  // namespace treering::hw::formats::nccl_log
