// The facts of a run in the lines around a table of nccl-tests: ranks, hosts, versions, settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/way.h"
#include "tuner/measurement.h"

namespace treering::tuner::runs {

/// A rank as nccl-tests lists it under "Using devices".
struct RunDevice {
  int rank = 0;
  int group = 0;  // of NCCL_TESTS_SPLIT: a communicator of its own
  std::string host;
  std::string gpu;
  bool operator==(const RunDevice&) const = default;
};

struct RunFacts {
  std::string program;  // "all_reduce"; empty where it is unknown
  std::vector<RunDevice> devices;
  std::string nccl_version;
  sim::Way way;  // what was forced, by NCCL's names
  // As NCCL logs them, for logs that list no devices.
  int logged_ranks = 0;
  int logged_nodes = 0;
  int gpus_per_process = 0;        // of each thread, where that is said
  bool has_failed_values = false;  // "Out of bounds values : 3 FAILED"
};

/// Reads the facts in a line of nccl-tests.
void read_run_line(std::string_view line, RunFacts& facts);

/// Program and settings of "mpirun -x NCCL_ALGO=Ring ./build/all_reduce_perf -b 8"; false where the
/// words start no program of nccl-tests.
bool read_command_line(const std::vector<std::string_view>& words, RunFacts& facts);

/// The same for a line of NCCL's log, from "NCCL INFO" on.
void read_debug_line(std::string_view message, RunFacts& facts);

/// The device of "#  Rank  0 Group  0 Pid 880 on host device  0 [0xa4] NVIDIA A100"; false for
/// other lines.
bool read_device_line(std::string_view line, RunFacts& facts);

/// Whether "Rank 0" is listed twice: each process ran alone, as with nccl-tests built without MPI.
bool has_lone_processes(const RunFacts& facts);

/// Fills in ranks, nodes, GPU, version and settings of the run, if they are certain.
void apply_facts(const RunFacts& facts, Measurement& row);

/// Fills in nodes, ranks and GPUs per node, from the host of each rank of one communicator.
void apply_hosts(const std::vector<std::string>& hosts, Measurement& row);

}  // namespace treering::tuner::runs
