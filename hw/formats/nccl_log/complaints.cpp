#include "hw/formats/nccl_log/complaints.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/text/error_codes.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/text/told.h"
#include "hw/formats/nccl_log/error_forms.h"
#include "hw/formats/nccl_log/whole_lines.h"
#include "hw/formats/nccl_log/word_search.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// A person reads no more; the causes are among the first.
constexpr std::size_t kMostComplaints = 1024;
constexpr std::size_t kMostByForm = 64;
constexpr std::size_t kMostTold = 16;
constexpr std::size_t kLongestComplaint = 600;
constexpr int kMostGpusOfAProcess = 1024;  // NCCL prints what is in memory before it knows better

// PyTorch's NCCLUtils.cpp: NCCL's last warning stands behind it, mostly in the next line.
constexpr std::string_view kLastError = "Last error:";

// Of lines at the level INFO (NCCL 2.5 to 2.30: src/enqueue.cc, graph/search.cc,
// transport/nvls.cc, net_ib.cc, plugin/net.cc). What NCCL tries again is none: it warns where it
// gives up.
constexpr std::array<std::string_view, 7> kTroubleInInfo{
    "maxSharedMem",
    "falling back to simple order",
    "This is usually caused by a system or configuration error in the Fabric Manager",
    "NET/IB : No device found",
    "NET/Plugin : dlerror=",
    "NET/Plugin : Plugin load (",
    "NET/Plugin: Plugin load returned"};

// What programs say of NCCL's and CUDA's errors: PyTorch (c10d/NCCLUtils.cpp, ProcessGroupNCCL.cpp,
// Utils.hpp), vLLM (pynccl_wrapper.py, custom_all_reduce.cuh), TensorRT-LLM (ncclUtils), Horovod,
// CuPy, XLA (nccl_utils.cc), nccl-tests (src/common.h), UCX and Open MPI (signals), torchrun, the
// dynamic linker.
constexpr std::array kErrorsOfCallers = std::to_array<std::string_view>({
    "NCCL error in: ",
    "NCCL error: ",
    "NCCL Error 1",
    "NCCL Error 2",
    "NCCL Error 3",
    "NCCL Error 4",
    "NCCL Error 5",
    "NCCL Error 6",
    "NCCL_ERROR_",
    "NCCL failure ",
    "Failed, NCCL error ",
    "ncclCommInitRank failed",
    "ncclGroupEnd() : ",
    "Test CUDA failure ",
    "CUDA error: ",
    "CUDA driver error: ",
    "Cuda error ",
    "CUDA runtime error",
    "CUDA out of memory",
    "OutOfMemoryError",
    "Bus error",
    "undefined symbol: nccl",
    "undefined symbol: \"nccl",
    "undefined symbol: 'nccl",
    "Watchdog caught collective operation timeout",
    "watchdog got stuck for",
    "Exception (either an error or timeout) detected by watchdog at work: ",
    "waiting for clients. ",
    "Timed out initializing process group in store based barrier",
    "Waiting in store based barrier",
    "Completed store-based barrier",
    "client socket has timed out after ",
    "wait timeout after ",
    "server socket has failed to listen on any local network address",
    "Gloo connectFullMesh failed",
    "Detected mismatch between collectives on ranks",
    "is setting up NCCL communicator and retrieving ncclUniqueId",
    "is setting up NCCL communicator and retreiving ncclUniqueId",
    "Failed to recv, got 0 bytes",
    "Connection was likely closed",
    "sendBytes failed on SocketImpl",
    "Signal 9 (SIGKILL) received",
    "(exitcode: -9)",
    "no GPUs found!",
    "terminated with exception: ",
    "NCCL communicator was aborted on rank",
    "NCCL operation ",
    "Unable to load NCCL library",
    "libnccl.so.2: cannot open shared object",
});

