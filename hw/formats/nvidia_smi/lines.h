// Finds the lines of a matrix of `nvidia-smi topo -m` among others: its header and rows, each as
// words, even if they were wrapped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treering::hw::formats::nvidia_smi {

/// A line of the source, with its continuation in the lines below.
struct Line {
  std::size_t number = 0;  // from 1
  std::vector<std::string_view> words;
};

struct Lines {
  std::size_t header = 0;                 // its line
  std::vector<std::string_view> columns;  // names of devices
  bool has_cpu_affinity = false;
  bool has_numa_affinity = false;
  std::vector<Line> rows;
  std::size_t last = 0;            // the line where the matrix ends
  std::size_t another_header = 0;  // the line of the next matrix; 0 for none
};

/// The first matrix in `text`, which has no escapes; nothing where no header is.
std::optional<Lines> find_smi_lines(std::string_view text);

}  // namespace treering::hw::formats::nvidia_smi
