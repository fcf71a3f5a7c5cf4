// Files of measurements for questions about them.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/support/temporary_folder.h"

namespace treering::app {

struct MeasuredRow {
  std::uint64_t bytes = 0;
  double us = 0;
};

/// Files of all_reduce on two nodes of eight GPUs, by what NCCL chose itself.
class MeasuredFiles {
 public:
  /// The path of a CSV with one series.
  std::string add(const std::string& id, const std::vector<MeasuredRow>& rows) const {
    std::string text = "id,collective,size_bytes,nodes,ranks,time_us_oop\n";
    for (const MeasuredRow& row : rows) {
      text += fmt::format("{},all_reduce,{},2,16,{}\n", id, row.bytes, row.us);
    }
    return write(id + ".csv", text);
  }

  std::string write(const std::string& name, const std::string& text) const {
    std::string path = folder_.path() + "/" + name;
    std::ofstream(path) << text;
    return path;
  }

 private:
  support::TemporaryFolder folder_;
};

/// 4 KiB to 256 MiB; 40 us and 0.01 us per 1000 bytes, which is near a DGX A100's.
inline std::vector<MeasuredRow> plain_sweep() {
  std::vector<MeasuredRow> rows;
  for (std::uint64_t bytes = 4096; bytes <= std::uint64_t{1} << 28U; bytes *= 4) {
    rows.push_back({bytes, 40 + 1e-5 * static_cast<double>(bytes)});
  }
  return rows;
}

/// A text that shows a machine of two GPUs and one row of a run on it.
inline constexpr std::string_view kMachineAndRun =
    "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNV12\t0-31\t0\n"
    "GPU1\tNV12\t X \t0-31\t0\n"
    "# nThread 1 nGpus 2 minBytes 1048576 maxBytes 1048576 step: 2(factor)\n"
    "#   size   count   type  redop  root   time  algbw  busbw #wrong   time  algbw  busbw #wrong\n"
    " 1048576  262144  float    sum    -1  30.00  34.95  34.95      0  30.00  34.95  34.95      "
    "0\n";

}  // namespace treering::app