// NCCL's own warnings where a paste has left out, or a program has taken away, what stands before
// them (NCCL 2.28: src/init.cc, enqueue.cc, bootstrap.cc, misc/, transport/, graph/).
constexpr std::array kBareWarnings = std::to_array<std::string_view>({
    "o algorithm/protocol available for function",
    "Duplicate GPU detected",
    "Failed to find reverse path from",
    "No transport found for rank",
    "Got completion from peer",
    "Got completion with error",
    "got completion with error",
    "Call to ibv_",
    "Call to posix_fallocate failed",
    "Error while creating shared memory segment",
    "failed to extend /dev/shm",
    "socketStartConnect: ",
    "socketPollConnect: ",
    "socketProgress: ",
    "Failed to bind NVLink SHARP",
    "Mismatched NCCL version detected",
    "Mismatched collective detected",
    "failed to open CUDA IPC handle",
    "no socket interface found",
    "is neither AF_INET(2) nor AF_INET6",
    "Could not find real path of /sys",
    "MNNVL (cliqueSize",
    "P2P is disabled between NVLINK",
    "Message truncated : received",
    "wrong magic",
    "NET/OFI ",
});

// What programs around NCCL say of what stops a run, often before NCCL begins: ssh, Open MPI,
// MPICH, Slurm, UCX, Docker and NVIDIA's container toolkit, CUDA, torchrun, Gloo, NVSHMEM, oneCCL.
// What has the form of an error needs no word here (error_forms.h), unless it has to be known by
// itself.
constexpr std::array kErrorsAround = std::to_array<std::string_view>({
    "Host key verification failed",
    "REMOTE HOST IDENTIFICATION HAS CHANGED",
    "Permission denied (publickey",
    "ssh: connect to host ",
    "ssh: Could not resolve hostname ",
    "There are not enough slots available",
    "OMPI was not built with SLURM",
    "PMI2_Init failed to intialize",
    "unable to launch the specified application",
    "could not find an executable",
    "error while loading shared libraries: lib",
    "unable to reliably start one or more daemons",
    "unable to start one or more daemons",
    "has lost communication with a remote daemon",
    "complete a TCP connection",
    "connect() to ",
    "UCX  ERROR",
    "UCX ERROR",
    "Read -1, expected ",
    "selected pml ",
    "PML add procs failed",
    "PML ucx cannot be selected",
    "Fatal error in PMPI_Init",
    "Fatal error in internal_Init",
    "An error occurred in MPI_Init",
    "PMIX ERROR",
    "ORTE_ERROR_LOG",
    "MPI_ABORT was invoked",
    "mpirun noticed that process rank",
    "non-zero exit code",
    "Primary job  terminated",
    "MPI_ERRORS_ARE_FATAL",
    "failed (exitcode: ",
    "river/library version mismatch",
    "ChildFailedError",
    "could not select device driver",
    "nvidia-container-cli: ",
    "NVML: Unknown Error",
    "NVIDIA driver on your system is too old",
    "forward compatibility was attempted",
    "unsupported display driver / cuda driver",
    "system not yet initialized",
    "unable to write to file </torch_",
    "unable to open shared memory object </torch_",
    "Unexpected bus error encountered in worker",
    "cannot be retrieved (gai error",
    "failed to resolve hostname ",
    "Name or service not known",
    "Temporary failure in name resolution",
    "RendezvousConnectionError",
    "RendezvousTimeoutError",
    "connection to the C10d store has failed",
    "gloo/transport/tcp/",
    "by this process is currently unknown",
    "by this process are currently unknown",
    "Some NCCL operations have failed or timed out",
    "we are taking the entire process down",
    "Received a dump signal",
    "Heartbeat monitor timed out",
    "Tensors must be CUDA and dense",
    "No backend type associated with device type",
    "neither nv_peer_mem, or nvidia_peermem",
    "cannot allocate mlx5dv_devx_uar",
    "Unable to create ah",
    "ibv_modify_qp failed",
    "ep_connect failed",
    "cuMemMap failed to map",
    "Mapping multicast groups",
    "Mapping mem size ",
    "init failed for transport: ",
    "init failed for remote transport",
    "Unable to initialize any transports",
    "nvshmem detect topo failed",
    "NVSHMEM API called before",
    "fill_local_host_ip: ",
    "OFI fi_getinfo() failed",
    "sshd: No such file or directory",
    "sshd: not found",
    "sshd: command not found",
    "ssh exited with exit code 255",
    "Authentication refused: bad ownership",
    "DUE TO TIME LIMIT",
    "DUE TO NODE FAILURE",
    "DUE TO PREEMPTION",
    "cgroup out-of-memory handler",
    "killed due to memory pressure (OOM)",
    "due to the node running low on memory",
    "OUT_OF_ME",
    "Job was active longer than specified deadline",
    "Signal 6 (SIGABRT)",
    "Signal 7 (SIGBUS)",
    "Signal 11 (SIGSEGV)",
    "Signal 15 (SIGTERM)",
    "(exitcode: -",
    " CANCELLED AT ",
    "A worker died or was killed",
    "The actor is dead because",
    "ActorDiedError",
    "RayActorError",
    "ActorUnavailableError",
    "ibv_create_ah(",
    "error initializing an OpenFabrics device",
    "No OpenFabrics connection schemes reported",
    "RLIMIT_MEMLOCK is ",
    "no userspace device-specific driver found for ",
    "mpiSize == tp",
    " != TP size ",
    "Engine world size (",
    "MPI worldSize is expected to be equal to tp",
    "Task launch for StepId=",
    "Command not found: nvidia-container-cli",
    "pyxis: container start failed",
    "pyxis: couldn't start container",
    "nodes are available: ",
    "ImagePullBackOff",
    "ErrImagePull",
    "Waiting for creating a placement group",
    "No available node types can fulfill resource request",
    "Cannot provide a placement group",
    "Ray does not allocate any GPUs on the driver node",
    "number of required GPUs exceeds the total number of available GPUs",
    "Ray expects this IP address to be either",
    "is larger than the number of available GPUs",
    "must be less than or equal to the number of visible devices",
    "is less than desired GPU memory utilization",
    ") is not divisible by ",
    "Distributed package doesn't have NCCL built in",
    "Torch not compiled with CUDA enabled",
    "[missing ranks: ",
    "One or more tensors were submitted to be reduced",
    "This was caused by an exception on one of the ranks",
    "PjRT_Client_Connect",
    "seconds and may be stuck",
    "failed to pass monitoredBarrier in ",
    "Unable to find address for: ",
    "Address already in use",
    "EADDRINUSE",
    "unknown or invalid runtime name: nvidia",
    "Unknown runtime specified nvidia",
    "NV_WARN_NOTHING_TO_DO",
    "don't match with driver version",
    "nvidia-fabricmanager.service: Control process exited",
    "nvidia-fabricmanager.service: Failed",
    "Failed to start NVIDIA fabric manager",
    "nvidia_peermem: Unknown symbol",
    "nvidia_peermem: disagrees about version of symbol",
    "could not insert 'nvidia_peermem'",
    "Module nvidia_peermem not found",
    "Module nvidia-peermem not found",
    "failed call to cuInit: ",
    "Too many open files",
    "Thread creation failed",
    "pthread_create failed",
    "can't start new thread",
    "ssh -o PasswordAuthentication=no ",
    "exit status 255",
    "mpirun has detected an attempt to run as root",
    "orted: command not found",
    "prted: command not found",
    "more processes than cpus on a resource",
    "Please check that /dev/shm",
    "ailed to connect to GCS",
    "nable to connect to GCS",
    "GCS may have been killed",
    "Version mismatch: The cluster was started with",
    " expected, but not set",
    "Cannot re-initialize CUDA in forked subprocess",
    "CUBLAS_STATUS_NOT_INITIALIZED",
    "CUBLAS_STATUS_ALLOC_FAILED",
    "CUDNN_STATUS_NOT_INITIALIZED",
    "CUDNN_STATUS_ALLOC_FAILED",
    "No available memory for the cache blocks",
    "Please try to increase --mem-fraction-static",
    "The node was low on resource: ",
    "Found no NVIDIA driver on your system",
    "failed to add device rules",
    "slurm_receive_msgs",
    "Invalid generic resource (gres) specification",
    "Requested node configuration is not available",
    "More processors requested than permitted",
    "Unable to allocate resources",
    "client socket has failed to connect to any network address",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "BrokenPipeError",
    "libcuda.so.1: cannot open shared object",
    "libcuda.so: cannot open shared object",
    "no supported devices found for platform CUDA",
    "No available shared memory broadcast block found in",
    "Libfabric error: ",
    "Failure to post internal receive buffers",
    "Unable to create extended CQ: ",
    "Unable to register MR: ",
    "nv_peer_mem: Unknown symbol",
    "nv_peer_mem: disagrees about version of symbol",
    "could not insert 'nv_peer_mem'",
    "cannot find -lnccl",
    "cannot find -lmpi",
    "nccl.h: No such file or directory",
    "mpi.h: No such file or directory",
    "error: unrecognized arguments: --local",
    "launcher 'pdsh' not installed",
    "Expected to have finished reduction in the prior iteration",
    "DDP expects same model across all ranks",
    "no active messages transport to",
    "Failed to resolve UCX endpoint",
    "Destination is unreachable",
    "mlx5dv_devx_obj_modify for INIT2RTR_QP",
    "ibgda_rc_init2rtr failed",
    "GID is NULL, please check your GID index",
    "Failed to modify QP to ",
    "KVTransferError",
    "Failed to get kvcache from prefill instance",
    "waitForInput: socket ",
});

