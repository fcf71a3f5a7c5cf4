#include "gui/models/session.h"

#include <QSignalSpy>
#include <QTest>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/gui/patience.h"
#include "tests/support/temporary_folder.h"

namespace treering::gui::models {
namespace session_test {

Question about(const std::string& topology) {
  Question question;
  question.job.topology = topology;
  return question;
}

bool settles(Session& session) {
  return QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience);
}

TEST(Session, AnswersWhatIsNeeded) {
  Session session;
  session.need(Need::Machine);
  session.open(about("dgx-h100"));
  ASSERT_TRUE(settles(session));
  ASSERT_NE(session.machineReport(), nullptr);
  EXPECT_EQ(session.machineReport()->setup.cluster.node.gpu_count(), 8);
  EXPECT_EQ(session.timesReport(), nullptr);
  session.need(Need::Times);
  ASSERT_TRUE(settles(session));
  ASSERT_NE(session.timesReport(), nullptr);
  EXPECT_FALSE(session.timesReport()->rows.empty());
}

TEST(Session, KeepsAnswersThatAChangeLeavesRight) {
  Session session;
  session.need(Need::Machine);
  session.need(Need::Run);
  session.open(about("dgx-h100"));
  ASSERT_TRUE(settles(session));
  const auto machine = session.machine();
  const auto run = session.run(Side::Shown);
  Question question = session.question();
  question.bytes *= 2;
  session.ask(question, QStringLiteral("size"));
  ASSERT_TRUE(settles(session));
  EXPECT_EQ(session.machine(), machine);
  EXPECT_NE(session.run(Side::Shown), run);
  EXPECT_EQ(session.runReport(Side::Shown)->asked_bytes, question.bytes);
}

TEST(Session, UndoesAndRedoes) {
  Session session;
  session.open(about("dgx-h100"));
  Question question = session.question();
  question.job.nodes = 4;
  session.ask(question, QStringLiteral("nodes"));
  EXPECT_EQ(session.history().undoText(), QStringLiteral("nodes"));
  session.history().undo();
  EXPECT_FALSE(session.question().job.nodes);
  session.history().redo();
  EXPECT_EQ(session.question().job.nodes, 4);
}

TEST(Session, SaysWhyThereIsNoAnswer) {
  Session session;
  session.need(Need::Machine);
  session.open(about("no-such-machine"));
  ASSERT_TRUE(settles(session));
  ASSERT_TRUE(session.machine());
  EXPECT_FALSE(*session.machine());
  EXPECT_EQ(session.machineReport(), nullptr);
}

// Only the newest question is answered, whichever ends first.
TEST(Session, ForgetsOlderQuestions) {
  Session session;
  session.need(Need::Run);
  session.open(about("dgx-h100"));
  Question question = session.question();
  for (const int nodes : {2, 8, 3}) {
    question.job.nodes = nodes;
    session.ask(question, QStringLiteral("nodes"));
  }
  ASSERT_TRUE(settles(session));
  ASSERT_NE(session.runReport(Side::Shown), nullptr);
  EXPECT_EQ(session.runReport(Side::Shown)->shape.nodes, 3);
}

// The cost of faults needs times, and no timeline.
TEST(Session, TheCostOfFaultsRecordsNothing) {
  Session session;
  session.need(Need::FaultCost);
  Question question = about("dgx-h100");
  question.job.nodes = 2;
  question.faults = {"0/mlx5_0=0.5"};
  session.open(question);
  ASSERT_TRUE(settles(session));
  ASSERT_NE(session.runReport(Side::Healthy), nullptr);
  ASSERT_NE(session.runReport(Side::Faulty), nullptr);
  EXPECT_FALSE(session.runReport(Side::Faulty)->recorded);
  EXPECT_EQ(session.faultyReport(), session.runReport(Side::Faulty));
  EXPECT_EQ(session.runReport(Side::Shown), nullptr);
}

TEST(Session, TheCostOfFaultsOfALargeJobIsAskedForWhenItIsWanted) {
  Session session;
  session.need(Need::FaultCost);
  Question question = about("dgx-h100");
  question.job.nodes = 1024;
  question.bytes = 1024;
  question.faults = {"0/mlx5_0=0.5"};
  session.open(question);
  ASSERT_TRUE(settles(session));
  EXPECT_TRUE(session.isCostDeferred());
  EXPECT_EQ(session.faultyReport(), nullptr);
  session.wantCost();
  ASSERT_TRUE(settles(session));
  EXPECT_NE(session.faultyReport(), nullptr);
  EXPECT_NE(session.runReport(Side::Healthy), nullptr);
}

// 8192 GPUs: what the fault costs waits for a wish, whether it is one does not.
TEST(Session, FaultsOfALargeJobAreCheckedAtOnce) {
  Session session;
  session.need(Need::FaultCost);
  Question question = about("dgx-h100");
  question.job.nodes = 1024;
  question.faults = {"0/mlx5_99=0.5"};
  session.open(question);
  ASSERT_TRUE(settles(session));
  ASSERT_TRUE(session.faultWords());
  ASSERT_FALSE(*session.faultWords());
  EXPECT_NE(session.faultWords()->error().message().find("mlx5_99"), std::string::npos);
  EXPECT_FALSE(session.isCostDeferred());
  EXPECT_EQ(session.question().faults.size(), 1U);
  question.faults_off = {"0/mlx5_99=0.5"};
  question.faults.emplace_back("1023/mlx5_0=down");
  session.ask(question, QStringLiteral("fault"));
  EXPECT_FALSE(session.faultWords());
  ASSERT_TRUE(settles(session));
  ASSERT_TRUE(session.faultWords());
  EXPECT_TRUE(*session.faultWords());
  EXPECT_TRUE(session.isCostDeferred());
  EXPECT_EQ(session.runReport(Side::Faulty), nullptr);
}

TEST(Session, RunsWithoutFaultsBesideThoseWith) {
  Session session;
  session.need(Need::Run);
  session.need(Need::FaultCost);
  Question question = about("dgx-h100");
  question.job.nodes = 2;
  question.bytes = std::uint64_t{1} << 28U;
  question.shown.algorithm = "Ring";
  question.faults = {"0/mlx5_0=0.5"};
  session.open(question);
  ASSERT_TRUE(settles(session));
  ASSERT_NE(session.runReport(Side::Shown), nullptr);
  ASSERT_NE(session.runReport(Side::Healthy), nullptr);
  EXPECT_GT(session.runReport(Side::Shown)->time, session.runReport(Side::Healthy)->time);
}

// Asked and cancelled before the worker can hand anything over: answers come through the loop of
// events. An answer that is found by then is an answer all the same.
TEST(Session, AsksAgainWhatWasCancelled) {
  Session session;
  session.need(Need::Run);
  Question question = about("dgx-h100");
  question.job.nodes = 2;
  question.shown = {"Ring", "LL"};
  question.bytes = std::uint64_t{1} << 30U;
  session.open(question);
  EXPECT_TRUE(jobs::Board::instance().cancelAll());
  ASSERT_TRUE(settles(session));
  ASSERT_TRUE(session.run(Side::Shown));
  session.askAgain();
  ASSERT_TRUE(settles(session));
  ASSERT_NE(session.runReport(Side::Shown), nullptr);
  EXPECT_FALSE(is_cancelled(session.run(Side::Shown)));
}

TEST(Session, AnotherInputAsksAnewWhatWasCancelled) {
  Session session;
  session.need(Need::Times);
  session.open(about("dgx-h100"));
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_EQ(session.cancelled(), QStringList{QStringLiteral("the times at every size")});
  Question question = session.question();
  question.faults = {"0/mlx5_0=down"};  // which the times do not know
  session.ask(question, QStringLiteral("fault"));
  EXPECT_TRUE(session.cancelled().isEmpty());
  ASSERT_TRUE(settles(session));
  EXPECT_NE(session.timesReport(), nullptr);
}

/// A cluster file that goes away with the test.
class SessionOfAFile : public ::testing::Test {
 protected:
  void SetUp() override {
    write("dgx-h100");
    for (const Need need : {Need::Machine, Need::Times}) session_.need(need);
    session_.open(about(path_));
    ASSERT_TRUE(settles(session_));
    ASSERT_EQ(node(), "dgx-h100");
  }

