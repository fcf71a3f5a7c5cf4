#include "tuner/doctor/causes.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/format.h"

namespace treering::tuner::doctor {
namespace causes_test {

using ::testing::HasSubstr;
using ::testing::Not;

core::HostState run_saying(const std::string& text, const std::string& place = "") {
  core::HostState host;
  host.warnings.push_back({text, {}, place});
  return host;
}

/// The cause of the last complaint.
std::string cause_in(const core::HostState& host) {
  const auto found = explained(host.warnings.back(), host);
  return found ? found->what : "";
}

bool is_known_place(std::string_view name) {
  return name.starts_with('$') || name == "nccl-cuda" || name == "driver-cuda";
}

// A sentence may repeat only what every pattern of its entry takes.
TEST(Causes, SentencesHavePlacesOfTheirPatterns) {
  for (const Cause& cause : all_causes()) {
    for (const std::string_view sentence : {cause.cause, cause.fix}) {
      for (const std::string_view name : places_in(sentence)) {
        if (is_known_place(name)) continue;
        for (const std::string_view pattern : patterns_in(cause.pattern)) {
          EXPECT_THAT(places_in(pattern), ::testing::Contains(name)) << pattern;
        }
      }
    }
  }
}

TEST(Causes, EntriesAreWhole) {
  for (const Cause& cause : all_causes()) {
    EXPECT_FALSE(cause.source.empty()) << cause.pattern;
    if (cause.kind == CauseKind::Quiet) continue;
    EXPECT_FALSE(cause.cause.empty()) << cause.pattern;
    EXPECT_FALSE(cause.fix.empty()) << cause.pattern;
    EXPECT_FALSE(cause.cause.ends_with('.')) << cause.cause;
  }
}

/// A text that the pattern fits: places as numbers, a blank where anything may stand.
std::string example_of(std::string_view pattern) {
  std::string text;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] == '{') {
      text += '7';
      at = pattern.find('}', at);
    } else {
      text += pattern[at] == '*' ? ' ' : pattern[at];
    }
  }
  return text;
}

bool is_first_without_needs(const Cause& cause, const core::HostState& host) {
  const auto found = explained(host.warnings.front(), host);
  return found && (found->cause == &cause || !found->cause->needs.empty());
}

// No entry is hidden behind one above it that fits all of its texts.
TEST(Causes, EachPatternIsReached) {
  for (const Cause& cause : all_causes()) {
    if (!cause.needs.empty()) continue;
    bool is_reached = false;
    for (const std::string_view pattern : patterns_in(cause.pattern)) {
      is_reached |= is_first_without_needs(cause, run_saying(example_of(pattern)));
    }
    EXPECT_TRUE(is_reached) << cause.pattern;
  }
}

/// How many complaints are read in a line.
std::size_t complaints_in(const std::string& line) {
  const auto read = hw::formats::read_log_nccl_log({"t.log", line + "\n"});
  const auto* const run = read ? std::get_if<hw::formats::LoadedRun>(&*read) : nullptr;
  return run == nullptr ? 0 : run->host.warnings.size();
}

// The reader of logs keeps only lines whose words it knows, or that have the form of an error, in
// which some programs always print theirs.
TEST(Causes, LinesOfProgramsAroundNcclAreRead) {
  for (const Cause& cause : all_causes()) {
    if (!cause.is_around) continue;
    for (const std::string_view pattern : patterns_in(cause.pattern)) {
      const std::string line = example_of(pattern) + " of a program";
      const bool is_read = complaints_in(line) > 0 || complaints_in("[core.py:9] " + line) > 0 ||
                           complaints_in("ERROR 03-23 21:43:38 [core.py:9] " + line) > 0;
      EXPECT_TRUE(is_read) << pattern;
    }
  }
}

core::HostState run_of(const std::string& line) {
  const auto read = hw::formats::read_log_nccl_log({"t.log", line + "\n"});
  const auto* const run = read ? std::get_if<hw::formats::LoadedRun>(&*read) : nullptr;
  return run == nullptr ? core::HostState() : run->host;
}

std::string cause_of_line(const std::string& line) {
  const core::HostState host = run_of(line);
  return host.warnings.empty() ? "not read" : cause_in(host);
}

