#include "gui/views/check/check_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/views/check/check_table.h"
#include "gui/views/check/findings_panel.h"
#include "gui/widgets/labels.h"
#include "tests/gui/patience.h"
#include "tests/gui/views/logs.h"
#include "tests/support/temporary_folder.h"

namespace treering::gui::views::check {
namespace check_view_test {

using models::Severity;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CheckView : public ::testing::Test {
 protected:
  bool settles() {
    return QTest::qWaitFor([&] { return !session_.isBusy(); }, kPatience);
  }

  static std::string log(double factor) { return views_test::write_log("check_view.log", factor); }

  void open(const std::vector<std::string>& logs, const std::vector<std::string>& env = {}) {
    models::Question question;
    question.job.topology = logs.empty() ? "dgx-h100" : views_test::kLogged;
    question.job.variables.env = env;
    question.logs = logs;
    session_.open(question);
    ASSERT_TRUE(settles());
  }
  std::string text_of(const char* name) const {
    return view_.findChild<QLabel*>(QLatin1StringView(name))->text().toStdString();
  }

  models::Session session_;
  models::Selection selection_;
  check::CheckView view_{session_, selection_};
};

TEST_F(CheckView, ModelsKeepQtsRules) {
  FindingsModel findings;
  CheckTable table;
  constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;
  const QAbstractItemModelTester tests_findings(&findings, kFatal);
  const QAbstractItemModelTester tests_table(&table, kFatal);
  open({log(2.5)}, {"NCCL_PROTO=LL"});
  findings.show(session_.findings());
  table.show(session_.check());
  EXPECT_EQ(findings.rowCount(), 1);
  EXPECT_EQ(table.rowCount(), 4);
  EXPECT_EQ(table.columnCount(), CheckTable::kColumns);
  findings.show(nullptr);
  table.show(nullptr);
  EXPECT_EQ(findings.rowCount(), 0);
}

// However long the name is, the view is no wider, and no log stands there twice.
TEST_F(CheckView, LongNamesOfLogsAreCut) {
  const std::string name = std::string(120, 'x') + ".log";
  const std::string file = views_test::write_log(name, 1);
  open({file, file});
  view_.resize(900, 700);
  view_.show();
  EXPECT_EQ(view_.width(), 900);
  const auto* const files = view_.findChild<widgets::ElidedLabel*>();
  EXPECT_EQ(files->toolTip().toStdString(), file);
  EXPECT_TRUE(files->text().contains(QChar(0x2026)));
  EXPECT_FALSE(files->text().contains(QLatin1Char(',')));
}

TEST_F(CheckView, AsksForWhatItNeeds) {
  EXPECT_THAT(text_of("findings"), HasSubstr("Choose a topology"));
  EXPECT_THAT(text_of("verdict"), HasSubstr("Drop an nccl-tests log"));
}

// The log is of 2 nodes.
TEST_F(CheckView, OffersTheNodesOfALogOfOtherRanks) {
  view_.show();
  open({log(1)});
  const auto* const offer = view_.findChild<QPushButton*>(QStringLiteral("offer"));
  models::Question question = session_.question();
  question.job.nodes = 2;
  session_.open(question);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(offer->isVisible());
  question.job.nodes = 4;
  session_.open(question);
  ASSERT_TRUE(settles());
  EXPECT_EQ(session_.checkReport(), nullptr);
  ASSERT_TRUE(offer->isVisible());
  EXPECT_EQ(offer->text().toStdString(), "Make it 2 nodes of 8 GPUs, as in the log");
  QTest::mouseClick(view_.findChild<QPushButton*>(QStringLiteral("offer")), Qt::LeftButton);
  EXPECT_EQ(session_.question().job.nodes, 2);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(offer->isVisible());
  EXPECT_NE(session_.checkReport(), nullptr);
}

// The log is of GH200: 2 nodes of 4 Blackwell GPUs would be as wrong.
TEST_F(CheckView, OffersNoRanksThatLeaveTheLogWrong) {
  view_.show();
  models::Question question;
  question.job.topology = "gb200-nvl72";
  question.job.nodes = 4;
  question.logs = {"examples/alps-sockets.csv"};
  session_.open(question);
  ASSERT_TRUE(settles());
  EXPECT_EQ(session_.checkReport(), nullptr);
  EXPECT_FALSE(view_.findChild<QPushButton*>(QStringLiteral("offer"))->isVisible());
  EXPECT_THAT(text_of("log problem"), HasSubstr("name the machine of the run"));
  const auto* const problem = view_.findChild<QLabel*>(QStringLiteral("log problem"));
  EXPECT_NE(dynamic_cast<const widgets::ProblemLabel*>(problem), nullptr);
  EXPECT_TRUE(problem->isVisible());
}

// Neither the job's 32 ranks nor the 16 of two nodes are the 13 of the log.
TEST_F(CheckView, SaysWhatIsWrongWithTheLogInTheJobOfTheQuestion) {
  view_.show();
  const std::string file = ::testing::TempDir() + "thirteen.csv";
  std::ofstream(file) << "nodes,ranks,collective,datatype,size_bytes,time_us_oop\n2,13,all_reduce,"
                         "float,1048576,100\n";
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  question.logs = {file};
  session_.open(question);
  ASSERT_TRUE(settles());
  EXPECT_THAT(text_of("log problem"), HasSubstr("the job has 32"));
  EXPECT_THAT(text_of("log problem"), HasSubstr("\nWith the nodes and GPUs of the log"));
  EXPECT_THAT(text_of("log problem"), HasSubstr("the job has 16"));
}

TEST_F(CheckView, ListsFindingsAndSelectsTheirDevices) {
  view_.show();
  open({}, {"NCCL_IB_HCA==mlx5_0,mlx5_3"});
  auto* const list = view_.findChild<QListView*>();
  ASSERT_GE(list->model()->rowCount(), 1);
  EXPECT_THAT(list->currentIndex().data().toString().toStdString(), HasSubstr("warning: "));
  EXPECT_THAT(selection_.now().devices, ::testing::Contains("mlx5_4"));
  EXPECT_EQ(session_.marks().at("mlx5_4"), Severity::Warning);
  const auto* const details = view_.findChild<QTextBrowser*>(QStringLiteral("finding"));
  EXPECT_THAT(details->toPlainText().toStdString(), HasSubstr("What to do"));
  EXPECT_THAT(details->toPlainText().toStdString(), HasSubstr("Expected loss"));
  EXPECT_THAT(details->toPlainText().toStdString(), HasSubstr("Checks that were not made"));
}

// The doctor looks at one kind of node.
TEST_F(CheckView, SaysWhichNodesItsFindingsAreNotAbout) {
  view_.show();
  models::Question question;
  question.job.topology = "examples/uneven-pod.yaml";
  question.job.nodes_may_differ = true;
  session_.open(question);
  ASSERT_TRUE(settles());
  EXPECT_THAT(text_of("findings"), HasSubstr("node 3 differs; nodes 12-13 differ"));
}

TEST_F(CheckView, SaysThatAGoodRunIsAsExpected) {
  view_.show();
  open({log(1)});
  EXPECT_THAT(text_of("verdict"), HasSubstr("As fast as expected: all rows"));
  const auto* const table = view_.findChild<QTableView*>();
  ASSERT_TRUE(table->isVisible());
  EXPECT_EQ(table->model()->rowCount(), 4);
  EXPECT_EQ(table->model()->index(0, CheckTable::Share).data().toString(), QStringLiteral("100 %"));
  EXPECT_EQ(table->model()->index(0, CheckTable::Verdict).data().toString(),
            QStringLiteral("as expected"));
}

TEST_F(CheckView, SaysWhatWouldExplainASlowRun) {
  view_.show();
  open({log(4)});
  EXPECT_THAT(text_of("verdict"),
              HasSubstr("Too slow for the network of aws-p4d: 2 of 2 rows of all_reduce"));
  EXPECT_EQ(
      view_.findChild<QTableView*>()->model()->index(0, CheckTable::Verdict).data().toString(),
      QStringLiteral("slow"));
}

TEST_F(CheckView, DoesNotJudgeByAGuess) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/guess.txt";
  std::ofstream(file) << "\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n";  // of no model
  const std::string rows = folder.path() + "/guess.log";
  std::ofstream(rows) << "# Collective test starting: all_reduce_perf\n"
                         "#  Rank 0 Group 0 Pid 1 on n device 0 [0x1b] GPU\n"
                         "#  Rank 1 Group 0 Pid 1 on n device 1 [0x2b] GPU\n"
                         "#  size count type redop root time algbw busbw #wrong time algbw busbw "
                         "#wrong\n1048576 262144 float sum -1 30.0 34.95 34.95 0 30.0 34.95 34.95 "
                         "0\n";
  view_.show();
  models::Question question;
  question.job.topology = file;
  question.logs = {rows};
  session_.open(question);
  ASSERT_TRUE(settles());
  EXPECT_THAT(text_of("verdict"), HasSubstr("None: what these times are compared with is a guess"));
  EXPECT_THAT(text_of("findings"), HasSubstr("partly a guess"));
  const auto* const table = view_.findChild<QTableView*>();
  ASSERT_EQ(table->model()->rowCount(), 1);
  EXPECT_EQ(table->model()->index(0, CheckTable::Verdict).data().toString(), "not judged");
}

// The last one is what people look for. The sizes are those that windows of 1280 x 800 and 1024 x
// 700 leave to the view.
TEST_F(CheckView, AllColumnsOfTheTableAreSeen) {
  view_.show();
  open({log(2.5)});
  const auto* const table = view_.findChild<QTableView*>();
  const auto* const split = view_.findChild<QSplitter*>();
  for (const QSize size : {QSize(958, 720), QSize(702, 620), QSize(1600, 1000), QSize(958, 720)}) {
    view_.resize(size);
    QApplication::processEvents();
    EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0) << size.width();
    const bool is_beside = split->orientation() == Qt::Horizontal;
    EXPECT_EQ(is_beside, size.width() > 900) << size.width();
    EXPECT_GE(split->sizes().first(), is_beside ? 240 : 60) << size.width();
  }
}

TEST_F(CheckView, ALogThatComesLaterMakesRoomForItsTable) {
  view_.resize(958, 720);
  view_.show();
  open({});
  open({log(2.5)});
  QApplication::processEvents();
  EXPECT_EQ(view_.findChild<QTableView*>()->horizontalScrollBar()->maximum(), 0);
}

TEST_F(CheckView, ABadLogIsOneSentence) {
  view_.show();
  open({"no-such.log"});
  EXPECT_THAT(text_of("log problem"), HasSubstr("o-such.log"));
  EXPECT_TRUE(text_of("verdict").empty());
  EXPECT_FALSE(view_.findChild<QTableView*>()->isVisible());
}

}  // namespace check_view_test
}  // namespace treering::gui::views::check
