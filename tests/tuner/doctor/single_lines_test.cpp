// What single lines of programs lead to: as the reader of logs takes them, and the table of causes
// explains them.
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/format.h"
#include "tuner/doctor/causes.h"
#include "tuner/doctor/doctor.h"

namespace treering::tuner::doctor {
namespace single_lines_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

core::HostState host_of(const std::string& text) {
  const auto read = hw::formats::read_log_nccl_log({"t.log", text + "\n"});
  const auto* const run = read ? std::get_if<hw::formats::LoadedRun>(&*read) : nullptr;
  return run == nullptr ? core::HostState() : run->host;
}

/// All that is found in a text without a machine: "fault: ...", apart by line ends.
std::string findings_in(const std::string& text) {
  std::string all;
  for (const Finding& finding : diagnose_run(host_of(text)).findings) {
    all += std::string(name_of(finding.symptom.severity)) + ": " + finding.symptom.what + "\n";
  }
  return all;
}

// As in vllm-project/vllm#41848: int() of what CUDA_VISIBLE_DEVICES holds.
TEST(SingleLines, AUuidWhereAProgramWantsNumbers) {
  EXPECT_THAT(findings_in("ValueError: invalid literal for int() with base 10: "
                          "'MIG-377e0049-554c-540b-93c6-d0976f8426cb'"),
              HasSubstr("fault: the program wants numbers of GPUs in CUDA_VISIBLE_DEVICES"));
  EXPECT_THAT(findings_in("ValueError: invalid literal for int() with base 10: 'GPU-1c3a'"),
              HasSubstr("wants numbers of GPUs"));
  EXPECT_THAT(findings_in("ValueError: invalid literal for int() with base 10: 'auto'"),
              HasSubstr("not known here"));
}

// torch/distributed/elastic/agent/server/api.py and multiprocessing/api.py; the numbers are those
// of POSIX signals: 1 SIGHUP, 2 SIGINT, 15 SIGTERM. As in ultralytics/ultralytics#918.
TEST(SingleLines, WhoEndedPyTorchsLauncher) {
  const std::string elastic = "WARNING:torch.distributed.elastic.";
  EXPECT_THAT(
      findings_in(elastic +
                  "agent.server.api:Received 1 death signal, shutting down "
                  "workers\n" +
                  elastic + "multiprocessing.api:Sending process 7 closing signal SIGHUP"),
      AllOf(HasSubstr("fault: PyTorch's launcher was ended by SIGHUP"), Not(HasSubstr("SIGTERM"))));
  EXPECT_THAT(
      findings_in("W0312 12:00:00.123000 7 torch/distributed/elastic/agent/server/api.py:704"
                  "] Received Signals.SIGTERM death signal, shutting down workers"),
      HasSubstr("warning: PyTorch's launcher ended its processes (SIGTERM)"));
  EXPECT_THAT(findings_in(elastic + "agent.server.api:Received Signals.SIGINT death signal, "
                                    "shutting down workers"),
              HasSubstr("Ctrl-C"));
}

// The launcher ends all processes after one has failed.
TEST(SingleLines, TheLaunchersSigtermIsNoFailureBesideOne) {
  EXPECT_THAT(findings_in("WARNING:torch.distributed.elastic.multiprocessing.api:Sending process 7 "
                          "closing signal SIGTERM\nRuntimeError: boom"),
              AllOf(HasSubstr("not known here"), Not(HasSubstr("SIGTERM"))));
}

// As in microsoft/mscclpp#467: fabric handles without an IMEX channel.
TEST(SingleLines, MemoryThatMayNotBeShared) {
  EXPECT_THAT(
      findings_in("mscclpp.CuError: (800, 'Call to cuMemCreate(&h, nbytes, &prop, 0) failed. "
                  "gpu_utils.cc:113 (Cu failure: operation not permitted)')"),
      HasSubstr("no IMEX channel"));
}

// As in NVIDIA/nccl#929.
TEST(SingleLines, AddressesOfDockersBridge) {
  EXPECT_THAT(
      findings_in("e57:12:13 [0] misc/socket.cc:480 NCCL WARN socketStartConnect: Connect to "
                  "172.17.0.2<38847> failed : Software caused connection abort"),
      HasSubstr("cannot reach 172.17.0.2, where another rank says that it is"));
  EXPECT_THAT(
      findings_in("n1:12:13 [0] misc/socket.cc:480 NCCL WARN socketStartConnect: Connect to "
                  "172.27.0.2<38847> failed : Software caused connection abort"),
      Not(HasSubstr("Docker")));
}

// As in rwth-i6/returnn#1466: fifteen other ranks are on GPU 0.
TEST(SingleLines, AGpuThatSeveralProcessesFill) {
  const std::string full =
      "OutOfMemoryError: CUDA out of memory. Tried to allocate 52.00 MiB. GPU 0 has a total "
      "capacty "
      "of 31.74 GiB of which 39.62 MiB is free. ";
  EXPECT_THAT(findings_in(full + "Process 7 has 1.19 GiB memory in use. Process 8 has 1.19 GiB "
                                 "memory in use. Including non-PyTorch memory, this process has "
                                 "13.82 GiB memory in use."),
              HasSubstr("of which several processes hold a part"));
  EXPECT_THAT(
      findings_in(full + "Process 7 has 31 GiB memory in use. Of the allocated memory 11.54 "
                         "GiB is allocated by PyTorch"),
      HasSubstr("ran out of memory in the program"));
}

// torchrun's own choice of a port is of no use to several nodes.
TEST(SingleLines, APortInUseOnOneNodeOrSeveral) {
  const core::HostState host = host_of("RuntimeError: Address already in use");
  ASSERT_EQ(host.warnings.size(), 1U);
  EXPECT_THAT(explained(host.warnings[0], host)->fix, HasSubstr("on one node torchrun"));
}

// As in meta-pytorch/monarch#1571; torch/csrc/distributed/c10d/socket.cpp.
TEST(SingleLines, AStoreThatIsNotReached) {
  const std::string failed =
      "[W1008 23:40:22.836678340 socket.cpp:767] [c10d] The client socket has failed to connect "
      "to ";
  const std::string no_name = failed + "[n7.internal]:50745 (errno: 22 - Invalid argument).";
  const std::string no_ipv6 =
      "[W1008 23:40:22.78 socket.cpp:767] [c10d] The IPv6 network addresses of (n7.internal, "
      "50745) "
      "cannot be retrieved (gai error: -2 - Name or service not known).";
  const std::string cause =
      "fault: a process could not connect to PyTorch's store at [n7.internal]:50745: the name";
  EXPECT_THAT(findings_in(no_name), HasSubstr(cause));
  EXPECT_THAT(findings_in(no_name + "\n" + no_ipv6),
              AllOf(HasSubstr(cause), Not(HasSubstr("IPv6"))));
  EXPECT_THAT(findings_in(no_ipv6), HasSubstr("hint: n7.internal has no address of IPv6"));
  EXPECT_THAT(
      findings_in(failed + "[::ffff:10.0.0.7]:29500 (errno: 110 - Connection timed out)."),
      HasSubstr("warning: a process did not reach PyTorch's store at [::ffff:10.0.0.7]:29500"));
}

// It tries again, or over IPv4: beside NCCL's own lines the processes have met.
TEST(SingleLines, AStoreThatIsReachedLater) {
  const std::string failed =
      "[W socket.cpp:601] [c10d] The client socket has failed to connect to [n7]:29500 ";
  EXPECT_EQ(findings_in(failed + "(errno: 97 - Address family not supported by protocol)."), "");
  EXPECT_EQ(findings_in(failed + "(errno: 111 - Connection refused).\n"
                                 "n7:1:1 [0] NCCL INFO NCCL version 2.21.5+cuda12.4"),
            "");
}

}  // namespace single_lines_test
}  // namespace treering::tuner::doctor