// Options of Slurm that give each task GPUs of its own: no errors, but evidence where a task finds
// no GPU.
constexpr std::array kOptionsOfTasks = std::to_array<std::string_view>(
    {"--gpus-per-task", "--ntasks-per-gpu", "--gpu-bind", "--tres-bind", "--tres-per-task"});

// Before NCCL 2.4 a warning had only this behind its place in the source.
constexpr std::string_view kOldWarning = " WARN ";

std::size_t old_warning(std::string_view line) {
  const std::size_t at = core::find_part(line, kOldWarning);
  if (at == kNone || at == 0 || !core::is_digit(line[at - 1])) return kNone;
  const bool has_file = has(line.substr(0, at), ".cu:") || has(line.substr(0, at), ".h:") ||
                        has(line.substr(0, at), ".cc:");
  return has_file ? at : kNone;
}

constexpr WordSearch kTroubleSearch(kTroubleInInfo);
constexpr std::array kErrors = joined(kErrorsOfCallers, kBareWarnings);
constexpr WordSearch kErrorSearch(kErrors);
constexpr WordSearch kAroundSearch(kErrorsAround);
constexpr WordSearch kTaskSearch(kOptionsOfTasks);
// Of all words that make a line more than one of the program's own.
constexpr WordSearch kSignSearch(joined(kErrors, std::array{kLastError, kOldWarning}));