// Lines as in NVIDIA/nccl-tests#299 and #180, open-mpi/ompi#3778, NVIDIA/nvidia-docker#1034,
// deepseek-ai/DeepEP#55, pytorch/pytorch#107021.
TEST(Causes, WhatStopsARunBeforeNcclBegins) {
  EXPECT_THAT(cause_of_line("ssh: connect to host node7 port 22: Connection refused"),
              HasSubstr("no ssh server answers on node7, port 22"));
  EXPECT_THAT(cause_of_line("Host key verification failed."), HasSubstr("does not know the key"));
  EXPECT_THAT(cause_of_line("but OMPI was not built with SLURM's PMI support and therefore cannot"),
              HasSubstr("srun and this Open MPI"));
  EXPECT_THAT(
      cause_of_line("[1700554343.440877] [n1:7356 :0]   sock.c:323  UCX  ERROR   "
                    "connect(fd=48, dest_addr=172.17.0.1:42887) failed: Connection refused"),
      HasSubstr("docker0"));
  EXPECT_THAT(cause_of_line("docker: Error response from daemon: could not select device driver "
                            "\"\" with capabilities: [[gpu]]."),
              HasSubstr("NVIDIA Container Toolkit is not installed"));
  EXPECT_THAT(
      cause_of_line("/w/nvshmem_src/src/host/transport/transport.cpp:nvshmemi_transport_init"
                    ":275: init failed for transport: IBGDA"),
      HasSubstr("NVSHMEM found no way to other nodes"));
  EXPECT_THAT(
      cause_of_line("torch.distributed.elastic.rendezvous.api.RendezvousConnectionError: The "
                    "connection to the C10d store has failed."),
      HasSubstr("torchrun did not reach the store"));
}

TEST(Causes, ErrorsThatGoUpThroughNcclHaveAReasonElsewhere) {
  const core::HostState host = run_of("n:1:2 [0] NCCL INFO transport/net.cc:299 -> 2");
  ASSERT_EQ(host.warnings.size(), 1U);
  EXPECT_EQ(explained(host.warnings[0], host)->cause->kind, CauseKind::Unsaid);
  EXPECT_THAT(cause_in(host), HasSubstr("a call to the system"));
}

// Lines as in wilicc/gpu-burn#92, NVIDIA/nvbandwidth#39, NVIDIA/nccl-tests#12, pytorch#35710.
TEST(Causes, ErrorsOfCudaInAnyFrame) {
  EXPECT_THAT(cause_of_line("  what():  Error (gpu_burn-drv.cpp:298): system not yet initialized"),
              HasSubstr("fabric is not set up"));
  EXPECT_THAT(cause_of_line("[CUDA_ERROR_NOT_PERMITTED] operation not permitted in expression x"),
              HasSubstr("IMEX channel"));
  EXPECT_THAT(cause_of_line("Cuda failure common.cu:891 'CUDA driver version is insufficient for "
                            "CUDA runtime version'"),
              HasSubstr("the driver is older"));
  EXPECT_THAT(cause_of_line("cudaGetDeviceProperties returned 802"),
              HasSubstr("fabric is not set up"));
  EXPECT_THAT(cause_of_line("failed call to cuInit: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"),
              HasSubstr("not of the driver that is loaded"));
}

TEST(Causes, CompletionsInAnyFrame) {
  EXPECT_THAT(cause_of_line("[n1:7:0] ib_mlx5_log.c:177  Transport retry count exceeded on "
                            "mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)"),
              HasSubstr("cannot reach that of another node"));
  EXPECT_THAT(cause_of_line("Failed status 4: wr_id 0 syndrom 0x81"),
              HasSubstr("diverts GPUDirect RDMA"));
}

// As in NVIDIA/gpu-operator#610, data-infra/cube-studio#29.
TEST(Causes, TheFabricManagersOwnLines) {
  EXPECT_THAT(cause_of_line("Sep 18 03:19:01 n1 nv-fabricmanager[7]: request to query NVSwitch "
                            "device failed with error:WARNING Nothing to do "
                            "[NV_WARN_NOTHING_TO_DO]"),
              HasSubstr("has no use for it"));
  EXPECT_THAT(cause_of_line("nv-fabricmanager[7]: fabric manager NVIDIA GPU driver interface "
                            "version 550.127.05 don't match with driver version 550.120. Please"),
              HasSubstr("is of version 550.127.05, and the driver of 550.120"));
}

// How launchers and schedulers say that a process died: POSIX signals 9, 7, 11 and 15, of which
// shells make 137, 135, 139 and 143.
TEST(Causes, EndsOfProcesses) {
  for (const std::string line :
       {"mpirun noticed that process rank 6 with PID 0 on node n1 exited on signal 9 (Killed).",
        "[2026-11-30 18:44:12,715] [ERROR] [launch.py:321] exits with return code = -9",
        "torch.multiprocessing.spawn.ProcessExitedException: process 1 terminated with signal "
        "SIGKILL",
        "subprocess.CalledProcessError: Command '['python3']' died with <Signals.SIGKILL: 9>.",
        "      Exit Code:    137", "pod worker-1 terminated: exit code 137"}) {
    EXPECT_THAT(cause_of_line(line), HasSubstr("killed from outside")) << line;
  }
  EXPECT_THAT(cause_of_line("slurmstepd: error: Detected 1 oom-kill event(s) in StepId=7.0."),
              HasSubstr("ran out of memory"));
  EXPECT_THAT(cause_of_line("[ERROR] [launch.py:321] exits with return code = -7"),
              HasSubstr("SIGBUS"));
  EXPECT_THAT(cause_of_line("slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-30T18:44:12 "
                            "DUE TO TIME LIMIT ***"),
              HasSubstr("time limit"));
  EXPECT_THAT(cause_of_line("slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-30T18:44:12 "
                            "***"),
              HasSubstr("somebody cancelled"));
}

