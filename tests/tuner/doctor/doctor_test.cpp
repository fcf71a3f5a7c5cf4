#include "tuner/doctor/doctor.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "tests/support/patients.h"
#include "tuner/profiles.h"

namespace treering::tuner::doctor {
namespace doctor_test {

using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::with_variable;

Diagnosis diagnosis_of(const Patient& patient) {
  return diagnose(patient, shipped_profile(), "");
}

TEST(Doctor, FindsNothingWrongWithReferenceMachines) {
  for (const char* const name :
       {"dgx-1v", "dgx-a100", "dgx-h100", "dgx-b200", "dgx-b300", "gcp-a4"}) {
    EXPECT_THAT(diagnosis_of(patient_on(name)).findings, IsEmpty()) << name;
  }
}

TEST(Doctor, SaysWhatItDidNotLookAt) {
  const Diagnosis diagnosis = diagnosis_of(patient_on("dgx-h100"));
  EXPECT_EQ(diagnosis.looked_at + diagnosis.not_looked_at.size(), all_checks().size());
  EXPECT_GT(diagnosis.not_looked_at.size(), 3U);
}

TEST(Doctor, VariablesThatCostNothingAreNoFinding) {
  EXPECT_THAT(diagnosis_of(with_variable(patient_on("dgx-h100"), "NCCL_NTHREADS", "512")).findings,
              IsEmpty());
}

// LL carries four bytes of eight: from large sizes on it takes more than twice as long.
TEST(Doctor, AVariableThatCosts) {
  const Diagnosis diagnosis =
      diagnosis_of(with_variable(patient_on("dgx-h100"), "NCCL_PROTO", "LL"));
  ASSERT_EQ(diagnosis.findings.size(), 1U);
  EXPECT_GT(diagnosis.findings[0].factor(), 2);
  EXPECT_EQ(diagnosis.findings[0].symptom.severity, Severity::Warning);
}

TEST(Doctor, AVariableIsWeighedOnTheJobAskedFor) {
  const auto nodes_of_losses = [](const Patient& patient) {
    std::set<int> nodes;
    for (const Finding& finding : diagnosis_of(patient).findings) {
      for (const Loss& loss : finding.losses) nodes.insert(loss.nodes);
    }
    return nodes;
  };
  for (const int nodes : {1, 4}) {
    const Patient patient = with_variable(patient_on("dgx-h100", nodes), "NCCL_P2P_DISABLE", "1");
    EXPECT_THAT(nodes_of_losses(patient), ElementsAre(nodes));
  }
  // It acts on what goes between nodes alone.
  EXPECT_THAT(nodes_of_losses(with_variable(patient_on("dgx-h100"), "NCCL_NET_GDR_LEVEL", "LOC")),
              ElementsAre(2));
}

TEST(Doctor, SettingsThatLeaveNothing) {
  const Diagnosis diagnosis =
      diagnosis_of(with_variable(patient_on("dgx-h100", 2), "NCCL_ALGO", "Tree"));
  ASSERT_EQ(diagnosis.findings.size(), 1U);
  EXPECT_TRUE(std::isinf(diagnosis.findings[0].factor()));
}

TEST(Doctor, FaultsComeFirst) {
  Patient patient = with_variable(patient_on("dgx-h100"), "NCCL_DEBUG", "TRACE");
  patient.host.shm_bytes = {1, file_origin("mounts")};
  patient.host.has_peermem = {false, file_origin("a")};
  patient.host.has_dmabuf = {false, file_origin("b")};
  const Diagnosis diagnosis = diagnosis_of(patient);
  ASSERT_EQ(diagnosis.findings.size(), 3U);
  EXPECT_EQ(diagnosis.findings[0].check, "gpudirect");
  EXPECT_EQ(diagnosis.findings[1].check, "limits");
  EXPECT_EQ(diagnosis.findings[2].check, "variables");
}

TEST(Doctor, APluginIsAHint) {
  Patient patient = patient_on("dgx-h100");
  patient.host.plugins = {{"tuner", "libnccl-ofi-tuner.so", "AWS", file_origin("/opt/amazon")}};
  const Diagnosis diagnosis = diagnosis_of(patient);
  ASSERT_EQ(diagnosis.findings.size(), 1U);
  EXPECT_EQ(diagnosis.findings[0].symptom.severity, Severity::Hint);
}

TEST(Doctor, SocketsAlthoughThereIsRdma) {
  Patient patient = patient_on("dgx-h100", 2);
  patient.host.ports.emplace_back();
  patient.host.transports = {{"NET/Socket/0", 4, file_origin("run.log:7")}};
  const Diagnosis diagnosis = diagnosis_of(patient);
  const auto is_it = [](const Finding& finding) { return finding.check == "transport"; };
  EXPECT_EQ(std::ranges::count_if(diagnosis.findings, is_it), 1);
}

TEST(Doctor, EveryBuiltInMachineIsExamined) {
  for (const std::string_view name : hw::builtin_names()) {
    const Diagnosis diagnosis = diagnosis_of(patient_on(std::string(name)));
    for (const Finding& finding : diagnosis.findings) {
      EXPECT_FALSE(finding.symptom.what.empty()) << name;
      EXPECT_FALSE(finding.symptom.evidence.empty()) << name;
      EXPECT_FALSE(finding.symptom.fix.empty()) << name;
    }
  }
}

}  // namespace doctor_test
}  // namespace treering::tuner::doctor
