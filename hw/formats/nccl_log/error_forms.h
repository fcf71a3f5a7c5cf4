// Lines that say of themselves that they are errors, whoever printed them and whatever of.
#pragma once

#include <string_view>

namespace treering::hw::formats::nccl_log {

/// "RuntimeError: Engine core failed", "srun: error: ...", "[E1130 18:44:12.715 socket.cpp:9] ...";
/// not counters ("Replay Errors: 0"), warnings, or lines of the kernel.
bool is_error_by_form(std::string_view line);

}  // namespace treering::hw::formats::nccl_log
