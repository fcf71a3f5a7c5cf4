// The facts of a run in the lines around a table of nccl-tests: ranks, hosts, versions, settings.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hw/formats/nccl_tests/device_list.h"
#include "sim/way.h"
#include "tuner/measurement.h"
#include "tuner/runs/communicator_lines.h"
#include "tuner/runs/launch_line.h"

namespace treering::tuner::runs {

/// A rank as nccl-tests lists it under "Using devices".
using RunDevice = hw::formats::nccl_tests::ListedDevice;

struct RunFacts {
  std::string program;  // "all_reduce"; empty where it is unknown
  std::vector<RunDevice> devices;
  std::string nccl_version;
  sim::Way way;  // what was forced, by NCCL's names
  // As NCCL logs them, for logs that list no devices.
  int logged_ranks = 0;
  int logged_nodes = 0;
  std::vector<LoggedRank> communicator;
  int gpus_per_process = 0;        // of each thread, where that is said
  int threads = 0;                 // of each process, likewise
  bool has_failed_values = false;  // "Out of bounds values : 3 FAILED"

  int headings = 0;               // lines "nThread 1 nGpus 8 ...", of which each job prints one
  std::uint64_t most_bytes = 0;   // "maxBytes" of that line; 0 where it is unknown
  std::uint64_t step_factor = 0;  // 0 where sizes rise by equal steps
  double average_busbw = 0;       // GB/s, of all rows: "Avg bus bandwidth"; 0: not printed
  bool has_end = false;           // the lines under the table were seen
  std::string failure;            // the first line that reports one, short; empty where none does
  LaunchLine launch;              // the command line above the run
  std::map<std::string, std::string> variables;  // NCCL's, that it or NCCL's lines set
  int count_ranks = 0;          // by size over count (collective_of_table.h); 0: unknown
  int bandwidth_ranks = 0;      // by busbw over algbw; 0: unknown
  double bandwidth_factor = 0;  // that it was concluded from
  RankRange possible_ranks;     // by the same, where several are
  int equal_sizes = 0;          // the most rows of one size: tables that run into each other
};

/// Reads the facts in a line of nccl-tests.
void read_run_line(std::string_view line, RunFacts& facts);

/// Takes what a command line says of the run that it starts.
void take_launch(const LaunchLine& launch, RunFacts& facts);

/// Takes NCCL's variables that hold for the run.
void take_variables(const std::map<std::string, std::string>& variables, RunFacts& facts);

/// Program and settings of "mpirun -x NCCL_ALGO=Ring ./build/all_reduce_perf -b 8"; false where the
/// line starts no program of nccl-tests.
bool read_command_line(std::string_view line, RunFacts& facts);

/// The same for a line of NCCL's log, from "NCCL INFO" on.
void read_debug_line(std::string_view message, RunFacts& facts);

/// Adds the device of "#  Rank  0 Group  0 Pid 880 on host device  0 [0xa4] NVIDIA A100"; false for
/// other lines.
bool read_device_line(std::string_view line, RunFacts& facts);

/// The ranks that the list of devices or NCCL's lines show; 0: neither does.
int listed_ranks(const RunFacts& facts);

/// Processes that were meant as one job, and of which each ran a job of its own.
struct LoneProcesses {
  int processes = 0;   // 0: there are none
  int ranks_each = 0;  // 0: unknown
  std::string sign;    // that shows it: "rank 0 is listed 2 times"
};

/// As with nccl-tests built without MPI=1, or started by the mpirun of another MPI: rank 0 is
/// listed for two processes, NCCL shows one on each of several hosts, the heading and the rows are
/// printed twice, or the command asks for a multiple of the ranks that the run has
/// (github.com/NVIDIA/nccl-tests, issues 17, 71, 182, 213, 294). None where busbw is that of
/// another number of ranks, and where a heading or a list alone stands there twice: it may have
/// been pasted twice.
LoneProcesses lone_processes(const RunFacts& facts);

/// Fills in ranks, nodes, GPU, version and settings of the run, as far as they are certain. Returns
/// what the job was concluded from, where no line states it; empty where one does.
std::string apply_facts(const RunFacts& facts, Measurement& row);

/// Fills in nodes, ranks and GPUs per node, from the host of each rank of one communicator.
void apply_hosts(const std::vector<std::string>& hosts, Measurement& row);

/// Why a run without rows, or with these, is not whole; empty texts where it is.
/// \param last_bytes size of the last row; 0 without rows
std::vector<RunFault> faults_of(const RunFacts& facts, const std::string& where,
                                std::uint64_t last_bytes);

}  // namespace treering::tuner::runs
