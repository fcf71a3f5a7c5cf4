#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/grace_tray.h"
#include "tests/support/patients.h"

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

TEST(FailureChecks, OneCauseIsSaidOnce) {
  EXPECT_EQ(found_in({"No transport found for rank 0", "No transport found for rank 1"}).size(),
            1U);
  EXPECT_EQ(found_in({"Call to posix_fallocate failed : No space left on device",
                      "Error while creating shared memory segment nccl-shm-recv-0-1-2-3"})
                .size(),
            1U);
}

TEST(FailureChecks, OthersAreNamed) {
  EXPECT_THAT(found_in({"the moon is full", "it rains"}),
              ElementsAre("NCCL warned of 2 other things, first: the moon is full"));
  EXPECT_THAT(found_in({}), IsEmpty());
}

// docs/topologies.md: NCCL finds no tree on two nodes of Leonardo.
TEST(FailureChecks, OnOneNodeAGpuWithoutNvlinksIsTheFirstToSuspect) {
  Patient tray;
  tray.condition.cluster.node = testing::grace_tray({.with_nvlink = 3});
  const Examination seen = check_search(tray);
  EXPECT_THAT(texts_of(seen), ElementsAre(HasSubstr("finds no ring")));
  EXPECT_THAT(seen.symptoms.front().fix, HasSubstr("nvidia-smi nvlink -s"));
}

TEST(FailureChecks, ASearchThatFindsNothing) {
  EXPECT_THAT(texts_of(check_search(patient_on("leonardo", 2))),
              ElementsAre(HasSubstr("finds no tree")));
  EXPECT_THAT(check_search(patient_on("dgx-h100", 2)).symptoms, IsEmpty());
}

}  // namespace failure_checks_test
}  // namespace treering::tuner::doctor
