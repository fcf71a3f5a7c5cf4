// Lines of a log: their words and numbers, the meaning of names and versions in them, and the facts
// of a run that stand around its table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/data_type.h"
#include "sim/way.h"
#include "tuner/measurement.h"

namespace treering::tuner::runs {

// Words and numbers of a line of a log.

/// The words of a line between blanks, up to a limit.
std::vector<std::string_view> words_of(std::string_view line);

/// A number of digits only; nothing for others and for too large ones.
std::optional<std::uint64_t> whole_number(std::string_view text);
std::optional<int> small_number(std::string_view text);

/// A printed number, and half a unit of its last digit: the most that it is off.
struct Figure {
  double value = 0;
  double half_step = 0;
  bool operator==(const Figure&) const = default;
};

/// "35.27", "1e+06"; nothing for other texts.
std::optional<Figure> parse_figure(std::string_view text);

// Interprets names and numbers in a log: programs, versions, forced choices.

/// The name of a program of nccl-tests without folders and ending: "all_reduce" for
/// "./build/all_reduce_perf" and for "all_reduce_perf_mpi"; empty where `word` names none.
std::string_view program_in(std::string_view word);

/// "2.28.7" for 22807, "2.4.8" for 2408: NCCL_VERSION_CODE (nccl.h), which has another form up to
/// 2.8. Empty for what is no version.
std::string version_of_code(long long code);

/// "2.20.5" for "2.20.5+cuda12.4"; empty for what is no version.
std::string version_in(std::string_view word);

/// NCCL's name for an algorithm or protocol in any spelling; unknown names and lists stay
/// unchanged.
std::string algorithm_named(std::string_view text);
std::string protocol_named(std::string_view text);

/// Also by the names that nccl-tests had before NCCL 2: "char", "int".
std::optional<core::DataType> type_named(std::string_view text);

/// Nothing for "none" and for others.
std::optional<core::ReduceOp> op_named(std::string_view text);

// The facts of a run in the lines around a table of nccl-tests: ranks, hosts, versions, settings.

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
