// What texts of nvidia-smi say of each GPU: its own table, `-L` and `nvlink --status`.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace treering::hw::formats::nvidia_smi {

struct GpuLine {
  std::string name;             // "NVIDIA A100-SXM4-80GB"
  std::string bus_id;           // 0000:07:00.0; of nvidia-smi's own table
  std::size_t line = 0;         // from 1
  std::map<int, bool> nvlinks;  // by number: whether it is up
  std::map<int, double> rates;  // by number: GB/s each way as printed, of those that are up
  bool is_all_down = false;     // a sentence says so in place of a list
  bool has_none = false;        // a sentence says that it has no NVLinks
  std::size_t link_line = 0;

  int active() const;
  double mean_rate() const;  // of its `rates`; 0 for none
};

struct GpuList {
  std::map<int, GpuLine> gpus;  // by number
  bool has_links = false;       // some line is about an NVLink
  std::size_t elided = 0;       // the line where somebody left out links or GPUs; 0 for none

  const GpuLine* find(int gpu) const;
};

/// `text` has no escapes (plain_smi_text). Without GPUs it names none.
GpuList parse_smi_gpus(std::string_view text);

}  // namespace treering::hw::formats::nvidia_smi
