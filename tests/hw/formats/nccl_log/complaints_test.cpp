#include "hw/formats/nccl_log/complaints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::hw::formats::nccl_log {
namespace complaints_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> said_in(const std::string& text) {
  std::vector<std::string> texts;
  for (const core::RunWarning& one : complaints_in(text, "t.log")) texts.push_back(one.text);
  return texts;
}

core::RunWarning only_in(const std::string& text) {
  const auto all = complaints_in(text, "t.log");
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? core::RunWarning() : all.front();
}

TEST(Complaints, AWarningHasItsPlaceHostAndGpu) {
  const auto one = only_in("n7:31:61 [3] misc/shmutils.cc:93 NCCL WARN Call to open failed\n");
  EXPECT_EQ(one.text, "Call to open failed");
  EXPECT_EQ(one.place, "misc/shmutils.cc:93");
  EXPECT_EQ(one.host, "n7");
  EXPECT_EQ(one.gpu, 3);
  EXPECT_EQ(one.rank, std::nullopt);
  EXPECT_EQ(one.origin.source, "t.log: line 1");
}

// NCCL 2.28 puts the time first and the function behind the place (src/debug.cc).
TEST(Complaints, NewerLogsHaveATimeAndAFunction) {
  const auto one = only_in(
      "[2026-11-30 18:44:12] n7:31:61 [0] transport/nvls.cc:379 (nvlsAllocateMem) NCCL WARN no\n");
  EXPECT_EQ(one.place, "transport/nvls.cc:379");
  EXPECT_EQ(one.host, "n7");
  EXPECT_EQ(one.gpu, 0);
  EXPECT_EQ(one.time, "11-30 18:44:12.000");
}

TEST(Complaints, LinesMayBeginAnywhere) {
  EXPECT_EQ(only_in("NCCL WARN Cuda failure 'out of memory'\n").text,
            "Cuda failure 'out of memory'");
  const auto tagged = only_in("[1,5]<stdout>:n7:31:61 [0] init.cc:497 NCCL WARN no\n");
  EXPECT_EQ(tagged.host, "n7");
  EXPECT_EQ(tagged.rank, 5);
  const auto bare = only_in("[2] include/shm.h:28 NCCL WARN no\n");
  EXPECT_EQ(bare.place, "include/shm.h:28");
  EXPECT_EQ(bare.gpu, 2);
  // NCCL 2.3 and before (src/include/debug.h).
  EXPECT_EQ(only_in("n7:31:61 [0] misc/ibvwrap.cu:60 WARN Failed to open libibverbs.so\n").text,
            "Failed to open libibverbs.so");
}

// As in NVIDIA/nccl#626: a paste broke the line behind the colon.
TEST(Complaints, AWarningThatGoesOnInTheNextLine) {
  const std::string warning =
      "n7:1:2 [0] net_socket.cc:424 NCCL WARN NET/Socket : peer 10.0.0.7<59210> message truncated "
      ":\n";
  EXPECT_THAT(said_in(warning + "receiving 1048576 bytes instead of 65536\nreceiving more\n"),
              ElementsAre("NET/Socket : peer 10.0.0.7<59210> message truncated : receiving 1048576 "
                          "bytes instead of 65536"));
  EXPECT_THAT(said_in(warning + "torch.cuda.OutOfMemoryError: CUDA out of memory.\n"),
              ElementsAre("NET/Socket : peer 10.0.0.7<59210> message truncated :",
                          "OutOfMemoryError: CUDA out of memory."));
  EXPECT_THAT(said_in(warning + "Epoch 7\n"),
              ElementsAre("NET/Socket : peer 10.0.0.7<59210> message truncated :"));
}

// PyTorch prints NCCL's last warning in the line after these words (c10d/NCCLUtils.cpp).
TEST(Complaints, TheLastErrorOfAnException) {
  EXPECT_THAT(said_in("[rank3]: torch.distributed.DistBackendError: NCCL error in: a.cpp:7, "
                      "invalid usage (run with NCCL_DEBUG=WARN for details), NCCL version 2.21.5\n"
                      "[rank3]: ncclInvalidUsage: This usually reflects invalid usage.\n"
                      "[rank3]: Last error:\n"
                      "[rank3]: Duplicate GPU detected : rank 3 and rank 2\n"),
              ElementsAre("NCCL error in: a.cpp:7, invalid usage (run with NCCL_DEBUG=WARN for "
                          "details), NCCL version 2.21.5",
                          "Duplicate GPU detected : rank 3 and rank 2"));
  EXPECT_THAT(said_in("Last error:\\nCuda failure 'no'\\n\n"), ElementsAre("Cuda failure 'no'"));
  EXPECT_THAT(said_in("Last error:\n\nTraceback (most recent call last):\n"), IsEmpty());
  // What stands in brackets later is part of the error.
  EXPECT_THAT(said_in("[trainer0|0]:Last error:\n[trainer0|0]:family 0 is neither AF_INET(2) nor "
                      "AF_INET6(10)\n"),
              ElementsAre("family 0 is neither AF_INET(2) nor AF_INET6(10)"));
  EXPECT_THAT(said_in("(Worker pid=7) ERROR 03-23 21:43:38 [worker.py:620] Last error:\n"
                      "(Worker pid=7) ERROR 03-23 21:43:38 [worker.py:620] Failed (NVLS) at [1]\n"),
              ElementsAre("Failed (NVLS) at [1]"));
}

