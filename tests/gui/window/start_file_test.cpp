#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/file_opener.h"
#include "gui/window/main_window.h"
#include "gui/window/memory.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace start_file_test {

constexpr const char* kTable =
    "# Collective test starting: all_reduce_perf\n"
    "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
    "1048576 262144 float sum -1 100.0 10.49 19.66 0 100.0 10.49 19.66 0\n";

/// As `nvidia-smi topo -m` shows it.
constexpr const char* kMachine = "\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n";

Start start_of(const std::string& topology) {
  Start start;
  start.question.job.topology = topology;
  return start;
}

class StartFile : public ::testing::Test {
 protected:
  std::string file(const char* name, const char* text) {
    QFile out(folder_.filePath(QLatin1StringView(name)));
    EXPECT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(text);
    return out.fileName().toStdString();
  }
  QTemporaryDir folder_;
};

TEST_F(StartFile, ALogIsCheckedAndIsNoMachine) {
  const std::string log = file("run.log", kTable);
  const auto start = with_file(start_of(log));
  ASSERT_TRUE(start);
  EXPECT_FALSE(start->question.has_topology());
  EXPECT_THAT(start->question.logs, ::testing::ElementsAre(log));
  EXPECT_EQ(start->view, QStringLiteral("check"));
  // The window opens it on the machine that it has.
  const Start later = with_file_or_later(start_of(log));
  EXPECT_EQ(later.file.toStdString(), log);
  EXPECT_FALSE(later.question.has_topology());
}

// A machine and a table in one file.
TEST_F(StartFile, ALogThatShowsItsMachineIsBoth) {
  const std::string log = file("both.log", (std::string(kMachine) + kTable).c_str());
  const Start start = with_file_or_later(start_of(log));
  EXPECT_TRUE(start.file.isEmpty());
  EXPECT_EQ(start.question.job.topology, log);
  EXPECT_THAT(start.question.logs, ::testing::ElementsAre(log));
}

TEST_F(StartFile, ATopologyStaysOne) {
  const std::string cluster = file("pod.yaml", "node: dgx-h100\ncount: 3\n");
  const auto start = with_file(start_of(cluster));
  ASSERT_TRUE(start);
  EXPECT_EQ(start->question.job.topology, cluster);
  EXPECT_TRUE(start->question.logs.empty());
  EXPECT_EQ(with_file(start_of("dgx-h100"))->question.job.topology, "dgx-h100");
}

TEST_F(StartFile, AProfileGivesTheTimes) {
  const auto start = with_file(start_of("profiles/published.json"));
  ASSERT_TRUE(start);
  EXPECT_EQ(start->question.time_model.profile, "profiles/published.json");
  EXPECT_FALSE(start->question.has_topology());
}

TEST_F(StartFile, WhatNobodyKnowsIsRefusedAndTheWindowSaysSo) {
  const std::string diary = file("diary.txt", "dear diary\n");
  const auto start = with_file(start_of(diary));
  ASSERT_FALSE(start);
  EXPECT_THAT(start.error().message(), ::testing::HasSubstr("a text that treering does not know"));
  EXPECT_EQ(with_file_or_later(start_of(diary)).file.toStdString(), diary);
}

bool settles(MainWindow& window) {
  return QTest::qWaitFor(
      [&] { return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
      kPatience);
}

TEST_F(StartFile, RecentIsWhatWasOpened) {
  const QString log = QString::fromStdString(file("run.log", kTable));
  const QString diary = QString::fromStdString(file("diary.txt", "dear diary\n"));
  MainWindow window;
  window.show();
  window.openSource(QStringLiteral("dgx-h100"));
  ASSERT_TRUE(settles(window));
  window.openSource(QStringLiteral("no-such-machine"));
  ASSERT_TRUE(settles(window));
  window.openFiles({diary});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session().refusal().isEmpty(); }, kPatience));
  window.openFiles({log});
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return !window.session().question().logs.empty(); }, kPatience));
  const QStringList recent = recent_sources();
  ASSERT_GE(recent.size(), 2);
  EXPECT_EQ(recent[0].toStdString(), log.toStdString());
  EXPECT_EQ(recent[1].toStdString(), "dgx-h100");
  EXPECT_FALSE(recent.contains(diary));
  EXPECT_FALSE(recent.contains(QStringLiteral("no-such-machine")));
}

}  // namespace start_file_test
}  // namespace treering::gui::window
