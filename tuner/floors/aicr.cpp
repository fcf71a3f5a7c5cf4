// The performance constraint of a recipe of NVIDIA AICR (github.com/NVIDIA/aicr): one figure, the
// busbw of all_reduce out of place at the largest message, which is 16 GiB there (4 or 8 on some
// services). The check passes from 0.9 x the figure on (validators/performance/
// nccl_all_reduce_bw_constraint.go; NVIDIA/aicr#1256 and #2784), so that the figure is the floor /
// 0.9: the gate is at the floor itself. It runs between nodes alone; -nvls is the check within one
// NVLink domain of several hosts.
#include <cmath>

#include <fmt/format.h>

#include "tuner/floors/forms.h"

namespace treering::tuner::floors {
namespace {

constexpr double kTolerance = 0.9;

std::string_view check_name(const Sheet& sheet) {
  return sheet.hosts > sheet.nodes && sheet.nodes == 1 ? "nccl-all-reduce-bw-nvls"
                                                       : "nccl-all-reduce-bw";
}

}  // namespace

Written write_aicr(const Sheet& sheet) {
  const Row* const row = largest_of(sheet, core::Collective::AllReduce);
  if (row == nullptr) return {"", "AICR checks all_reduce, and no size of it has a floor"};
  if (sheet.hosts < 2) return {"", "AICR measures between hosts and skips a single one"};
  const double value = std::floor(row->floor->in_gb_per_s() / kTolerance);
  if (value < 1) return {"", "the floor is below 1 GB/s, and AICR's figures are whole"};
  return {heading_of(sheet, "#") +
              fmt::format(
                  "# all_reduce of {} reaches {} GB/s, and {} GB/s is the floor: AICR passes from "
                  "0.9 x the\n# figure on. It measures 16 GiB. The floor {}.\n"
                  "spec:\n"
                  "  validation:\n"
                  "    performance:\n"
                  "      checks:\n"
                  "        - {}\n"
                  "      constraints:\n"
                  "        - name: {}\n"
                  "          value: \">= {:.0f}\"\n",
                  core::format_size(row->bytes), figure(row->busbw), figure(*row->floor),
                  power_text(*row), check_name(sheet), check_name(sheet), value),
          ""};
}

}  // namespace treering::tuner::floors