// As in microsoft/DeepSpeed#4907, NVIDIA/TensorRT-LLM#1992, vllm-project/vllm#13388,
// horovod/horovod#1012.
TEST(Causes, LaunchersAndFrameworks) {
  EXPECT_THAT(cause_of_line("subprocess.CalledProcessError: Command 'ssh -o "
                            "PasswordAuthentication=no 10.0.0.7 hostname' returned non-zero exit "
                            "status 255."),
              HasSubstr("cannot log in on 10.0.0.7"));
  EXPECT_THAT(
      cause_of_line("RuntimeError: [TensorRT-LLM][ERROR] Assertion failed: MPI size 1 != TP "
                    "size 2 * PP size 1"),
      HasSubstr("another number of MPI processes"));
  EXPECT_THAT(cause_of_line("Error: No available node types can fulfill resource request "
                            "{'node:10.61.0.27': 0.001, 'GPU': 1.0}"),
              HasSubstr("on the node 10.61.0.27"));
  EXPECT_THAT(cause_of_line("HorovodBroadcast_dense_kernel_0 [missing ranks: 1]"),
              HasSubstr("for rank 1"));
}

// Lines of programs, each in words of its source (causes.def), and what they must lead to.
TEST(Causes, MoreOfLaunchersAndContainers) {
  const std::vector<std::pair<std::string, std::string>> kLines{
      {"mpirun has detected an attempt to run as root.", "refuses to run as root"},
      {"bash: line 1: orted: command not found", "Open MPI is not found on another node"},
      {"ValueError: Error initializing torch.distributed using env:// rendezvous: environment "
       "variable RANK expected, but not set",
       "does not find RANK"},
      {"RuntimeError: Unable to find address for: ^lo", "Gloo finds no address of ^lo"},
      {"[Rank 0]: Rank 1 failed to pass monitoredBarrier in 2000 ms", "rank 1 did not come"},
      {"RuntimeError: CUDA error: peer mapping resources exhausted", "no room for another peer"},
      {"0/4 nodes are available: 4 Insufficient nvidia.com/gpu.", "enough of nvidia.com/gpu"},
      {"libibverbs: Warning: RLIMIT_MEMLOCK is 65536 bytes.", "only 65536 bytes"},
      {"nvidia_peermem: Unknown symbol ib_register_peer_memory_client (err -2)",
       "does not fit the RDMA drivers"},
      {"torch.distributed.DistNetworkError: failed to bind to 29500 (errno: 98 - Address already "
       "in "
       "use)",
       "a port is in use"},
      {"ValueError: World size (4) is larger than the number of available GPUs (1) in this node.",
       "a job of 4 ranks"},
  };
  for (const auto& [line, cause] : kLines) {
    EXPECT_THAT(cause_of_line(line), HasSubstr(cause)) << line;
  }
}

// A paste may begin with the words of a warning (as in NVIDIA/nccl#1898, #1784).
TEST(Causes, WarningsWithoutWhatStandsBeforeThem) {
  EXPECT_THAT(cause_of_line("Error : no algorithm/protocol available for function AllReduce with "
                            "datatype ncclInt64. NCCL_ALGO was set to reducescatter:nvls."),
              HasSubstr("NCCL_ALGO=reducescatter leaves no algorithm for AllReduce"));
  EXPECT_THAT(cause_of_line("undefined symbol: \"ncclCommWindowRegister\""),
              HasSubstr("it lacks ncclCommWindowRegister"));
}

// NCCL 2.30, src/init.cc, transport/net_ib/connect.cc; aws-ofi-nccl, src/nccl_ofi_rdma.cpp.
TEST(Causes, WarningsOfNewerVersions) {
  EXPECT_THAT(cause_in(run_saying("Invalid config splitShare attribute value 7")),
              HasSubstr("ncclConfig_t"));
  EXPECT_THAT(cause_in(run_saying("NET/IB: OOO RQ is force enabled but AR is not enabled, which is "
                                  "required for OOO RQ (device=mlx5_0)")),
              HasSubstr("NCCL_IB_OOO_RQ"));
  EXPECT_THAT(cause_in(run_saying("NET/OFI Unexpected number of remote rails for dev 0. Expected 4 "
                                  "but got 1")),
              HasSubstr("different numbers of EFA adapters"));
}

