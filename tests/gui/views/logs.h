// Logs of nccl-tests as runs would write them.
#pragma once

#include <string>

namespace treering::gui::views::views_test {

/// A machine with few candidates: a check of its logs takes a tenth of one of dgx-h100.
inline constexpr const char* kLogged = "aws-p4d";

/// all_reduce on two of them, by NCCL's own choices as the cost model expects them, times a
/// factor; 1 MiB, 8 MiB .. 512 MiB. Returns the file, which goes with the program.
std::string write_log(const std::string& name, double factor);

}  // namespace treering::gui::views::views_test