std::string_view take_last_word(std::string_view& text) {
  text = core::trimmed(text);
  const std::size_t blank = text.find_last_of(" \t");
  const std::string_view word = blank == kNone ? text : text.substr(blank + 1);
  text.remove_suffix(word.size());
  return word;
}

/// "misc/shmutils.cc:129".
bool is_place(std::string_view word) {
  const std::size_t colon = word.rfind(':');
  return colon != kNone && has(word.substr(0, colon), ".") &&
         core::whole_number<int>(word.substr(colon + 1)).has_value();
}

/// "init.cc:840 -> 2", "bootstrap.cc:221 -> 6 [Async thread]": an error that goes up through NCCL's
/// functions (2.28 src/include/checks.h, NCCLCHECK). 7 is no error but a call in progress. Nor are
/// those of net.h: up to 2.4 it asks each network for the adapter's place in /sys, which interfaces
/// without a device do not have, and goes on (2.4 src/include/net.h, ncclNetPciPath).
bool returns_error(std::string_view text) {
  constexpr std::string_view kArrow = " -> ";
  const std::size_t at = text.find(kArrow);
  if (at == kNone || at == 0 || !is_place(text.substr(0, at))) return false;
  if (text.starts_with("include/net.h:")) return false;
  const std::string_view rest = text.substr(at + kArrow.size());
  const auto code = core::whole_number<int>(rest.substr(0, rest.find_first_of(" \t\r")));
  return code && *code >= 1 && *code <= 6;
}

