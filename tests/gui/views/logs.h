// Logs of nccl-tests as runs would write them.
#pragma once

#include <string>

namespace treering::gui::views::views_test {

/// all_reduce on two dgx-h100, by NCCL's own choices as the cost model expects them, times a
/// factor; 1 MiB, 8 MiB .. 512 MiB. Returns the file.
std::string write_log(const std::string& name, double factor);

}  // namespace treering::gui::views::views_test
