#include "gui/models/question_words.h"

#include <QTest>

#include <gmock/gmock.h>

#include "tests/gui/patience.h"

namespace treering::gui::models {
namespace question_words_test {

using ::testing::HasSubstr;

Question four_nodes() {
  Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  return question;
}

std::string source_of(const Question& question, TimesBy by) {
  Session session;
  session.need(Need::Machine);
  session.open(question);
  EXPECT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
  return source_text(session, by).toStdString();
}

TEST(QuestionWords, ATitleNamesMachinesAndCall) {
  Session session;
  EXPECT_EQ(question_title(session), QString());
  Question question = four_nodes();
  session.open(question);
  EXPECT_EQ(question_title(session), QStringLiteral("dgx-h100 × 4, all_reduce of 1 MiB"));
  question.job.topology = "/somewhere/else/cluster.yaml";
  question.job.nodes = 1;
  session.open(question);
  EXPECT_EQ(question_title(session), QStringLiteral("cluster.yaml, all_reduce of 1 MiB"));
}

// All that somebody needs who gets the picture alone.
TEST(QuestionWords, ASourceNamesAllThatAPictureIsOf) {
  EXPECT_EQ(
      source_of(four_nodes(), TimesBy::CostModel),
      "dgx-h100, 4 nodes, 32 GPUs; all_reduce of 1 MiB; NCCL 2.28.9; times by the cost model");
  EXPECT_THAT(source_of(four_nodes(), TimesBy::EventModel),
              HasSubstr("; simulated by the event model"));
}

TEST(QuestionWords, ASourceNamesWhatDiffersFromTheUsual) {
  Question question = four_nodes();
  question.job.nccl = "2.27";
  question.job.variables.env = {"NCCL_ALGO=Ring"};
  question.faults = {"0/mlx5_0=0.5", "1/mlx5_0=0.5"};
  question.faults_off = {"1/mlx5_0=0.5"};
  const std::string text = source_of(question, TimesBy::EventModel);
  EXPECT_THAT(text, HasSubstr("NCCL 2.27."));
  EXPECT_THAT(text, HasSubstr("NCCL_ALGO=Ring"));
  EXPECT_TRUE(text.ends_with("; what if: 0/mlx5_0=0.5")) << text;
}

TEST(QuestionWords, WithoutAMachineThereIsNoSource) {
  const Session session;
  EXPECT_TRUE(source_text(session, TimesBy::CostModel).isEmpty());
}

TEST(QuestionWords, NameTheCallAndTheMachines) {
  EXPECT_EQ(question_text(four_nodes()).toStdString(), "all_reduce of 1 MiB on dgx-h100 × 4");
  Question question = four_nodes();
  question.job.topology = "/data/pod.yaml";
  question.job.nodes.reset();
  EXPECT_EQ(question_text(question).toStdString(), "all_reduce of 1 MiB on pod.yaml");
  EXPECT_TRUE(question_text({}).isEmpty());
}

TEST(QuestionWords, NameWhatDiffers) {
  const Question one = four_nodes();
  Question other = one;
  EXPECT_TRUE(difference_text(one, other).isEmpty());
  other.job.nodes = 8;
  other.bytes = 1024;
  EXPECT_EQ(difference_text(one, other).toStdString(), "1 MiB, dgx-h100 × 4");
  other = one;
  other.job.leaf_switches.oversubscription = "2";
  other.faults = {"0/mlx5_0=down"};
  EXPECT_EQ(difference_text(one, other).toStdString(), "without oversubscription 2, 0/mlx5_0=down");
  EXPECT_EQ(difference_text(other, one).toStdString(), "oversubscription 2, 0/mlx5_0=down");
}

}  // namespace question_words_test
}  // namespace treering::gui::models