/// The number in "[3]"; nothing for all else.
std::optional<int> in_brackets(std::string_view word) {
  if (word.size() < 3 || word.front() != '[' || word.back() != ']') return {};
  return core::whole_number<int>(word.substr(1, word.size() - 2));
}

/// The rank in "[rank3]:", "[Rank 3]", of PyTorch, or in "[1,3]<stdout>", of Open MPI.
std::optional<int> rank_in(std::string_view line) {
  for (const std::string_view key : {"[rank", "[Rank ", "(rank="}) {
    const std::size_t at = line.find(key);
    if (at == kNone) continue;
    const std::string_view rest = line.substr(at + key.size());
    const auto number = core::whole_number<int>(rest.substr(0, rest.find_first_of("]),:")));
    if (number) return number;
  }
  const std::size_t end = line.find("]<std");
  const std::size_t comma = end == kNone ? kNone : line.rfind(',', end);
  if (comma == kNone) return {};
  return core::whole_number<int>(line.substr(comma + 1, end - comma - 1));
}

/// "2" in "[PG 2 Rank 5]", "[PG ID 2 PG GUID 5(tp) Rank 1]", of PyTorch.
std::string group_in(std::string_view line) {
  for (const std::string_view key : {"[PG ID ", "[PG "}) {
    const std::size_t at = line.find(key);
    if (at == kNone) continue;
    const std::string_view rest = line.substr(at + key.size());
    const auto number = core::whole_number<int>(rest.substr(0, rest.find_first_of(" (]")));
    if (number) return fmt::format("{}", *number);
  }
  return "";
}

/// "11-30 18:44:12.715" of NCCL's "2026-11-30 18:44:12" or PyTorch's "[E1130 18:44:12.715298746".
std::string time_in(std::string_view line) {
  constexpr std::string_view kIso = "0000-00-00 00:00:00";
  constexpr std::string_view kGlog = "0000 00:00:00.000";
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (has_form(line.substr(at), kIso)) return std::string(line.substr(at + 5, 14)) + ".000";
    if (at > 0 && core::is_letter(line[at - 1]) && has_form(line.substr(at), kGlog)) {
      return fmt::format("{}-{} {}", line.substr(at, 2), line.substr(at + 2, 2),
                         line.substr(at + 5, 12));
    }
  }
  return "";
}

/// What stands before "NCCL WARN": place, GPU and host, each where it is there.
void read_head(const Line& line, core::RunWarning& warning) {
  std::string_view head = line.head;
  std::string_view word = take_last_word(head);
  if (word.starts_with('(')) word = take_last_word(head);  // the function, since NCCL 2.28
  if (is_place(word)) {
    warning.place = core::printable(word);
    word = take_last_word(head);
  }
  if (const auto gpu = in_brackets(word)) {
    if (*gpu >= 0 && *gpu < kMostGpusOfAProcess) warning.gpu = gpu;
    word = take_last_word(head);
  }
  warning.host = core::printable(line.host);
  // "host:pid:tid", which a place behind the GPU hides from `line.host`.
  const std::size_t colon = word.find(':');
  if (warning.host.empty() && colon != kNone && std::ranges::count(word, ':') == 2) {
    const std::string_view tag = word.substr(0, colon);
    warning.host = core::printable(tag.substr(std::min(tag.rfind('>') + 1, tag.size())));
  }
}

/// `text` up to the end of what is said: quotes and marks of a program's text around it go.
std::string_view without_quoting(std::string_view text) {
  text = core::trimmed(text);
  while (text.starts_with("\\n")) text = core::trimmed(text.substr(2));
  return text.substr(0, std::min(text.find("\\n"), kLongestComplaint));
}

