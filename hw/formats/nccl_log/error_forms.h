// Lines that say of themselves that they are errors, whoever printed them and whatever of.
#pragma once

#include <string_view>

namespace treering::hw::formats::nccl_log {

/// "RuntimeError: Engine core failed", "srun: error: ...", "[E1130 18:44:12.715 socket.cpp:9] ...",
/// "[ib_mlx5.c:9] cannot open mlx5_0"; not counters ("Replay Errors: 0"), warnings, prose, or lines
/// of the kernel.
bool is_error_by_form(std::string_view line);

/// Whether it has an error of CUDA or a failed completion of libibverbs, in whatever frame
/// (core/text/error_codes.h).
bool has_error_code(std::string_view line);

/// Whether a program printed it, by its form: a tag of a rank or host, a time, a level or a place
/// in source before it. What a person writes has none of these.
bool is_of_program(std::string_view line);

/// "Sep 18 03:19:01 node7 prog[4753]: text" of journald, "2024-01-06 11:41:34,489 text".
bool begins_with_time(std::string_view line);

}  // namespace treering::hw::formats::nccl_log
