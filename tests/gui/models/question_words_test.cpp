#include "gui/models/question_words.h"

#include <gtest/gtest.h>

namespace treering::gui::models {
namespace question_words_test {

Question on_four() {
  Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  return question;
}

TEST(QuestionWords, NameTheCallAndTheMachines) {
  EXPECT_EQ(question_text(on_four()).toStdString(), "all_reduce of 1 MiB on dgx-h100 x 4");
  Question question = on_four();
  question.job.topology = "/data/pod.yaml";
  question.job.nodes.reset();
  EXPECT_EQ(question_text(question).toStdString(), "all_reduce of 1 MiB on pod.yaml");
  EXPECT_TRUE(question_text({}).isEmpty());
}

TEST(QuestionWords, NameWhatDiffers) {
  const Question one = on_four();
  Question other = one;
  EXPECT_TRUE(difference_text(one, other).isEmpty());
  other.job.nodes = 8;
  other.bytes = 1024;
  EXPECT_EQ(difference_text(one, other).toStdString(), "1 MiB, dgx-h100 x 4");
  other = one;
  other.job.leaf_switches.oversubscription = "2";
  other.faults = {"0/mlx5_0=down"};
  EXPECT_EQ(difference_text(one, other).toStdString(), "without oversubscription 2, 0/mlx5_0=down");
  EXPECT_EQ(difference_text(other, one).toStdString(), "oversubscription 2, 0/mlx5_0=down");
}

}  // namespace question_words_test
}  // namespace treering::gui::models
