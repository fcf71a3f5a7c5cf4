#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/grace_tray.h"
#include "tests/support/patients.h"
#include "tests/support/small_machines.h"

namespace treering::tuner::doctor {
namespace failure_checks_test {

using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::texts_of;

std::vector<std::string> found_in(const std::vector<std::string>& warnings) {
  Patient patient = patient_on("dgx-a100");
  for (const std::string& text : warnings) {
    patient.host.warnings.push_back({text, file_origin("run.log: line 7")});
  }
  return texts_of(check_run_failures(patient));
}

// As in github.com/NVIDIA/nccl issues 290 and 342, and nccl-tests issues 206 and 264.
TEST(FailureChecks, WarningsThatAreKnown) {
  EXPECT_THAT(found_in({"Call to posix_fallocate failed : No space left on device"}),
              ElementsAre("shared memory was too small for NCCL's buffers"));
  EXPECT_THAT(found_in({"Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory"}),
              ElementsAre(HasSubstr("locked memory")));
  EXPECT_THAT(found_in({"Cuda failure 802 'system not yet initialized'"}),
              ElementsAre("the GPUs' NVLink fabric is not set up"));
  EXPECT_THAT(found_in({"No transport found for rank 2[b1000] -> rank 1[5e000]"}),
              ElementsAre(HasSubstr("no way between two GPUs")));
}

// What other ranks say when one has ended comes before its own words in a log.
TEST(FailureChecks, WhatFollowsFromAFailureIsNoCause) {
  EXPECT_THAT(found_in({"socketProgress: Connection closed by remote peer a<51159>",
                        "Socket recv failed while polling for opId=0x55",
                        "Cuda failure 'out of memory'", "Failed to CUDA calloc 6291456 bytes"}),
              ElementsAre(HasSubstr("ran out of memory")));
  EXPECT_THAT(found_in({"socketProgress: Connection closed by remote peer a<51159>"}),
              ElementsAre("another process of the run ended first"));
}

TEST(FailureChecks, TheFirstFailureInTimeIsTheCause) {
  Patient patient = patient_on("dgx-a100");
  for (const std::string text : {"the moon is full", "Cuda failure 'out of memory'", "it rains",
                                 "Call to bind failed : Address already in use"}) {
    patient.host.warnings.push_back({text, file_origin("run.log: line 7")});
  }
  const Examination seen = check_run_failures(patient);
  ASSERT_EQ(seen.symptoms.size(), 3U);
  EXPECT_THAT(seen.symptoms[0].what, HasSubstr("ran out of memory"));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_THAT(seen.symptoms[1].what, HasSubstr("port"));
  EXPECT_EQ(seen.symptoms[1].severity, Severity::Warning);
  // What nobody explains may be the cause only where it comes before.
  EXPECT_EQ(seen.symptoms[2].what,
            "1 complaint of NCCL or of a program around it whose cause is not known here; the "
            "first: the moon is full");
}

core::RunWarning error_by_form(const std::string& text) {
  core::RunWarning error{text, file_origin("run.log: line 7")};
  error.is_by_form = true;
  return error;
}

// A text with errors that no entry knows does not read as if all were well.
TEST(FailureChecks, ErrorsThatNobodyKnowsAreShown) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings = {error_by_form("RuntimeError: boom"),
                           error_by_form("ValueError: " + std::string(200, 'x'))};
  const Examination seen = check_run_failures(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Warning);
  EXPECT_EQ(seen.symptoms[0].what,
            "2 errors whose cause is not known here; the first: RuntimeError: boom");
  // Each shortened to 100 characters: 12 of "ValueError: " and 88 more.
  EXPECT_EQ(seen.symptoms[0].evidence,
            "run.log: line 7: RuntimeError: boom; run.log: line 7: ValueError: " +
                std::string(88, 'x') + "...");
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("NCCL_DEBUG=INFO"));
  // They may be of any program: nccl-tests would say nothing of them.
  EXPECT_THAT(seen.symptoms[0].fix, ::testing::Not(HasSubstr("nccl-tests")));
}

TEST(FailureChecks, ErrorsThatNobodyKnowsGiveWayToCauses) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings = {{"Cuda failure 'out of memory'", file_origin("l")},
                           error_by_form("RuntimeError: boom")};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("ran out of memory")));
}

core::RunWarning told(const std::string& text) {
  core::RunWarning warning{text, file_origin("post.txt: line 1")};
  warning.is_told = true;
  return warning;
}