// NVIDIA/nccl#1589, #2190.
TEST(Causes, SharedMemoryIsTooSmallOnlyWhereTheSystemSaysSo) {
  const std::string attaching = "Error while attaching to shared memory segment /dev/shm/nccl-x ";
  EXPECT_THAT(cause_in(run_saying("Call to posix_fallocate failed : No space left on device")),
              HasSubstr("too small"));
  EXPECT_THAT(cause_in(run_saying("Error: failed to extend /dev/shm/nccl-fjwOOB to 5967876 bytes")),
              HasSubstr("too small"));
  EXPECT_THAT(cause_in(run_saying(attaching + "(size 0), error: No such file or directory (2)")),
              HasSubstr("NUMA node"));
  EXPECT_THAT(cause_in(run_saying(attaching + "(size 4096), error: No such file (2)")),
              HasSubstr("containers with a /dev/shm each"));
}

// NCCL registers shared memory with CUDA after it was made: then /dev/shm is large enough.
TEST(Causes, SharedMemoryThatCudaRefusesIsNotTooSmall) {
  core::HostState host = run_saying("Cuda failure 'invalid argument'", "misc/shmutils.cc:117");
  EXPECT_THAT(cause_in(host), HasSubstr("CUDA refused to register it"));
  host.warnings.push_back({"Error while creating shared memory segment /dev/shm/nccl-k2 (size 9)",
                           {},
                           "misc/shmutils.cc:149"});
  EXPECT_THAT(cause_in(host), Not(HasSubstr("too small")));
  host = run_saying("unhandled cuda error");
  host.warnings.push_back({"Error while creating shared memory segment /dev/shm/nccl-k2", {}, ""});
  EXPECT_THAT(cause_in(host), HasSubstr("limit on pinned memory"));
  EXPECT_THAT(
      cause_in(run_saying("unlink shared memory /dev/shm/nccl-k2 failed, error: No such file or "
                          "directory")),
      HasSubstr("RemoveIPC"));
}

TEST(Causes, AGpuThatAnotherContainerHasIsNotLost) {
  EXPECT_THAT(cause_in(run_saying("nvmlDeviceGetHandleByPciBusId() failed: Not Found")),
              HasSubstr("GPUs of their own"));
  EXPECT_THAT(cause_in(run_saying("nvmlDeviceGetHandleByPciBusId() failed: GPU is lost")),
              HasSubstr("bus"));
  EXPECT_THAT(cause_in(run_saying("CUDA runtime error in cudaIpcOpenMemHandle(h): peer access is "
                                  "not supported between these two devices")),
              HasSubstr("TensorRT-LLM"));
  EXPECT_THAT(cause_in(run_saying("Cuda error x/custom_all_reduce.cuh:371 'invalid argument'")),
              HasSubstr("expandable segments"));
}

// A machine without a plugin says so at the level INFO.
TEST(Causes, ANetworkPluginThatIsNotThereIsNoFault) {
  const auto kind_of = [](const std::string& text) {
    const core::HostState host = run_saying(text);
    const auto found = explained(host.warnings.front(), host);
    return found ? found->cause->kind : CauseKind::Unsaid;
  };
  EXPECT_EQ(kind_of("NET/Plugin : dlerror=libnccl-net.so: cannot open shared object file: No such "
                    "file or directory No plugin found (libnccl-net.so), using internal"),
            CauseKind::Quiet);
  EXPECT_EQ(
      kind_of("NET/Plugin: Plugin load returned 2 : libnccl-net.so: cannot open shared object "
              "file: No such file or directory : when loading libnccl-net.so"),
      CauseKind::Quiet);
  EXPECT_EQ(kind_of("NET/Plugin : dlerror=/opt/lib/libfabric.so.1: version `FABRIC_1.8' not found "
                    "(required by /opt/lib/libnccl-net.so) No plugin found (libnccl-net.so)"),
            CauseKind::Costs);
  EXPECT_EQ(kind_of("NET/Plugin: Plugin load returned 2 : libucp.so.0: cannot open shared object "
                    "file: No such file or directory : when loading libnccl-net.so"),
            CauseKind::Costs);
  EXPECT_EQ(kind_of("NET/IB : No device found."), CauseKind::Quiet);
}

TEST(Causes, CallsOfProgramsThatNcclRefuses) {
  EXPECT_THAT(cause_in(run_saying("AllReduce : sendbuff (nil) is not a valid pointer")),
              HasSubstr("buffer that is NULL"));
  EXPECT_THAT(cause_in(run_saying("Reduce : invalid root 0 (root should be in the 0..0 range)")),
              HasSubstr("without ranks"));
  EXPECT_THAT(cause_in(run_saying("Broadcast : invalid root 9 (root should be in the 0..8 range)")),
              HasSubstr("has 8 ranks"));
  EXPECT_THAT(cause_in(run_saying("Error : no algorithm/protocol available for function Broadcast "
                                  "with datatype ncclInt8. NCCL_ALGO was set to NVLS.")),
              HasSubstr("NCCL_ALGO=NVLS leaves no algorithm for Broadcast"));
  EXPECT_THAT(cause_in(run_saying("[2] is setting up NCCL communicator and retrieving ncclUniqueId "
                                  "from [0], but got error: wait timeout after 600000ms")),
              HasSubstr("first collective in time"));
}