  void write(const std::string& node) const {
    std::ofstream(path_) << "node: " << node << "\ncount: 2\n";
  }
  std::string node() const {
    const app::MachineReport* const report = session_.machineReport();
    return report == nullptr ? "" : report->setup.cluster.node.name();
  }
  void expect(const std::string& node) {
    EXPECT_FALSE(session_.machine());
    EXPECT_FALSE(session_.times());
    EXPECT_TRUE(session_.machineInquiry().isOld());
    ASSERT_TRUE(settles(session_));
    EXPECT_EQ(this->node(), node);
    EXPECT_NE(session_.timesReport(), nullptr);
  }

  support::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/pod.yaml";
  Session session_;
};

TEST_F(SessionOfAFile, IsOpenedAgain) {
  write("summit");
  session_.open(session_.question());
  expect("summit");
}

// The size matters to neither answer.
TEST_F(SessionOfAFile, AnotherQuestionAsksAnewWhatAChangedFileWasReadFor) {
  Question question = session_.question();
  question.bytes *= 2;
  write("summit");
  session_.ask(question, QStringLiteral("size"));
  expect("summit");
}

TEST_F(SessionOfAFile, UndoAsksAnewWhatAChangedFileWasReadFor) {
  Question question = session_.question();
  question.bytes *= 2;
  session_.ask(question, QStringLiteral("size"));
  ASSERT_TRUE(settles(session_));
  write("summit");
  session_.history().undo();
  expect("summit");
}

TEST_F(SessionOfAFile, AskingAgainReadsAChangedFile) {
  write("summit");
  session_.askAgain();
  expect("summit");
}

TEST_F(SessionOfAFile, WhatIsNeededLaterIsNotOfAnotherFileThanTheRest) {
  write("summit");
  session_.need(Need::Run);
  expect("summit");
  ASSERT_NE(session_.runReport(Side::Shown), nullptr);
  EXPECT_EQ(session_.runReport(Side::Shown)->shape.ranks(), 12);  // 2 x 6 GPUs
}

TEST_F(SessionOfAFile, WhatIsNotChangedIsNotAskedAgain) {
  const auto machine = session_.machine();
  const auto times = session_.times();
  EXPECT_FALSE(session_.lookAtFiles());
  session_.askAgain();
  session_.open(session_.question());
  EXPECT_EQ(session_.machine(), machine);
  EXPECT_EQ(session_.times(), times);
}

}  // namespace session_test
}  // namespace treering::gui::models
