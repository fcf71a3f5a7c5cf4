// Output of nccl-tests, for questions that find machine and job in it.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace treering::app {

/// The list of devices of hosts "host0", "host1", ... with so many GPUs each.
inline std::string device_list(int hosts, int gpus, const std::string& model) {
  std::string text = "# Collective test starting: all_reduce_perf\n";
  for (int rank = 0; rank < hosts * gpus; ++rank) {
    text += fmt::format("#  Rank {:2} Group  0 Pid {} on host{} device {:2} [0x1b] {}\n", rank,
                        4100 + rank, rank / gpus, rank % gpus, model);
  }
  return text;
}

/// A table with one row of all_reduce, whose busbw is that of its size, time and ranks.
inline std::string table_of(std::uint64_t bytes, double us, int ranks) {
  const double algbw = static_cast<double>(bytes) / us / 1e3;
  const double busbw = algbw * 2 * (ranks - 1) / ranks;
  return fmt::format(
      "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n"
      "  {0}  {1}  float  sum  -1  {2:.1f}  {3:.2f}  {4:.2f}  0  {2:.1f}  {3:.2f}  {4:.2f}  0\n",
      bytes, bytes / 4, us, algbw, busbw);
}

}  // namespace treering::app