// libibverbs, ibv_event_type_str.
TEST(Causes, EventsOfAdaptersThatHarmNothing) {
  const auto kind_of = [](const std::string& event) {
    const core::HostState host = run_saying("NET/IB : mlx5_0:1 Got async event : " + event);
    return explained(host.warnings.front(), host)->cause->kind;
  };
  EXPECT_EQ(kind_of("client reregistration"), CauseKind::Quiet);
  EXPECT_EQ(kind_of("SM change"), CauseKind::Quiet);
  EXPECT_EQ(kind_of("port active"), CauseKind::Quiet);
  EXPECT_EQ(kind_of("port error"), CauseKind::Costs);
  EXPECT_EQ(kind_of("local work queue catastrophic error"), CauseKind::Perhaps);
  EXPECT_EQ(kind_of("local catastrophic error"), CauseKind::Fault);
}

// The port went down first; the transfer failed for it.
TEST(Causes, APortThatWentDownIsTheCauseOfItsTransfers) {
  core::HostState host = run_saying("NET/IB : mlx5_2:1 async event : port error");
  EXPECT_EQ(explained(host.warnings.back(), host)->cause->kind, CauseKind::Costs);
  host.warnings.push_back(
      {"NET/IB : Got completion from peer 10.1.0.2<3> with status=12 opcode=1", {}, ""});
  EXPECT_EQ(explained(host.warnings.front(), host)->cause->kind, CauseKind::Fault);
}

// NVIDIA/nccl#928, #426, #1405: libibverbs' number decides.
TEST(Causes, CompletionsSayWhyByTheirNumber) {
  const auto completion = [](const std::string& words) {
    return cause_in(run_saying("NET/IB : Got completion from peer 10.1.0.2<33397> with " + words));
  };
  EXPECT_THAT(completion("error 4, opcode 0, len 0, vendor err 81 (Send)"), HasSubstr("ACS"));
  EXPECT_THAT(completion("status=4 opcode=0 len=0 vendor err 81 (Send)"), HasSubstr("ACS"));
  EXPECT_THAT(completion("status=IBV_WC_LOC_PROT_ERR(4) opcode=X(0) vendor_err=81 "),
              HasSubstr("diverts"));
  EXPECT_THAT(completion("error 12, opcode 0, len 0, vendor err 129"), HasSubstr("GID"));
  EXPECT_THAT(completion("status=12 opcode=1 len=0 vendor err 129 (Send)"), HasSubstr("GID"));
  EXPECT_THAT(completion("error 5, opcode 0, len 0, vendor err 249"), HasSubstr("gave up"));
  EXPECT_THAT(completion("status=13 opcode=1"), HasSubstr("posted nothing"));
}

TEST(Causes, PlacesTellOneFailureFromAnother) {
  EXPECT_THAT(cause_in(run_saying("Cuda failure 1 'invalid argument'", "transport/nvls.cc:244")),
              HasSubstr("fabric manager"));
  EXPECT_EQ(cause_in(run_saying("Cuda failure 1 'invalid argument'", "include/alloc.h:102")), "");
  EXPECT_THAT(
      cause_in(run_saying("Cuda failure 101 'invalid device ordinal'", "transport/p2p.cc:275")),
      HasSubstr("does not see the GPU of another"));
  EXPECT_THAT(cause_in(run_saying("Test CUDA failure common.cu:941 'invalid device ordinal'")),
              HasSubstr("-g"));
}

TEST(Causes, WordsOfTheLogAreInTheSentence) {
  EXPECT_THAT(
      cause_in(run_saying("Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 3b000")),
      HasSubstr("ranks 1 and 0 both use the GPU with bus id 3b000"));
}

TEST(Causes, VersionsOfTheRunAreEvidence) {
  core::HostState host =
      run_saying("Cuda failure 'API call is not supported in the installed CUDA driver'");
  EXPECT_THAT(cause_in(host), HasSubstr("older than the CUDA"));
  host.nccl_version = {"2.14.3+cuda11.7", {}};
  host.driver_version = {"CUDA 11.0", {}};
  EXPECT_THAT(cause_in(host), HasSubstr("of CUDA 11.0, and NCCL was built for CUDA 11.7"));
  host.driver_version = {"CUDA 12.2", {}};
  EXPECT_THAT(cause_in(host), HasSubstr("older than the CUDA"));
  host.driver_version = {"470.57.02", {}};
  host.cuda_version = {"11.4", {}};
  EXPECT_THAT(cause_in(host), HasSubstr("of CUDA 11.4, and NCCL was built for CUDA 11.7"));
}

