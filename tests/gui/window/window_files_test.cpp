#include <QFile>
#include <QLabel>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/main_window.h"
#include "tests/gui/patience.h"
#include "tests/gui/views/logs.h"

namespace treering::gui::window {
namespace window_files_test {

QString written(const QTemporaryDir& folder, const QString& name, const char* text) {
  QFile file(folder.filePath(name));
  EXPECT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(text);
  return file.fileName();
}

TEST(WindowFiles, ALogWithoutMeasurementsIsOneSentence) {
  const QTemporaryDir folder;
  const QString name = written(folder, QStringLiteral("machine.txt"),
                               "\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n");
  MainWindow window;
  window.showView(QStringLiteral("check"));
  window.show();
  window.openLogs({name});
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window.session().question().has_topology() && !window.session().isBusy(); },
      kPatience));
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("log problem"));
  EXPECT_THAT(problem->text().toStdString(), ::testing::HasSubstr("machine.txt"));
}

// Where nobody has said how many; once, so that the question can be undone.
TEST(WindowFiles, NodesAreThoseOfTheResults) {
  MainWindow window;
  window.show();
  window.showView(QStringLiteral("check"));
  models::Question question;
  question.job.topology = views::views_test::kLogged;
  question.job.nodes_may_differ = true;
  question.logs = {views::views_test::write_log("window.log", 1)};
  window.session().open(question);
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return window.session().question().job.nodes == 2; }, kPatience));
  window.session().history().undo();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session().isBusy(); }, kPatience));
  EXPECT_FALSE(window.session().question().job.nodes);
}

// The same name, and another run in it: three times as slow.
TEST(WindowFiles, ALogThatWasRewrittenIsReadAgain) {
  MainWindow window;
  window.show();
  window.showView(QStringLiteral("check"));
  const auto* const verdict = window.findChild<QLabel*>(QStringLiteral("verdict"));
  const auto settles = [&] {
    return QTest::qWaitFor(
        [&] { return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
        kPatience);
  };
  models::Question question;
  question.job.topology = views::views_test::kLogged;
  question.job.nodes = 2;
  window.session().open(question);
  ASSERT_TRUE(settles());
  const auto open = [&](double factor) {
    window.openLogs(
        {QString::fromStdString(views::views_test::write_log("rewritten.log", factor))});
    EXPECT_TRUE(settles());
    return verdict->text().toStdString();
  };
  const std::string as_expected = open(1);
  EXPECT_THAT(as_expected, ::testing::StartsWith("As fast as expected"));
  EXPECT_NE(open(3), as_expected);
  EXPECT_TRUE(window.session().checkReport()->is_odd);
}

TEST(WindowFiles, AProfileIsOpenedAndUndone) {
  MainWindow window;
  window.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  window.session().open(question);
  window.openFiles({QStringLiteral("profiles/published.json")});
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window.session().question().time_model.profile.has_value(); }, kPatience));
  EXPECT_EQ(window.session().question().time_model.profile, "profiles/published.json");
  EXPECT_EQ(window.session().question().job.topology, "dgx-h100");
  window.session().history().undo();
  EXPECT_FALSE(window.session().question().time_model.profile);
}

TEST(WindowFiles, ATextWithoutATableIsAnsweredWhereItWasDropped) {
  const QTemporaryDir folder;
  const QString name = written(folder, QStringLiteral("diary.log"), "dear diary\n");
  MainWindow window;
  window.showView(QStringLiteral("check"));
  window.show();
  const auto* const verdict = window.findChild<QLabel*>(QStringLiteral("verdict"));
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("log problem"));
  EXPECT_THAT(verdict->text().toStdString(), ::testing::StartsWith("Drop an nccl-tests log"));
  window.openFiles({name});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session().refusal().isEmpty(); }, kPatience));
  EXPECT_THAT(
      problem->text().toStdString(),
      ::testing::AllOf(::testing::StartsWith("Not opened: "), ::testing::HasSubstr("diary.log"),
                       ::testing::HasSubstr("a text that treering does not know")));
  window.openSource(QStringLiteral("dgx-h100"));  // the next thing that is done answers it
  EXPECT_TRUE(problem->text().isEmpty());
  EXPECT_THAT(verdict->text().toStdString(), ::testing::StartsWith("Drop an nccl-tests log"));
}

TEST(WindowFiles, AnAnswerAsksItsQuestionAgain) {
  const QTemporaryDir folder;
  const QString name =
      written(folder, QStringLiteral("run.json"),
              R"({"schema": "treering.simulate/1", "topology": {"name": "dgx-a100"}, "nodes": 2,
                  "ranks": 16, "nccl_version": "2.21.5", "collective": "all_gather",
                  "bytes": 4096, "asked_bytes": 4096, "algorithm": "Ring", "protocol": "LL",
                  "nccl_default": false, "faults": ["jitter up to 50us, seed 1"]})");
  MainWindow window;
  window.show();
  models::Question before;
  before.job.topology = "dgx-h100";
  window.session().open(before);
  window.openFiles({name});
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window.session().question().job.topology == "dgx-a100"; }, kPatience));
  const models::Question& question = window.session().question();
  EXPECT_EQ(question.job.nodes, 2);
  EXPECT_EQ(question.job.nccl, "2.21.5");
  EXPECT_EQ(question.collective, core::Collective::AllGather);
  EXPECT_EQ(question.bytes, 4096U);
  EXPECT_EQ(question.shown, (sim::Way{"Ring", "LL"}));
  EXPECT_EQ(window.statusBar()->currentMessage().toStdString(),
            "The question is that of run.json (treering simulate). Not restored: jitter up to "
            "50us, seed 1.");
  window.session().history().undo();
  EXPECT_EQ(window.session().question().job.topology, "dgx-h100");
}

TEST(WindowFiles, SaysThatAMachineWithoutGpusHasNoCollectives) {
  const QTemporaryDir folder;
  const QString file =
      written(folder, QStringLiteral("none.xml"),
              "<system version=\"1\"><cpu numaid=\"0\" affinity=\"f\" arch=\"x86_64\" "
              "vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\"/></system>");
  MainWindow window;
  window.show();
  window.openSource(file);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session().isBusy(); }, kPatience));
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  EXPECT_TRUE(problem->isVisible());
  EXPECT_THAT(problem->text().toStdString(), ::testing::HasSubstr("none has no GPU"));
}

}  // namespace window_files_test
}  // namespace treering::gui::window