// A person reports a hang, and no program says why: that is not "nothing", and no cause either.
TEST(FailureChecks, WhatAPersonAloneReports) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings = {told("training stalls after 20 steps"), told("it hangs again")};
  const Examination hang = check_run_failures(patient);
  ASSERT_EQ(hang.symptoms.size(), 1U);
  EXPECT_EQ(hang.symptoms[0].severity, Severity::Warning);
  EXPECT_THAT(hang.symptoms[0].what, HasSubstr("a run hangs, and no line of a program"));
  EXPECT_THAT(hang.symptoms[0].evidence,
              HasSubstr("post.txt: line 1: training stalls after 20 steps; see"));
  EXPECT_THAT(hang.symptoms[0].fix, HasSubstr("py-spy"));
  patient.host.warnings = {told("vLLM crashes"), told("all_reduce gives wrong results")};
  EXPECT_THAT(texts_of(check_run_failures(patient)),
              ElementsAre(HasSubstr("data comes out wrong")));
  patient.host.warnings = {told("vLLM crashes")};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("something fails")));
}

TEST(FailureChecks, WhatAPersonReportsGivesWayToWhatProgramsSay) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings = {{"Cuda failure 'out of memory'", file_origin("l")}, told("it hangs")};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("ran out of memory")));
  patient.host.warnings = {error_by_form("RuntimeError: boom"), told("it hangs")};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("not known here")));
}

// As in NVIDIA/nccl#606: no error, and nothing behind the first connection.
TEST(FailureChecks, ALogThatEndsWhileNcclStarts) {
  Patient patient = patient_on("dgx-a100");
  patient.host.ends_in_start = core::Figure<std::string>{
      "Channel 00 : 1[c2000] -> 0[c1000] via P2P/direct pointer", file_origin("t.log: line 9")};
  const Examination seen = check_run_failures(patient);
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Hint);
  EXPECT_THAT(seen.symptoms[0].what, HasSubstr("no rank says that it was ready"));
  EXPECT_THAT(seen.symptoms[0].evidence, HasSubstr("t.log: line 9: Channel 00 : 1[c2000]"));
  EXPECT_THAT(seen.symptoms[0].fix, HasSubstr("NCCL_P2P_DISABLE=1"));
  patient.host.warnings = {told("training hangs")};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("a run hangs")));
  patient.host.warnings = {{"Cuda failure 'out of memory'", file_origin("l")}};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("ran out of memory")));
}

// The words of NCCL mean something else where any program may have printed them.
TEST(FailureChecks, NcclsWordsOfOtherProgramsAreNoCause) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings = {error_by_form("OSError: [Errno 28] No space left on device: '/home'")};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("not known here")));
}

// One Xid is not known in one finding and unknown in another.
TEST(FailureChecks, AnXidOfTheKernelsLogIsNoUnknownError) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings = {error_by_form("node7 nvidia-persistenced[1234]: Xid 74 failed")};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("not known here")));
  core::KernelEvent event;
  event.code = 74;
  patient.host.kernel_events = {event};
  EXPECT_THAT(check_run_failures(patient).symptoms, IsEmpty());
}

TEST(FailureChecks, WhereItFailed) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings.push_back(
      {"Cuda failure 'out of memory'", file_origin("l"), "include/alloc.h:178", "hosta", 3});
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("(hosta, GPU 3)")));
  patient.host.warnings.push_back(
      {"Cuda failure 'out of memory'", file_origin("l"), "include/alloc.h:178", "hosta", 4});
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("(hosta, 2 GPUs)")));
}

// Right for a machine without adapters (NVIDIA/nccl#259).
TEST(FailureChecks, NoVerbsLibraryIsNoFault) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings.push_back({"Failed to open libibverbs.so[.1]", file_origin("l")});
  EXPECT_EQ(check_run_failures(patient).symptoms.at(0).severity, Severity::Hint);
}

std::vector<std::string> found_in_timeouts(const std::vector<std::pair<int, int>>& calls_by_rank) {
  Patient patient = patient_on("dgx-a100");
  for (const auto& [rank, call] : calls_by_rank) {
    core::RunWarning warning{
        fmt::format("Watchdog caught collective operation timeout: WorkNCCL(SeqNum={}, "
                    "OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600041",
                    call),
        file_origin("l")};
    warning.rank = rank;
    patient.host.warnings.push_back(warning);
  }
  return texts_of(check_run_failures(patient));
}

TEST(FailureChecks, WhoIsMissingInACollective) {
  EXPECT_THAT(found_in_timeouts({{0, 7}, {1, 7}, {3, 7}}),
              ElementsAre("call 7, ALLREDUCE, did not end in time: 3 ranks wait in it, but rank 2 "
                          "did not say so"));
  EXPECT_THAT(found_in_timeouts({{0, 9}, {1, 7}, {1, 8}}),
              ElementsAre(HasSubstr("collectives did not end in time: rank 1 in call 7, rank 0 in "
                                    "call 9; of which process groups")));
  EXPECT_THAT(found_in_timeouts({{0, 1}, {1, 1}}), ElementsAre(HasSubstr("the first call")));
  EXPECT_THAT(found_in_timeouts({{0, 7}}), ElementsAre(HasSubstr("is left out")));
}