/// "[rank0]: text" without its first tag; the same where it has none.
std::string_view without_tag(std::string_view line) {
  constexpr std::size_t kLongestTag = 120;
  if (!line.starts_with('[') && !line.starts_with('(')) return line;
  const std::size_t close = line.find(line.front() == '[' ? ']' : ')');
  if (close > kLongestTag) return line;
  line = core::trimmed(line.substr(close + 1));
  if (line.starts_with(':')) line.remove_prefix(1);
  return core::trimmed(line);
}

/// Without "[rank0]: " and "(Worker pid=7) ERROR 03-23 21:43:38 [worker.py:620] " before it.
std::string_view without_tags(std::string_view line) {
  line = core::trimmed(line);
  while (true) {
    std::string_view rest = without_tag(line);
    if (rest.starts_with("ERROR ")) rest.remove_prefix(std::min(rest.find('['), rest.size()));
    if (rest.size() == line.size() || rest.empty()) return line;
    line = rest;
  }
}

/// What a person wrote without the mark of a list, heading or comment before it, and without the
/// kind of a report in its title: "## [Bug]: NCCL hangs". Other tags are those of programs.
std::string_view own_words(std::string_view line) {
  constexpr std::array kTitles = std::to_array<std::string_view>(
      {"bug", "issue", "question", "usage", "help", "performance", "installation", "feature"});
  line = core::trimmed(line, " \t\r\n#*-");
  const std::size_t close = line.starts_with('[') ? line.find(']') : kNone;
  if (close == kNone) return line;
  const std::string title = core::lower_case(line.substr(1, close - 1));
  const bool is_title = std::ranges::find(kTitles, title) != kTitles.end();
  return is_title ? core::trimmed(line.substr(close + 1), " \t:") : line;
}

/// "fi_mr_reg failed: -12 (Cannot allocate memory)". What libfabric warns of it mostly survives.
bool is_failure_of_libfabric(std::string_view line) {
  constexpr std::array kFailed = std::to_array<std::string_view>(
      {"failed", "Failed", "error", "Error", "ERROR", "ret=", ": -"});
  return core::is_of_libfabric(line) && core::has_any(line, kFailed) && !has(line, "<warn>") &&
         !has(line, "<info>");
}

/// Whether a line is more of a traceback than an error.
bool is_of_traceback(std::string_view text) {
  return text.empty() || text.starts_with("File ") || text.starts_with("Traceback") ||
         text.starts_with("frame #") || text.starts_with("Exception raised from");
}

}  // namespace

bool is_error_of_caller(std::string_view line) {
  return kErrorSearch.first_in(line) != kNone || kAroundSearch.first_in(line) != kNone ||
         has(line, kLastError);
}

void ComplaintReader::take(const Line& line) {
  if (line.level == Level::Warn) return add(line.text, line);
  if (line.level != Level::Info) return take_other(line);
  if (kTroubleSearch.first_in(line.text) != kNone) return add(line.text, line);
  // Every function on the way back says so, on every rank: a few show that something failed.
  constexpr int kEnough = 8;
  if (returned_errors_ < kEnough && returns_error(line.text)) {
    ++returned_errors_;
    add(line.text, line);
  }
}

void ComplaintReader::take_other(const Line& line) {
  const bool is_expected = std::exchange(expects_error_, false);
  if (!is_expected && kSignSearch.first_in(line.whole) == kNone) return take_around(line);
  if (const std::size_t old = old_warning(line.whole); old != kNone) {
    Line warning = line;
    warning.head = line.whole.substr(0, old);
    return add(line.whole.substr(old + std::string_view(" WARN ").size()), warning);
  }
  // nccl-tests (src/common.cu), below its table.
  if (const std::size_t wrong = line.whole.find("Out of bounds values : ");
      wrong != kNone && has(line.whole, " FAILED")) {
    return add(line.whole.substr(wrong), line);
  }
  const std::string_view said = without_tags(line.whole);
  if (said.starts_with("raise ")) return;  // Python's code in a traceback
  if (is_expected && !has(line.whole, kLastError) && !is_of_traceback(said)) {
    add(said, line);
  } else if (const std::size_t error = kErrorSearch.first_in(line.whole); error != kNone) {
    add(line.whole.substr(error), line);
  }
  const std::size_t last = core::find_part(line.whole, kLastError);
  if (last == kNone) return;
  const std::string_view rest = without_quoting(line.whole.substr(last + kLastError.size()));
  if (rest.empty()) {
    expects_error_ = true;
  } else {
    add(rest, line);
  }
}