// NVIDIA/nccl#1808: the magic is eight bytes of what came, "GET /met", the first of them last.
TEST(Causes, WhatSpeaksHttpIsNoRank) {
  EXPECT_THAT(cause_in(run_saying("socketFinalizeAccept: wrong magic 74656d2f20544547 != 7970")),
              HasSubstr("HTTP"));
  EXPECT_THAT(cause_in(run_saying("socketFinalizeAccept: wrong magic 7970663b906d70b9 != 7971")),
              HasSubstr("not of this job"));
}

TEST(Causes, VariablesAreEvidence) {
  core::HostState host = run_saying("Bootstrap : no socket interface found");
  EXPECT_THAT(cause_in(host), HasSubstr("NCCL_SOCKET_IFNAME names none"));
  host.variables.push_back({"NCCL_SOCKET_IFNAME", "eth9", {}});
  EXPECT_THAT(cause_in(host), HasSubstr("NCCL_SOCKET_IFNAME=eth9"));
  EXPECT_TRUE(has_evidence("set:NCCL_SOCKET_IFNAME=eth9 & not set:NCCL_NET", host));
  EXPECT_FALSE(has_evidence("set:NCCL_SOCKET_IFNAME=eth0", host));
  host = run_saying("Error : no algorithm/protocol available");
  EXPECT_THAT(cause_in(host), HasSubstr("the size of the message"));
  host.variables.push_back({"NCCL_ALGO", "CollNet", {}});
  EXPECT_THAT(cause_in(host), HasSubstr("NCCL_ALGO=CollNet leaves no algorithm"));
  EXPECT_FALSE(has_evidence("nccl<2.26", host));
}

// Lines as in NVIDIA/nccl#563, aws/aws-ofi-nccl#161 and #584, awslabs/awsome-distributed-ai#312 and
// #647. The numbers are not CUDA's.
TEST(Causes, LibfabricsErrorsAreNotCudas) {
  EXPECT_THAT(cause_of_line("ip-10:149:298 [5] register_mr_buffers:465 NCCL WARN NET/OFI Unable to "
                            "register memory (type = 1) for device 0. RC: 12, Error: Cannot "
                            "allocate memory"),
              HasSubstr("the limit on locked memory is too low"));
  EXPECT_THAT(cause_of_line("Libfabric error: (-12) Cannot allocate memory"),
              HasSubstr("the limit on locked memory is too low"));
  EXPECT_THAT(
      cause_of_line("a:1:2 [0] ofi.c:9 NCCL WARN NET/OFI Request 0x7f completed with error. "
                    "RC: 21. Error: unknown error. Completed length: 0"),
      HasSubstr("EFA could not reach the other node"));
  EXPECT_THAT(
      cause_of_line("a:1:2 [0] ofi.c:9 NCCL WARN NET/OFI Request 0x7f completed with error. "
                    "RC: 5. Error: Invalid receiver queue pair number (QPN)"),
      HasSubstr("the process on the other node is gone"));
  EXPECT_THAT(
      cause_of_line("nccl_net_ofi: fi_domain() failed with error code 35 for CUDA device 0"),
      HasSubstr("not of CUDA"));
  EXPECT_THAT(cause_of_line("fi_av_insert failed for cuda: error 101 network unreachable"),
              HasSubstr("libfabric"));
}

core::HostState run_of_task(const std::string& command) {
  return run_of(command + "\nn1: Test CUDA failure common.cu:986 'invalid device ordinal'");
}

std::string cause_of_first(const core::HostState& host) {
  const auto found = explained(host.warnings.front(), host);
  return found ? found->what : "";
}

// As in NVIDIA/nccl-tests#300 and ACEsuit/mace#435: -g 1 is not too large.
TEST(Causes, ATaskWithAGpuOfItsOwnSeesNoOther) {
  for (const std::string command :
       {"srun -n 2 --gpus-per-task=1 ./build/all_reduce_perf -g 1",
        "srun -n 2 --tres-bind=gres/gpu:per_task:1 ./build/all_reduce_perf -g 1",
        "srun --gpu-bind=single:1 ./build/all_reduce_perf"}) {
    EXPECT_THAT(cause_of_first(run_of_task(command)), HasSubstr("a GPU of its own")) << command;
  }
  EXPECT_THAT(cause_of_first(run_of_task("srun --gpu-bind=none ./build/all_reduce_perf -g 2")),
              HasSubstr("-g is too large"));
  const core::HostState training =
      run_of("#SBATCH --gpus-per-task=1\nRuntimeError: CUDA error: invalid device ordinal");
  EXPECT_THAT(cause_of_first(training), HasSubstr("a GPU of its own"));
  // Such a line alone is no error.
  EXPECT_TRUE(run_of("#SBATCH --gpus-per-task=1").warnings.empty());
}

