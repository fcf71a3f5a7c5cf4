#include "gui/models/question_words.h"

#include <QTest>
#include <functional>
#include <vector>

#include <gmock/gmock.h>

#include "gui/models/job_settings.h"
#include "tests/gui/patience.h"

namespace treering::gui::models {
namespace question_words_test {

using ::testing::EndsWith;
using ::testing::HasSubstr;

Question four_nodes() {
  Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  return question;
}

std::string source_of(const Question& question, Shows what) {
  Session session;
  session.need(Need::Machine);
  session.open(question);
  EXPECT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
  return source_text(session, what).toStdString();
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
      source_of(four_nodes(), Shows::Times),
      "dgx-h100, 4 nodes, 32 GPUs; all_reduce of 1 MiB; NCCL 2.28.9; times by the cost model");
  EXPECT_THAT(source_of(four_nodes(), Shows::Run), HasSubstr("; simulated by the event model"));
}

TEST(QuestionWords, ASourceNamesWhatDiffersFromTheUsual) {
  Question question = four_nodes();
  question.job.nccl = "2.27";
  question.job.variables.env = {"NCCL_ALGO=Ring"};
  question.faults = {"0/mlx5_0=0.5", "1/mlx5_0=0.5"};
  question.faults_off = {"1/mlx5_0=0.5"};
  const std::string text = source_of(question, Shows::Run);
  EXPECT_THAT(text, HasSubstr("NCCL 2.27."));
  EXPECT_THAT(text, HasSubstr("NCCL_ALGO=Ring"));
  EXPECT_TRUE(text.ends_with("; what if: 0/mlx5_0=0.5")) << text;
}

struct Change {
  const char* what;
  std::function<void(Question&)> make;
  Shows where;  // a picture that depends on it
};

/// Each member of the question that some picture depends on.
const std::vector<Change>& changes() {
  static const std::vector<Change> all{
      {"topology", [](Question& one) { one.job.topology = "dgx-a100"; }, Shows::Times},
      {"nodes", [](Question& one) { one.job.nodes = 2; }, Shows::Times},
      {"GPUs", [](Question& one) { one.job.gpus_per_node = 4; }, Shows::Times},
      {"devices", [](Question& one) { one.job.devices = {0, 1, 2, 3, 4, 5, 6, 7}; }, Shows::Times},
      {"adapters", [](Question& one) { one.job.adapters.nics = "4"; }, Shows::Times},
      {"rate", [](Question& one) { one.job.adapters.nic_rate = "100"; }, Shows::Times},
      {"oversubscription",
       [](Question& one) {
         one.job.leaf_switches = {"2", 4};
       },
       Shows::Times},
      {"leaves", [](Question& one) { one.job.leaf_switches.nodes_per_leaf = 2; }, Shows::Times},
      {"order", [](Question& one) { one.job.leaf_switches.node_order = "scattered"; },
       Shows::Times},
      {"processes", [](Question& one) { one.job.gpus_per_process = 2; }, Shows::Times},
      {"version", [](Question& one) { one.job.nccl = "2.27"; }, Shows::Times},
      {"variables", [](Question& one) { one.job.variables.env = {"NCCL_ALGO=Ring"}; },
       Shows::Times},
      {"channels",
       [](Question& one) {
         one.job.variables.env = {"NCCL_MIN_NCHANNELS=4", "NCCL_MAX_NCHANNELS=4"};
       },
       Shows::Times},
      {"profile", [](Question& one) { one.time_model.profile = "/data/mine.json"; }, Shows::Times},
      {"network", [](Question& one) { one.time_model.network = "roce"; }, Shows::Times},
      {"collective", [](Question& one) { one.collective = core::Collective::AllGather; },
       Shows::Times},
      {"size", [](Question& one) { one.bytes = 8; }, Shows::Times},
      {"algorithm", [](Question& one) { one.shown.algorithm = "Ring"; }, Shows::Run},
      {"protocol", [](Question& one) { one.shown.protocol = "LL"; }, Shows::Run},
      {"rival", [](Question& one) { one.rival = sim::Way{"Tree"}; }, Shows::Runs},
      {"rival protocol",
       [](Question& one) {
         one.rival = sim::Way{"", "LL"};
       },
       Shows::Runs},
      {"other version", [](Question& one) { one.rival_nccl = "2.19"; }, Shows::Advice},
      {"faults", [](Question& one) { one.faults = {"0/mlx5_0=0.5"}; }, Shows::Run},
      {"logs", [](Question& one) { one.logs = {"/data/run.log"}; }, Shows::Check}};
  return all;
}

TEST(QuestionWords, ASourceNamesEachMemberThatAPictureDependsOn) {
  for (const Change& change : changes()) {
    Question other = four_nodes();
    change.make(other);
    EXPECT_NE(source_of(other, change.where), source_of(four_nodes(), change.where)) << change.what;
    EXPECT_FALSE(difference_text(other, four_nodes()).isEmpty()) << change.what;
    EXPECT_FALSE(difference_text(four_nodes(), other).isEmpty()) << change.what;
  }
}

TEST(QuestionWords, ASourceNamesTheLeafSwitches) {
  Question question = four_nodes();
  question.job.leaf_switches = {"2", 4};
  EXPECT_THAT(source_of(question, Shows::Times),
              HasSubstr("; oversubscription 2, 4 nodes per leaf; times by the cost model"));
}

// A measured run is of no call of the question.
TEST(QuestionWords, ASourceOfACheckNamesItsLogs) {
  Question question = four_nodes();
  EXPECT_THAT(source_of(question, Shows::Check), EndsWith("NCCL 2.28.9; what the doctor finds"));
  question.logs = {"/data/run.log"};
  EXPECT_EQ(source_of(question, Shows::Check),
            "dgx-h100, 4 nodes, 32 GPUs; NCCL 2.28.9; run.log beside times by the cost model");
}

TEST(QuestionWords, WithoutAMachineThereIsNoSource) {
  const Session session;
  EXPECT_TRUE(source_text(session, Shows::Times).isEmpty());
}

TEST(QuestionWords, NameTheCallAndTheMachines) {
  EXPECT_EQ(question_text(four_nodes()).toStdString(), "all_reduce of 1 MiB on dgx-h100 × 4");
  Question question = four_nodes();
  question.job.topology = "/data/pod.yaml";
  question.job.nodes.reset();
  EXPECT_EQ(question_text(question).toStdString(), "all_reduce of 1 MiB on pod.yaml");
  EXPECT_TRUE(question_text({}).isEmpty());
  question.job.topology = "live";
  EXPECT_EQ(question_text(question).toStdString(), "all_reduce of 1 MiB on this machine");
  EXPECT_EQ(difference_text(question, four_nodes()).toStdString(), "for this machine");
}

TEST(QuestionWords, NameWhatDiffers) {
  const Question one = four_nodes();
  Question other = one;
  EXPECT_TRUE(difference_text(one, other).isEmpty());
  other.job.nodes = 8;
  other.bytes = 1024;
  EXPECT_EQ(difference_text(one, other).toStdString(), "for 1 MiB, dgx-h100 × 4");
  other = one;
  other.job.leaf_switches.oversubscription = "2";
  other.faults = {"0/mlx5_0=down"};
  EXPECT_EQ(difference_text(one, other).toStdString(), "without oversubscription 2, 0/mlx5_0=down");
  EXPECT_EQ(difference_text(other, one).toStdString(), "for oversubscription 2, 0/mlx5_0=down");
  other = one;
  other.job.nccl = "2.12.7";
  EXPECT_EQ(difference_text(other, one).toStdString(), "for NCCL 2.12.7");
  EXPECT_EQ(difference_text(one, other).toStdString(), "for the newest known NCCL");
  other = one;
  Question earlier = one;
  earlier.files.logs = {{"/data/run.log", 1, 100}};
  other.files.logs = {{"/data/run.log", 1, 200}};
  EXPECT_EQ(difference_text(earlier, other).toStdString(), "for run.log before it changed");
}

TEST(QuestionWords, NameWhatAnotherMachineDoesNotKeep) {
  Question before = four_nodes();
  before.faults = {"0/mlx5_0=0.5", "rank31=+50us"};
  before.faults_off = {"rank31=+50us"};
  before.groups = "tp=8,dp=4";
  before.job.leaf_switches = {"2", 4};
  before.job.variables.env = {"NCCL_ALGO=Ring"};
  const Question after = on_machine(before, "gb200-nvl72");
  EXPECT_EQ(left_behind_text(before, after).toStdString(),
            "gb200-nvl72 does not keep what was set for dgx-h100: oversubscription 2, 4 nodes per "
            "leaf, groups tp=8,dp=4, 0/mlx5_0=0.5, rank31=+50us.");
  EXPECT_TRUE(left_behind_text(after, before).isEmpty());
  EXPECT_TRUE(left_behind_text({}, before).isEmpty());
  Question same = before;
  same.faults.clear();
  EXPECT_TRUE(left_behind_text(before, same).isEmpty()) << "its user has taken them away";
}

}  // namespace question_words_test
}  // namespace treering::gui::models