/// The whole of a line of a program around NCCL: what stands before its error says what of.
void ComplaintReader::take_around(const Line& line) {
  if (kAroundSearch.first_in(line.whole) != kNone || has_error_code(line.whole) ||
      is_failure_of_libfabric(line.whole)) {
    std::string_view said = without_tags(line.whole);
    // "[CUDA_ERROR_NOT_PERMITTED] text": the code is what looks like a tag.
    if (!has_error_code(said) && has_error_code(line.whole)) said = core::trimmed(line.whole);
    if (!said.starts_with("raise ")) add(said, line);
  } else if (is_error_by_form(line.whole)) {
    add(without_tags(line.whole), line, Kind::ByForm);
  } else if (kTaskSearch.first_in(line.whole) != kNone) {
    if (!has(line.whole, "none")) add(line.whole, line, Kind::Option);
  } else if (const std::string_view words = own_words(line.whole); !is_of_program(words)) {
    add(core::sentence_of_trouble(words), line, Kind::Told);
  }
}

std::vector<core::RunWarning>& ComplaintReader::list_of(Kind kind) {
  if (kind == Kind::Told) return told_;
  if (kind == Kind::Option) return options_;
  return kind == Kind::Known ? complaints_ : by_form_;
}

void ComplaintReader::add(std::string_view text, const Line& line, Kind kind) {
  auto& complaints = list_of(kind);
  const std::size_t most = kind == Kind::Known    ? kMostComplaints
                           : kind == Kind::ByForm ? kMostByForm
                                                  : kMostTold;
  if (complaints.size() >= most) return;
  core::RunWarning complaint;
  complaint.text = core::printable(without_quoting(text));
  if (complaint.text.empty()) return;
  complaint.is_by_form = kind == Kind::ByForm || kind == Kind::Option;
  complaint.is_told = kind == Kind::Told;
  complaint.origin = {core::Origin::Kind::File, fmt::format("{}: line {}", path_, line.number)};
  if (!line.head.empty()) read_head(line, complaint);
  complaint.rank = rank_in(line.head.empty() ? line.whole : line.head);
  complaint.time = time_in(line.head.empty() ? line.whole : line.head);
  complaint.group = group_in(line.whole);
  const std::string key =
      fmt::format("{}|{}|{}|{}|{}", complaint.text, complaint.place, complaint.host,
                  complaint.gpu.value_or(-1), complaint.rank.value_or(-1));
  if (known_.insert(key).second) complaints.push_back(std::move(complaint));
}

std::vector<core::RunWarning> ComplaintReader::finish() && {
  const bool have_times = std::ranges::none_of(
      complaints_, [](const core::RunWarning& complaint) { return complaint.time.empty(); });
  if (have_times) std::ranges::stable_sort(complaints_, {}, &core::RunWarning::time);
  const bool has_errors = !complaints_.empty() || !by_form_.empty();
  std::ranges::move(by_form_, std::back_inserter(complaints_));
  if (has_errors) std::ranges::move(options_, std::back_inserter(complaints_));
  std::ranges::move(told_, std::back_inserter(complaints_));
  return std::move(complaints_);
}

std::vector<core::RunWarning> complaints_in(std::string_view text, const std::string& path) {
  ComplaintReader reader(path);
  const auto whole = with_whole_lines(text);
  for_each_nccl_line(whole ? *whole : text, [&](const Line& line) { reader.take(line); });
  return std::move(reader).finish();
}

}  // namespace treering::hw::formats::nccl_log