// Mellanox/nv_peer_memory#84 and #28.
TEST(Causes, APeerMemoryModuleOfAnotherKernel) {
  for (const std::string line :
       {"[Fri Feb 12 11:47:20 2021] nv_peer_mem: Unknown symbol ib_register_peer_memory_client "
        "(err "
        "0)",
        "[  366.264584] nv_peer_mem: disagrees about version of symbol nvidia_p2p_get_pages",
        "modprobe: ERROR: could not insert 'nv_peer_mem': Unknown symbol in module"}) {
    EXPECT_THAT(cause_of_line(line), HasSubstr("nv_peer_mem does not fit this kernel")) << line;
  }
}

// People copy lines as wide as their window.
TEST(Causes, ALineThatIsTornAtItsEnd) {
  EXPECT_THAT(cause_of_line("n:1:2 [0] misc/socket.cc:483 NCCL WARN socketStartConnect: Connect to "
                            "10.0.0.1<4000> failed : No route to"),
              HasSubstr("cannot reach another over TCP"));
  EXPECT_THAT(cause_of_line("ssh: connect to host node7 port 22: No route to"),
              HasSubstr("no ssh server answers on node7"));
}

// vllm#43420, NVIDIA/nccl-tests#32 and #81, huggingface and PyTorch threads,
// open-gpu-kernel-modules of tinygrad#16, NVIDIA/nvshmem#45.
TEST(Causes, FurtherProgramsAroundNccl) {
  EXPECT_THAT(cause_of_line("(EngineCore pid=7) INFO 08-13 11:27:02 [shm_broadcast.py:802] No "
                            "available shared memory broadcast block found in 60 seconds."),
              HasSubstr("a process of vLLM waits for another"));
  EXPECT_THAT(cause_of_line("common.h:15:10: fatal error: mpi.h: No such file or directory"),
              HasSubstr("does not find MPI"));
  EXPECT_THAT(cause_of_line("common.h:9:10: fatal error: nccl.h: No such file or directory"),
              HasSubstr("does not find NCCL"));
  EXPECT_THAT(cause_of_line("train.py: error: unrecognized arguments: --local_rank=0"),
              HasSubstr("the launcher gives each process an argument"));
  EXPECT_THAT(cause_of_line("RuntimeError: Expected to have finished reduction in the prior "
                            "iteration before starting a new one."),
              HasSubstr("got no gradient"));
  EXPECT_THAT(cause_of_line("RuntimeError: DDP expects same model across all ranks, but Rank 0 has "
                            "161 params, while rank 1 has inconsistent 0 params."),
              HasSubstr("on rank 1 (0) than on rank 0 (161)"));
  EXPECT_THAT(cause_of_line("a:1:2 [0] allocator.cc:89 NCCL WARN Cuda failure 205 'mapping of "
                            "buffer object failed'"),
              HasSubstr("BAR1"));
  EXPECT_THAT(cause_of_line("ibgda.cpp:1393: non-zero status: 121 Error in mlx5dv_devx_obj_modify "
                            "for INIT2RTR_QP with syndrome 764216"),
              HasSubstr("NVSHMEM_IB_TRAFFIC_CLASS"));
}

// kvcache-ai/Mooncake#204, sgl-project/sglang#30737, pytorch#37004, modelscope/ms-swift#3343.
TEST(Causes, TransfersOfCachesAndStores) {
  EXPECT_THAT(
      cause_of_line("E0331 12:03:04.222625 56060 rdma_endpoint.cpp:385] [Handshake] Failed "
                    "to modify QP to RTR, check mtu, gid, peer lid, peer qp num: Connection "
                    "timed out [110]"),
      HasSubstr("Mooncake could not connect the adapters"));
  EXPECT_THAT(cause_of_line("W0710 rdma.cpp:9] GID is NULL, please check your GID index by "
                            "specifying MC_GID_INDEX"),
              HasSubstr("Mooncake found no address"));
  EXPECT_THAT(cause_of_line("n8:1:2 [0] include/shm.h:27 NCCL WARN Call to shm_open failed : "
                            "Permission denied"),
              HasSubstr("may not open shared memory"));
  EXPECT_THAT(cause_of_line("[W228 18:45:15.741177013 socket.cpp:487] [c10d] waitForInput: socket "
                            "SocketImpl(fd=11, addr=[a]:1, remote=[b]:2) timed out after 900000ms"),
              HasSubstr("waited 900000 ms"));
}

