// Files of measurements for questions about them.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
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

}  // namespace treering::app
