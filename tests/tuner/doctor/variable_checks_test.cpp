#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace variable_checks_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
using testing::texts_of;
using testing::with_variable;

std::vector<std::string> said_of(const std::string& name, const std::string& value) {
  std::vector<std::string> texts;
  for (const Symptom& symptom :
       check_variables(with_variable(patient_on("dgx-h100", 2), name, value)).symptoms) {
    if (!symptom.is_only_its_cost) texts.push_back(symptom.what);
  }
  return texts;
}

TEST(VariableChecks, EachOneIsWeighed) {
  const Examination seen =
      check_variables(with_variable(patient_on("dgx-h100", 2), "NCCL_PROTO", "LL"));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_TRUE(seen.symptoms[0].is_only_its_cost);
  ASSERT_TRUE(seen.symptoms[0].cost);
  EXPECT_NE(seen.symptoms[0].cost->as_is.job.settings, seen.symptoms[0].cost->mended.job.settings);
  EXPECT_EQ(seen.symptoms[0].cost->mended.job.settings, sim::job::Settings());
}

TEST(VariableChecks, WithoutEffectIsNoFinding) {
  EXPECT_THAT(said_of("NCCL_DEBUG", "INFO"), IsEmpty());
  EXPECT_THAT(said_of("NCCL_ALGO", ""), IsEmpty());
  EXPECT_THAT(said_of("NCCL_NTHREADS", "512"), IsEmpty());
}

TEST(VariableChecks, NamesThatNcclDoesNotKnow) {
  EXPECT_THAT(said_of("NCCL_ALGOO", "ring"), Contains(HasSubstr("did you mean 'NCCL_ALGO'")));
  EXPECT_THAT(said_of("NCCL_LL_THRESHOLD", "0"), Contains(HasSubstr("no longer read")));
}

TEST(VariableChecks, ValuesThatNcclFailsOn) {
  EXPECT_THAT(said_of("NCCL_ALGO", "foo"), Contains(HasSubstr("NCCL_ALGO")));
}

TEST(VariableChecks, Contradictions) {
  Patient patient = with_variable(patient_on("dgx-h100"), "NCCL_NVLS_ENABLE", "0");
  EXPECT_THAT(texts_of(check_variables(with_variable(patient, "NCCL_ALGO", "NVLS"))),
              Contains(HasSubstr("switches it off")));
  patient = with_variable(patient_on("dgx-h100"), "NCCL_MIN_NCHANNELS", "8");
  EXPECT_THAT(texts_of(check_variables(with_variable(patient, "NCCL_MAX_NCHANNELS", "4"))),
              Contains(HasSubstr("is above")));
  patient = with_variable(patient_on("dgx-h100"), "NCCL_P2P_DISABLE", "1");
  EXPECT_THAT(texts_of(check_variables(with_variable(patient, "NCCL_P2P_LEVEL", "SYS"))),
              Contains(HasSubstr("both set")));
}

}  // namespace variable_checks_test
}  // namespace treering::tuner::doctor