// vLLM, pynccl_wrapper.py: a traceback shows the line of code before the error.
TEST(Complaints, CodeIsNoError) {
  EXPECT_THAT(said_in("[rank1]:     raise RuntimeError(f\"NCCL error: {error_str}\")\n"
                      "[rank1]: RuntimeError: NCCL error: unhandled system error\n"),
              ElementsAre("NCCL error: unhandled system error"));
}

TEST(Complaints, RanksOfExceptions) {
  const auto all = complaints_in(
      "[rank1]: Last error:\n[rank1]: Cuda failure 1\n[rank0]: Last error:\n"
      "[rank0]: Cuda failure 1\n[rank0]: Last error:\n[rank0]: Cuda failure 1\n",
      "t.log");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].rank, 1);
  EXPECT_EQ(all[1].rank, 0);
}

// Ranks write their logs one after the other where files are joined.
TEST(Complaints, StandInTheOrderOfTime) {
  EXPECT_THAT(said_in("[2026-11-30 18:44:12] a:1:2 [0] a.cc:1 NCCL WARN later\n"
                      "[2026-11-30 18:44:10] b:1:2 [0] a.cc:1 NCCL WARN first\n"),
              ElementsAre("first", "later"));
  EXPECT_THAT(said_in("a:1:2 [0] a.cc:1 NCCL WARN one\n"
                      "[2026-11-30 18:44:10] b:1:2 [0] a.cc:1 NCCL WARN two\n"),
              ElementsAre("one", "two"));
}

TEST(Complaints, ErrorsOfPrograms) {
  EXPECT_THAT(said_in("RuntimeError: NCCL error: unhandled system error (run with)\n"
                      "n7: Test NCCL failure common.cu:777 'unhandled system error'\n"
                      "n7: Test CUDA failure common.cu:941 'invalid device ordinal'\n"
                      "[n7:1:0:2] Caught signal 7 (Bus error: nonexistent physical address)\n"),
              ElementsAre("NCCL error: unhandled system error (run with)",
                          "NCCL failure common.cu:777 'unhandled system error'",
                          "Test CUDA failure common.cu:941 'invalid device ordinal'",
                          "Bus error: nonexistent physical address)"));
  EXPECT_THAT(said_in("Training goes on.\nn7:1:2 [0] NCCL INFO Connected all rings\n"), IsEmpty());
}

// Errors of programs that nobody's list has, so that a text full of them does not read as if all
// were well.
TEST(Complaints, ErrorsByTheirForm) {
  for (const std::string line : {
           "srun: error: node7: task 3: Exited with exit code 1",
           "RuntimeError: Engine core initialization failed.",
           "OSError: [Errno 28] the moon is full",
           "a worker exited on signal 11 (Segmentation fault).",
           "[FATAL] it rains",
       }) {
    const auto all = complaints_in(line + "\n", "t.log");
    ASSERT_EQ(all.size(), 1U) << line;
    EXPECT_TRUE(all[0].is_by_form) << line;
  }
  EXPECT_EQ(only_in("ERROR 03-23 21:43:38 [core.py:7] boom\n").text, "boom");
  EXPECT_EQ(only_in("[rank1]:[E1130 18:44:12.715298746 socket.cpp:9] boom\n").text, "boom");
}

// Without the word error, where a program's logger or library printed them.
TEST(Complaints, FailuresByTheirForm) {
  for (const std::string line : {
           "[node2:19381] pml_ucx.c:424  cannot connect to peer 3",
           "Sep 18 03:19:01 n1 prog[4753]: \"/usr/bin/prog -c x\" failed! Exit code: 1",
           "AssertionError",
           "Killed",
           "worker ended with exit code 3",
           "Error (burn.cpp:298): it is too hot",
           "ValueError: 8 is too much",
           "[1724660483.123456] [node2:19381:0] select.c:513 cannot find a way",
       }) {
    const auto all = complaints_in(line + "\n", "t.log");
    ASSERT_EQ(all.size(), 1U) << line;
    EXPECT_TRUE(all[0].is_by_form) << line;
  }
}

