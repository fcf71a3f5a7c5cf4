#include "app/doctor.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/app/measured.h"

namespace treering::app {
namespace doctor_test {

DoctorRequest request_for(const std::string& topology) {
  DoctorRequest request;
  request.job.topology = topology;
  return request;
}

TEST(DoctorAnswer, NothingIsWrongWithAMachineAsItIsSold) {
  const auto report = answer(request_for("dgx-h100"));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->has_machine);
  EXPECT_TRUE(report->diagnosis.findings.empty());
  EXPECT_FALSE(is_ill(*report));
  EXPECT_EQ(report->job.cluster.node.name(), "dgx-h100");
  EXPECT_FALSE(report->profile.empty());
}

// Without peer-to-peer, by design: a hint, and what it costs.
TEST(DoctorAnswer, GeForceCardsAreNotNothingFound) {
  const auto report = answer(request_for("rtx-4090-8"));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(is_ill(*report));
  const auto& findings = report->diagnosis.findings;
  const auto found = std::ranges::find(findings, "peer-access", &tuner::doctor::Finding::check);
  ASSERT_NE(found, findings.end());
  EXPECT_EQ(found->symptom.severity, tuner::doctor::Severity::Hint);
  EXPECT_FALSE(found->losses.empty());
}

TEST(DoctorAnswer, AVariableThatCostsTimeIsAFinding) {
  DoctorRequest request = request_for("dgx-a100");
  request.job.variables.env = {"NCCL_PROTO=LL"};
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(is_ill(*report));
  ASSERT_EQ(report->diagnosis.findings.size(), 1U);
  const tuner::doctor::Finding& finding = report->diagnosis.findings.front();
  EXPECT_EQ(finding.check, "variables");
  EXPECT_EQ(finding.symptom.severity, tuner::doctor::Severity::Warning);
  EXPECT_EQ(finding.symptom.evidence, "⟨env⟩");
  ASSERT_EQ(finding.losses.size(), 6U);
  EXPECT_GT(finding.factor(), 1);
  EXPECT_EQ(report->job.variables.front().name, "NCCL_PROTO");
}

// What a finding weighs is not said to be left out of account.
TEST(DoctorAnswer, VariablesThatFindingsWeighHaveNoNote) {
  for (const char* const variable : {"NCCL_NET=Socket", "NCCL_IB_DISABLE=1"}) {
    DoctorRequest request = request_for("dgx-h100");
    request.job.nodes = 2;
    request.job.variables.env = {variable};
    const auto report = answer(request);
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->diagnosis.findings.size(), 1U) << variable;
    EXPECT_TRUE(report->job.notes.empty()) << report->job.notes.front();
  }
  DoctorRequest request = request_for("dgx-h100");
  request.job.variables.env = {"NCCL_GRAPH_FILE=x"};
  EXPECT_FALSE(answer(request).value().job.notes.empty());
}

// All that NCCL_DEBUG=WARN prints.
TEST(DoctorAnswer, ARunWithoutItsMachineHasFindingsWithoutLosses) {
  const MeasuredFiles files;
  const auto report = answer(request_for(files.write(
      "run.log",
      "n1:7:9 [1] include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on "
      "device\n")));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->has_machine);
  EXPECT_EQ(report->profile, "");
  ASSERT_EQ(report->diagnosis.findings.size(), 1U);
  EXPECT_EQ(report->diagnosis.findings.front().check, "run-failures");
  EXPECT_TRUE(report->diagnosis.findings.front().losses.empty());
  EXPECT_TRUE(is_ill(*report));
}

TEST(DoctorAnswer, ARunWithoutItsMachineAndComplaintsHasNothingWrong) {
  const MeasuredFiles files;
  const auto report = answer(request_for(
      files.write("run.log", "n1:7:9 [1] NCCL INFO Bootstrap : Using eth0:10.0.0.1<0>\n")));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->has_machine);
  EXPECT_TRUE(report->diagnosis.findings.empty());
  EXPECT_FALSE(report->diagnosis.not_looked_at.empty());
  EXPECT_FALSE(is_ill(*report));
}

TEST(DoctorAnswer, TextsOfAHostWithoutItsMachine) {
  const MeasuredFiles files;
  const auto report = answer(request_for(files.write(
      "kernel.log", "[ 9.000000] NVRM: Xid (PCI:0000:5e:00): 79, GPU has fallen off the bus.\n")));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->has_machine);
  EXPECT_EQ(report->read.size(), 1U);
  ASSERT_EQ(report->diagnosis.findings.size(), 1U);
  EXPECT_EQ(report->diagnosis.findings.front().check, "kernel");
  EXPECT_TRUE(is_ill(*report));
}