// As in pytorch/pytorch#118369: 25,624,887 ms are 427 min, the limit of 1,800,000 ms is 30 min.
TEST(FailureChecks, ACallThatRanFarLongerThanItsLimit) {
  Patient patient = patient_on("dgx-a100");
  core::RunWarning warning{
      "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE, "
      "Timeout(ms)=1800000) ran for 25624887 milliseconds before timing out.",
      file_origin("l")};
  warning.rank = 0;
  patient.host.warnings = {warning};
  EXPECT_THAT(texts_of(check_run_failures(patient)),
              ElementsAre(HasSubstr("; one ran for 427 min at a limit of 30 min")));
}

core::RunWarning timeout_of(int rank, int call, const std::string& time = "") {
  core::RunWarning warning{
      fmt::format("Watchdog caught collective operation timeout: WorkNCCL(SeqNum={}, "
                  "OpType=ALLGATHER, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600041",
                  call),
      file_origin("l")};
  warning.rank = rank;
  warning.time = time;
  return warning;
}

// The log says that there are four ranks; the last two did not report.
TEST(FailureChecks, RanksThatTheLogKnowsAreMissing) {
  Patient patient;
  patient.host.warnings = {timeout_of(0, 7), timeout_of(1, 7)};
  patient.host.ranks = core::Figure<int>{4, {}};
  EXPECT_THAT(texts_of(check_run_failures(patient)),
              ElementsAre("call 7, ALLGATHER, did not end in time: 2 ranks wait in it, but ranks 2 "
                          "and 3 did not say so"));
}

core::RunWarning group_of_call(int rank, int call, const std::string& group) {
  core::RunWarning warning{
      fmt::format("Exception (either an error or timeout) detected by watchdog at work: {}, last "
                  "enqueued NCCL work: 19, last completed NCCL work: 6.",
                  call),
      file_origin("l")};
  warning.rank = rank;
  warning.group = group;
  return warning;
}

// Each process group counts its calls by itself.
TEST(FailureChecks, CallsOfDifferentGroupsAreNotCompared) {
  Patient patient;
  patient.host.warnings = {timeout_of(0, 7),   group_of_call(0, 7, "1"),
                           timeout_of(1, 7),   group_of_call(1, 7, "1"),
                           timeout_of(3, 900), group_of_call(3, 900, "2")};
  EXPECT_THAT(texts_of(check_run_failures(patient)),
              ElementsAre(HasSubstr("call 7, ALLGATHER, of process group 1 did not end in time: "
                                    "ranks 0 and 1 wait in it")));
}

core::RunWarning timeout_at(int rank, int call, const std::string& group) {
  core::RunWarning warning{
      fmt::format(
          "Timeout at NCCL work: {}, last enqueued NCCL work: {}, last completed NCCL work: 6.",
          call, call),
      file_origin("l")};
  warning.rank = rank;
  warning.group = group;
  return warning;
}

// As in pytorch/pytorch#141069: one rank names its call, the others only its number.
TEST(FailureChecks, RanksThatSayTheNumberOfTheirCallWaitInIt) {
  Patient patient;
  patient.host.warnings = {timeout_of(2, 7), timeout_at(2, 7, "0"), timeout_at(3, 7, "0"),
                           timeout_at(1, 7, "0"), timeout_at(5, 90, "4")};
  EXPECT_THAT(texts_of(check_run_failures(patient)),
              ElementsAre("call 7, ALLGATHER, did not end in time: 3 ranks wait in it, but rank 0 "
                          "did not say so"));
  patient.host.warnings.push_back(timeout_at(0, 8, "0"));
  EXPECT_THAT(texts_of(check_run_failures(patient)),
              ElementsAre(HasSubstr("ranks wait in different collectives: ranks 1, 2 and 3 in call "
                                    "7, rank 0 in call 8")));
}

TEST(FailureChecks, OfATimeoutAndAnotherFailureTheFirstIsTheCause) {
  Patient patient;
  core::RunWarning memory{"CUDA out of memory. Tried to allocate 2 GiB", file_origin("l")};
  memory.rank = 2;
  memory.time = "11-30 18:30:00.000";
  patient.host.warnings = {memory, timeout_of(0, 7, "11-30 18:44:12.000")};
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("ran out of memory")));
  memory.time = "11-30 18:45:00.000";
  patient.host.warnings = {timeout_of(0, 7, "11-30 18:44:12.000"), memory};
  const auto seen = check_run_failures(patient);
  EXPECT_THAT(texts_of(seen), ElementsAre(HasSubstr("call 7"), HasSubstr("ran out of memory")));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  EXPECT_EQ(seen.symptoms[1].severity, Severity::Warning);
}

