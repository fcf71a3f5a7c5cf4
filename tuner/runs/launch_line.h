// What a command line says of the job that it starts: mpirun or srun before a program of
// nccl-tests, as people paste it above its output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treering::tuner::runs {

/// By name, in order: "NCCL_ALGO" and "Ring".
using NcclVariables = std::vector<std::pair<std::string, std::string>>;

/// 0 and empty: not said.
struct LaunchLine {
  std::string program;  // "all_reduce"
  int processes = 0;    // of mpirun or srun; 1 without a launcher
  int nodes = 0;
  int processes_per_node = 0;
  int gpus = 0;                   // -g, of each thread
  int threads = 0;                // -t, of each process
  std::uint64_t least_bytes = 0;  // -b
  std::uint64_t most_bytes = 0;   // -e
  NcclVariables variables;        // that it sets

  /// Of all processes together; 0 where unknown.
  [[nodiscard]] int ranks() const;
  /// Hosts, by the ranks of each; 0 where unknown.
  [[nodiscard]] int hosts() const;
  [[nodiscard]] int ranks_of_process() const;
  bool operator==(const LaunchLine&) const = default;
};

/// Adds what a word sets: "NCCL_ALGO=Ring", with quotes around it or its value, also in srun's
/// --export=ALL,NCCL_ALGO=Ring.
void take_assignment(std::string_view word, NcclVariables& variables);

/// Whether the line runs a program of nccl-tests, and not only names it: "mpirun -x NCCL_ALGO=Ring
/// ./build/all_reduce_perf -b 8". \param launch gets what it says
bool read_launch_line(std::string_view line, LaunchLine& launch);

}  // namespace treering::tuner::runs