// What is begun counts: a matrix that is cut is said, beside whatever else was read.
TEST(DoctorAnswer, AMatrixThatIsCutIsSaid) {
  const MeasuredFiles files;
  const std::string matrix =
      "\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tCPU Affinity\tNUMA Affinity\n"
      "GPU0\t X \tSYS\tSYS\tSYS\tSYS\t0-63\t0\n";
  const auto report = answer(request_for(
      files.write("paste.txt", "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Active\n\n" + matrix)));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->has_machine);
  EXPECT_TRUE(report->shows_part);
  ASSERT_EQ(report->job.notes.size(), 1U);
  EXPECT_NE(report->job.notes[0].find("the matrix of nvidia-smi topo -m is not read: the matrix "
                                      "ends without row GPU1"),
            std::string::npos)
      << report->job.notes[0];
}

TEST(DoctorAnswer, FollowsTheVersionThatTheTextNames) {
  const MeasuredFiles files;
  const std::string matrix =
      "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\n"
      "GPU0\t X \tNV18\t0-31\t0\nGPU1\tNV18\t X \t0-31\t0\n";
  const auto report =
      answer(request_for(files.write("paste.txt", matrix + "NCCL version 2.26.2+cuda12.8\n")));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->job.job.nccl_version, "2.26.2");
}

// nccl-tests without MPI: check and doctor say the same of it.
TEST(DoctorAnswer, ProcessesThatRanAlone) {
  const MeasuredFiles files;
  const std::string heading =
      "# nThread 1 nGpus 2 minBytes 1048576 maxBytes 1048576 step: 2(factor)\n";
  const auto devices_of = [](const std::string& pid) {
    const std::string start = " Group  0 Pid " + pid + " on n1 device  ";
    return "#  Rank  0" + start + "0 [0x0f] NVIDIA H100 80GB HBM3\n#  Rank  1" + start +
           "1 [0x34] NVIDIA H100 80GB HBM3\n";
  };
  const std::string rows =
      "#   size   count   type  redop  root   time  algbw  busbw #wrong   time  algbw  busbw "
      "#wrong\n"
      " 1048576  262144  float    sum    -1  30.00  34.95  34.95      0  30.00  34.95  34.95      "
      "0\n";
  const auto report = answer(request_for(
      files.write("run.log", heading + heading + devices_of("1") + devices_of("2") + rows + rows)));
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_FALSE(report->diagnosis.findings.empty());
  const tuner::doctor::Symptom& first = report->diagnosis.findings.front().symptom;
  EXPECT_EQ(first.severity, tuner::doctor::Severity::Fault);
  EXPECT_NE(first.what.find("2 processes were started and each ran a job of its own"),
            std::string::npos)
      << first.what;
  EXPECT_EQ(report->devices.size(), report->diagnosis.findings.size());
  EXPECT_TRUE(is_ill(*report));
}

// Errors of whatever program: what they come from is unknown, not nothing.
TEST(DoctorAnswer, ATextOfErrorsThatNobodyKnowsIsNotWell) {
  const MeasuredFiles files;
  const auto report = answer(
      request_for(files.write("run.txt", "starting\nRuntimeError: the moon is full\nbye\n")));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->has_machine);
  ASSERT_EQ(report->diagnosis.findings.size(), 1U);
  EXPECT_NE(report->diagnosis.findings[0].symptom.what.find("1 error whose cause is not known"),
            std::string::npos);
}

// A post without any line of a program: the trouble is there, its cause is unknown.
TEST(DoctorAnswer, AHangInWordsAloneIsNotNothing) {
  const MeasuredFiles files;
  const auto report = answer(request_for(
      files.write("post.txt", "Hello,\nmy training hangs at the first all-reduce.\nThanks\n")));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_FALSE(report->has_machine);
  EXPECT_EQ(report->read, std::vector<std::string>{"what a person says of a run"});
  ASSERT_EQ(report->diagnosis.findings.size(), 1U);
  EXPECT_NE(report->diagnosis.findings[0].symptom.what.find("a run hangs"), std::string::npos);
  EXPECT_TRUE(is_ill(*report));
}

TEST(DoctorAnswer, ErrorsNameFields) {
  DoctorRequest request = request_for("dgx-h100");
  request.job.devices = std::vector<int>{0, 1};
  request.job.gpus_per_node = 2;
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().where, "⟨devices⟩");
  EXPECT_EQ(report.error().found, "given together with ⟨gpus-per-node⟩");
}

}  // namespace doctor_test
}  // namespace treering::app
