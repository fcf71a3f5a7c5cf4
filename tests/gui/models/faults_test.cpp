#include "gui/models/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/models/question.h"

namespace treering::gui::models {
namespace faults_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Faults, ADeviceHasOneFaultAtATime) {
  Question question = with_fault({}, "0/mlx5_0=0.5");
  question = with_fault(question, "0/mlx5_1=0.5");
  question = with_fault_switched(question, "0/mlx5_0=0.5", false);
  EXPECT_THAT(tried_faults(question), ElementsAre("0/mlx5_1=0.5"));
  question = with_fault(question, "0/mlx5_0=down");
  EXPECT_THAT(question.faults, ElementsAre("0/mlx5_0=down", "0/mlx5_1=0.5"));
  EXPECT_THAT(tried_faults(question), ElementsAre("0/mlx5_0=down", "0/mlx5_1=0.5"));
}

TEST(Faults, SwitchedOffTheyKeepTheirPlace) {
  Question question = with_fault(with_fault({}, "0/a=0.5"), "0/b=0.5");
  const Question before = question;
  question = with_fault_switched(question, "0/a=0.5", false);
  EXPECT_EQ(question.faults, before.faults);
  EXPECT_FALSE(has_same_run(before, question, Side::Shown));
  EXPECT_TRUE(has_same_run(before, question, Side::Healthy));
  question = with_fault_switched(question, "0/a=0.5", true);
  EXPECT_TRUE(has_same_run(before, question, Side::Shown));
  question = without_fault(with_fault_switched(question, "0/a=0.5", false), "0/a=0.5");
  EXPECT_THAT(question.faults, ElementsAre("0/b=0.5"));
  EXPECT_THAT(question.faults_off, IsEmpty());
}

TEST(Faults, NodesAfterOneThatIsAwayHaveOtherNumbers) {
  Question question;
  question.faults = {"0/mlx5_0=0.5", "1/mlx5_0=down", "3/GPU 0-NVSwitch=0.5", "rank7=+50us"};
  question.faults_off = {"3/GPU 0-NVSwitch=0.5"};
  const Question other = without_node(question, 1, 4);
  EXPECT_EQ(other.job.nodes, 3);
  EXPECT_THAT(other.faults, ElementsAre("0/mlx5_0=0.5", "2/GPU 0-NVSwitch=0.5", "rank7=+50us"));
  EXPECT_THAT(other.faults_off, ElementsAre("2/GPU 0-NVSwitch=0.5"));
}

TEST(Faults, AreFoundByWhatTheyAreAbout) {
  Question question;
  question.faults = {"1/mlx5_0=0.5", "0/GPU 0-NVSwitch=0.25", "0/GPU 0=0.5", "rank7=+50us"};
  EXPECT_THAT(faults_about(question, 1, "mlx5_0"), ElementsAre("1/mlx5_0=0.5"));
  EXPECT_THAT(faults_about(question, 0, "mlx5_0"), IsEmpty());
  EXPECT_THAT(faults_about(question, 0, "NVSwitch-GPU 0"), ElementsAre("0/GPU 0-NVSwitch=0.25"));
  EXPECT_THAT(faults_about(question, 0, "GPU 0"), ElementsAre("0/GPU 0=0.5"));
  EXPECT_THAT(faults_about(question, 0, ""), ElementsAre("0/GPU 0-NVSwitch=0.25", "0/GPU 0=0.5"));
  // As simulate takes names.
  question.faults = {"1/MLX5-0=0.5", "0/gpu 0-nvswitch=0.25"};
  EXPECT_THAT(faults_about(question, 1, "mlx5_0"), ElementsAre("1/MLX5-0=0.5"));
  EXPECT_THAT(faults_about(question, 0, "NVSwitch-GPU 0"), ElementsAre("0/gpu 0-nvswitch=0.25"));
}

}  // namespace faults_test
}  // namespace treering::gui::models