TEST(Complaints, ProseAndPromptsAreNoFailures) {
  for (const std::string line : {
           "I cannot reach the bandwidth of the other node, it failed twice.",
           "[root@n1 ~]# cat failed.log",
           "(venv) root@n1:/work# ls killed",
           "[nccl#290](https://example.org) failed for me",
           "[I socket.cpp:293] [c10d - debug] the timeout is 60 s",
           "process exited with exit code 0 as it should: exit code: 0",
           "[Tue Nov  5 10:12:33 2024] nvidia: module verification failed",
           "[  +0.000316] pcieport 0000:00:03.0: PCIe Bus Error: severity=Corrected",
           "frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x57",
       }) {
    EXPECT_THAT(said_in(line + "\n"), IsEmpty()) << line;
  }
}

// "[CUDA_ERROR_NOT_PERMITTED]" is no tag.
TEST(Complaints, CodesInBracketsStay) {
  EXPECT_EQ(only_in("[CUDA_ERROR_NOT_PERMITTED] cuMemCreate\n").text,
            "[CUDA_ERROR_NOT_PERMITTED] cuMemCreate");
  EXPECT_FALSE(only_in("x returned 802 in cudaSetDevice\n").is_by_form);
}

TEST(Complaints, CountersWarningsAndTheKernelAreNoErrorsOfARun) {
  for (const std::string line : {"Replay Errors: 0", "Link 0: CRC FLIT Error: 12", "error: none",
                                 "except ValueError:", "WARNING: an error: not of this run",
                                 "[   12.345678] mlx5_core: error: it is cold",
                                 "NCCL_ASYNC_ERROR_HANDLING=1", "#   out of bounds   error"}) {
    EXPECT_THAT(said_in(line + "\n"), IsEmpty()) << line;
  }
}

// They have no place in the order of time of the others.
TEST(Complaints, ErrorsByTheirFormComeLast) {
  EXPECT_THAT(said_in("RuntimeError: boom\n[1] NCCL WARN Call to bind failed\n"),
              ElementsAre("Call to bind failed", "RuntimeError: boom"));
}

// What a paste may have left of a failure: NCCL's functions hand an error up (NCCLCHECK).
TEST(Complaints, ErrorsThatGoUpThroughNccl) {
  EXPECT_THAT(said_in("n:1:2 [0] NCCL INFO bootstrap.cc:221 -> 6 [Async thread]\n"),
              ElementsAre("bootstrap.cc:221 -> 6 [Async thread]"));
  EXPECT_THAT(said_in("n:1:2 [0] NCCL INFO init.cc:840 -> 7\n"), IsEmpty());
  EXPECT_THAT(said_in("n:1:2 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM\n"), IsEmpty());
  EXPECT_THAT(said_in("n:1:2 [0] NCCL INFO Ring 00 : 7 -> 0 -> 1\n"), IsEmpty());
  // An interface without a device in /sys, of which NCCL 2.4 asks for one.
  EXPECT_THAT(said_in("n:1:2 [0] NCCL INFO include/net.h:24 -> 2\n"), IsEmpty());
}

// A person's own words, beside or in place of a log.
TEST(Complaints, TroubleInAPersonsOwnWords) {
  const auto all = complaints_in(
      "## [Bug]: NCCL hangs on two GPUs\n"
      "- it works with one. The second epoch gets stuck, always.\n"
      "n7:1:2 [0] NCCL INFO Connected all rings\n",
      "t.log");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].text, "NCCL hangs on two GPUs");
  EXPECT_TRUE(all[0].is_told);
  EXPECT_FALSE(all[0].is_by_form);
  EXPECT_EQ(all[1].text, "The second epoch gets stuck, always.");
  EXPECT_FALSE(only_in("a worker exited on signal 11\n").is_told);
}

TEST(Complaints, ProgramsTellNoTrouble) {
  EXPECT_THAT(said_in("INFO 03-23 21:43:38 [shm.py:466] some processes are hanging\n"
                      "[node7] the job hangs here\n"
                      "2026-11-30 18:44:12 the watchdog sees no hang\n"
                      "run.py:12: UserWarning: this hangs in old versions\n"
                      "[  12.345678] watchdog: BUG: soft lockup - CPU stuck for a while\n"),
              IsEmpty());
}

}  // namespace complaints_test
}  // namespace treering::hw::formats::nccl_log