// NVIDIA/nccl#957, pytorch#150852.
TEST(Causes, VersionsTellWhyAnArgumentIsInvalid) {
  core::HostState host = run_saying("Cuda failure 'invalid argument'", "transport.cc:154");
  EXPECT_THAT(cause_in(host), HasSubstr("containers or cgroups"));
  host.nccl_version = {"2.18.3+cuda12.1", {}};
  EXPECT_THAT(cause_in(host), HasSubstr("a known fault of NCCL 2.18"));
  host = run_saying("Cuda failure 1 'invalid argument'", "transport/nvls.cc:254");
  host.nccl_version = {"2.26.2+cuda12.6", {}};
  host.cuda_version = {"12.2", {}};
  EXPECT_THAT(cause_in(host), HasSubstr("the driver is of CUDA 12.2, older than the CUDA 12.6"));
  host.cuda_version = {"12.8", {}};
  EXPECT_THAT(cause_in(host), HasSubstr("fabric manager"));
}

// As in linux-rdma/perftest#126, and of programs that call libibverbs themselves.
TEST(Causes, MemoryThatAnAdapterDoesNotRegister) {
  EXPECT_THAT(cause_of_line("Couldn't allocate MR"), HasSubstr("nvidia_peermem is not loaded"));
  for (const std::string line :
       {"ibv_reg_mr() failed: Cannot allocate memory", "ibv_reg_mr failed with errno 12",
        "efa: Failed to register mr: Cannot allocate memory (12)"}) {
    EXPECT_THAT(cause_of_line(line), HasSubstr("the limit on locked memory is too low")) << line;
  }
}

// vllm#2652, deepspeed#3223, pytorch#131650, nccl#1219, sglang#20287 and #3752, ucx#9610.
TEST(Causes, ServersAndLibrariesThatDoNotStart) {
  EXPECT_THAT(cause_of_line("ValueError: Total number of attention heads (52) must be divisible by "
                            "tensor parallel size (8)."),
              HasSubstr("the 52 attention heads of the model among 8 GPUs"));
  EXPECT_THAT(cause_of_line("CUDAMismatchException: >- DeepSpeed Op Builder: Installed CUDA "
                            "version 12.1 does not match the version torch was compiled with 11.8, "
                            "unable to compile cuda/cpp extensions"),
              HasSubstr("the CUDA toolkit is 12.1 and PyTorch is built for CUDA 11.8"));
  EXPECT_THAT(cause_of_line("RuntimeError: Default process group has not been initialized, please "
                            "make sure to call init_process_group."),
              HasSubstr("before init_process_group"));
  EXPECT_THAT(cause_of_line("RuntimeError: device >= 0 && device < num_gpus INTERNAL ASSERT FAILED "
                            "at \"/pytorch/aten/src/ATen/cuda/CUDAContext.cpp\":52"),
              HasSubstr("MIG mode"));
  EXPECT_THAT(cause_of_line("Error: coll_hcoll_module.c:310 - mca_coll_hcoll_comm_query() Hcol "
                            "library init failed"),
              HasSubstr("NCCL does not need it"));
  EXPECT_THAT(cause_of_line("n1:1:2 [3] sharp_plugin.c:302 NCCL WARN SHARP group create: Streaming "
                            "Tree lock failed (-18)"),
              HasSubstr("SHARP"));
  EXPECT_THAT(cause_of_line("RuntimeError: Rank 0 scheduler died during initialization (exit code: "
                            "-9). If exit code is -9 (SIGKILL), a common cause is the OOM killer."),
              HasSubstr("was killed while it started"));
  EXPECT_THAT(cause_of_line("RuntimeError: Rank 0 scheduler died during initialization (exit code: "
                            "-3). If exit code is -9 (SIGKILL), a common cause is the OOM killer."),
              HasSubstr("this line has not the reason"));
  EXPECT_THAT(cause_of_line("[2025-03-03 10:00:00 TP0] Watchdog timeout "
                            "(self.watchdog_timeout=300)"),
              HasSubstr("did not end in 300 s"));
  EXPECT_THAT(cause_of_line("[1234] UCX  ERROR   no usable transports/devices (asked ib on "
                            "network:all)"),
              HasSubstr("UCX"));
}

// clustervision/trinity#424, c3nl_cluster#18, dun/munge#62, vllm#17965 and #12847.
TEST(Causes, ClocksKeysAndWorkersThatDoNotAnswer) {
  for (const std::string line :
       {"[2015-09-14T06:44:37.084] error: Munge decode failed: Expired credential",
        "srun: error: Task launch for 1466614.0 failed on node compute-0-1: Job credential "
        "expired"}) {
    EXPECT_THAT(cause_of_line(line), HasSubstr("the clocks of its nodes differ")) << line;
  }
  EXPECT_THAT(cause_of_line("error: Munge decode failed: Invalid credential"),
              HasSubstr("different keys of munge"));
  EXPECT_THAT(cause_of_line("TimeoutError: RPC call to execute_model timed out."),
              HasSubstr("did not answer in time"));
  EXPECT_THAT(cause_of_line("RuntimeError: Failed to infer device type"),
              HasSubstr("vLLM found no GPU"));
}

}  // namespace causes_test
}  // namespace treering::tuner::doctor