TEST(FailureChecks, ProcessesThatDidNotMeet) {
  EXPECT_THAT(found_in({"waiting for clients. 3/8 clients joined."}),
              ElementsAre(HasSubstr("only 3 of 8 processes came")));
  EXPECT_THAT(found_in({"Timed out initializing process group in store based barrier on rank: 4, "
                        "for key: store_based_barrier_key:1 (world_size=8, worker_count=5, "
                        "timeout=0:30:00)"}),
              ElementsAre(HasSubstr("5 of 8 came")));
  EXPECT_THAT(found_in({"client socket has timed out after 60s while trying to connect to "
                        "(10.1.1.7, 29500)."}),
              ElementsAre(HasSubstr("at 10.1.1.7, port 29500, within 60s")));
}

TEST(FailureChecks, AFailureWithoutItsReasonAsksForTheWarning) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings.push_back({"NCCL error: unhandled system error", file_origin("l")});
  EXPECT_THAT(check_run_failures(patient).symptoms.at(0).fix, HasSubstr("NCCL_DEBUG=WARN"));
  patient.host.warnings.push_back({"Too many open files", file_origin("l")});
  EXPECT_THAT(texts_of(check_run_failures(patient)), ElementsAre(HasSubstr("descriptors")));
}

TEST(FailureChecks, OneCauseIsSaidOnce) {
  EXPECT_EQ(found_in({"No transport found for rank 0", "No transport found for rank 1"}).size(),
            1U);
  EXPECT_EQ(found_in({"Call to posix_fallocate failed : No space left on device",
                      "Error while creating shared memory segment nccl-shm-recv-0-1-2-3"})
                .size(),
            1U);
}

TEST(FailureChecks, OthersAreNamed) {
  EXPECT_THAT(
      found_in({"the moon is full", "it rains"}),
      ElementsAre("2 complaints of NCCL or of a program around it whose cause is not known here; "
                  "the first: the moon is full"));
  EXPECT_THAT(found_in({}), IsEmpty());
}

// nccl-tests shows whether NCCL is to blame only where NCCL complains.
TEST(FailureChecks, NcclTestsIsAdvisedForNcclsOwnComplaints) {
  Patient patient = patient_on("dgx-a100");
  patient.host.warnings = {{"the moon is full", file_origin("l"), "moon.cc:7"}};
  EXPECT_THAT(check_run_failures(patient).symptoms.front().fix, HasSubstr("nccl-tests"));
  patient.host.warnings = {{"the moon is full", file_origin("l")}};
  EXPECT_THAT(check_run_failures(patient).symptoms.front().fix,
              ::testing::Not(HasSubstr("nccl-tests")));
}

// docs/topologies.md: NCCL finds no tree on two nodes of Leonardo.
TEST(FailureChecks, OnOneNodeAGpuWithoutNvlinksIsTheFirstToSuspect) {
  Patient tray;
  tray.condition.cluster.node = testing::grace_tray({.with_nvlink = 3});
  const Examination seen = check_search(tray);
  EXPECT_THAT(texts_of(seen), ElementsAre(HasSubstr("finds no ring")));
  EXPECT_THAT(seen.symptoms.front().fix, HasSubstr("nvidia-smi nvlink -s"));
}

// tests/data/between_sockets: up to 2.30.7 a link between two EPYC counts less than the search
// tries.
TEST(FailureChecks, BetweenEpycsANewerNcclFindsARing) {
  Patient patient;
  patient.condition.cluster.node = testing::pcie_box({.cpu = testing::CpuModel::Milan,
                                                      .sockets = 2,
                                                      .gpus_per_switch = 1,
                                                      .compute_capability = 120,
                                                      .speed = testing::PcieSpeed::Gen5});
  const Examination seen = check_search(patient);
  ASSERT_FALSE(seen.symptoms.empty());
  EXPECT_THAT(seen.symptoms.front().fix, HasSubstr("NCCL 2.31.2 or later"));
  patient.condition.job.nccl_version = "2.31.2";
  EXPECT_THAT(check_search(patient).symptoms, IsEmpty());
}

TEST(FailureChecks, ASearchThatFindsNothing) {
  EXPECT_THAT(texts_of(check_search(patient_on("leonardo", 2))),
              ElementsAre(HasSubstr("finds no tree")));
  EXPECT_THAT(check_search(patient_on("dgx-h100", 2)).symptoms, IsEmpty());
}

}  // namespace failure_checks_test
}  // namespace treering::tuner::doctor
