#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "gui/paint/theme.h"
#include "gui/views/recommendation/choice_tables.h"
#include "gui/views/recommendation/export_panel.h"
#include "gui/views/recommendation/recommendation_view.h"
#include "gui/views/recommendation/share_bars.h"
#include "tests/gui/patience.h"
#include "tests/support/temporary_folder.h"

namespace treering::gui::views::recommendation {
namespace recommendation_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class RecommendationViewTest : public ::testing::Test {
 protected:
  void ask(const std::string& topology, int nodes, std::uint64_t bytes = 1 << 20U) {
    models::Question question;
    question.job.topology = topology;
    question.job.nodes = nodes;
    question.bytes = bytes;
    open(question);
  }
  void open(const models::Question& question) {
    session_.open(question);
    view_.resize(1000, 700);
    view_.show();
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !session_.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
  }
  std::string text(const char* name) {
    return view_.findChild<QLabel*>(QLatin1StringView(name))->text().toStdString();
  }
  QPushButton* copy() { return view_.findChild<QPushButton*>(QStringLiteral("copy")); }

  models::Session session_;
  RecommendationView view_{session_};
};

// Its times are there before the form that says what sets it.
TEST_F(RecommendationViewTest, SaysNothingOfAButtonBeforeItsFormIsThere) {
  ask("gb200-nvl72", 8);
  for (const char* const version : {"2.16.5", "2.28.9"}) {
    models::Question question = session_.question();
    question.job.nccl = version;
    session_.open(question);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session_.timesReport() != nullptr; }, kPatience));
    const auto* const forms = view_.findChild<ExportPanel*>();
    const bool is_known = forms->form("env") != nullptr && forms->form("tuner-csv") != nullptr;
    if (!is_known) {
      EXPECT_THAT(text("note"), HasSubstr("Working out"));
      EXPECT_FALSE(copy()->isVisible());
    }
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !session_.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
    EXPECT_THAT(text("note"), Not(HasSubstr("Working out")));
  }
}

TEST_F(RecommendationViewTest, WithoutATopologyNothingIsOffered) {
  view_.show();
  EXPECT_EQ(text("headline"), "Choose machines and a call");
  EXPECT_FALSE(view_.findChild<ExportPanel*>()->isVisible());
  ask("dgx-h100", 1);
  EXPECT_TRUE(view_.findChild<ExportPanel*>()->isVisible());
}

// A chain: there is nothing between nodes.
TEST_F(RecommendationViewTest, OnOneNodeATreeIsAChain) {
  ask("pcie-4", 1);
  EXPECT_THAT(text("names"),
              AllOf(HasSubstr("Tree: a chain through all GPUs"), Not(HasSubstr("between nodes"))));
}

TEST_F(RecommendationViewTest, ANewcomerFindsWhatToUseAndWhy) {
  ask("dgx-h100", 4);
  EXPECT_THAT(text("headline"),
              AllOf(StartsWith("At 1 MiB leave NCCL alone"), HasSubstr("Tree/LL128")));
  EXPECT_THAT(text("answer"), HasSubstr("111.99 us"));
  EXPECT_THAT(text("model"), AllOf(HasSubstr("cost model"), HasSubstr("simulate")));
  EXPECT_THAT(text("why"),
              AllOf(HasSubstr("14 hops inside nodes"), HasSubstr("network, channel by channel")));
  EXPECT_TRUE(view_.findChild<ShareBars*>()->isVisible());
  EXPECT_EQ(copy()->text().toStdString(), "Copy the table");  // for other sizes
}

TEST_F(RecommendationViewTest, ASettingIsCopied) {
  ask("dgx-b300", 3);
  const auto* const exports = view_.findChild<ExportPanel*>();
  ASSERT_NE(exports->form("env"), nullptr);
  ASSERT_TRUE(copy()->isEnabled()) << exports->form("env")->refusal;
  QTest::mouseClick(copy(), Qt::LeftButton);
  EXPECT_THAT(QApplication::clipboard()->text().toStdString(), HasSubstr("export NCCL_ALGO="));
}

TEST_F(RecommendationViewTest, EveryFormHasItsTab) {
  ask("dgx-b300", 3);
  auto* const exports = view_.findChild<ExportPanel*>();
  auto* const tabs = exports->findChild<QTabBar*>();
  ASSERT_EQ(tabs->count(), 3);
  QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(2).center());
  EXPECT_EQ(exports->form("tuner-csv"), nullptr);  // it is worked out now
  ASSERT_TRUE(QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience));
  const auto fields = exports->findChildren<QPlainTextEdit*>();
  const auto shown =
      std::ranges::find_if(fields, [](const QPlainTextEdit* one) { return one->isVisible(); });
  ASSERT_NE(shown, fields.end());
  EXPECT_TRUE((*shown)->isReadOnly());
  EXPECT_THAT((*shown)->toPlainText().toStdString(), HasSubstr("allreduce,0,"));
  for (QPushButton* const button : exports->findChildren<QPushButton*>()) {
    if (button->text().contains(u"Cop")) QTest::mouseClick(button, Qt::LeftButton);
  }
  EXPECT_EQ(QApplication::clipboard()->text(), (*shown)->toPlainText());
}

// NCCL obeys a variable rather than what is exported.
TEST_F(RecommendationViewTest, SaysWhatAVariableDoesToWhatIsExported) {
  ask("dgx-h100", 4);
  EXPECT_TRUE(text("export limits").empty());
  const auto set = [&](std::vector<std::string> env) {
    models::Question question = session_.question();
    question.job.variables.env = std::move(env);
    session_.ask(question, QStringLiteral("variables"));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !session_.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
  };
  const auto* const exports = view_.findChild<ExportPanel*>();
  set({"NCCL_ALGO=ring"});
  EXPECT_THAT(text("export limits"), StartsWith("NCCL_ALGO=ring: set by hand. "));
  ASSERT_NE(exports->form("env"), nullptr);
  EXPECT_EQ(exports->form("env")->refusal, "nothing written: NCCL_ALGO=ring is set by hand");
  EXPECT_FALSE(copy()->isEnabled());
  set({"NCCL_MAX_NCHANNELS=4"});
  EXPECT_THAT(text("export limits"), HasSubstr("no form sets it"));
  ASSERT_NE(exports->form("env"), nullptr);
  EXPECT_THAT(exports->form("env")->refusal, Not(HasSubstr("by hand")));
}

TEST_F(RecommendationViewTest, OnAGuessItSaysWhatToGive) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/topo.txt";
  std::ofstream(path) << "\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n";  // of no model
  ask(path, 1);
  EXPECT_EQ(text("headline"), "No advice: the machine is partly a guess");
  EXPECT_THAT(text("answer"), HasSubstr("NCCL_TOPO_DUMP_FILE"));
  EXPECT_FALSE(copy()->isVisible());
  for (const QTableView* table : view_.findChildren<QTableView*>()) {
    EXPECT_EQ(table->model()->rowCount(), 0);
  }
  const ExportForm* const env = view_.findChild<ExportPanel*>()->form("env");
  ASSERT_NE(env, nullptr);
  EXPECT_EQ(env->text, "");
  EXPECT_THAT(env->refusal, HasSubstr("NCCL_TOPO_DUMP_FILE"));
}

// The interface of the plugin that reads the table came with 2.28.3.
TEST_F(RecommendationViewTest, ATableThatThisNcclDoesNotReadIsNotCopied) {
  models::Question question;
  question.job.topology = "summit";
  question.job.nodes = 16;
  question.job.nccl = "2.20";
  question.bytes = 6U << 20U;
  open(question);
  ASSERT_NE(view_.findChild<ExportPanel*>()->form("tuner-csv"), nullptr) << text("headline");
  EXPECT_FALSE(copy()->isVisible());
  EXPECT_THAT(text("note"), AllOf(StartsWith("Nothing sets it: "), HasSubstr("NCCL 2.20.3")));
}

TEST_F(RecommendationViewTest, WhereOnlyATableDoesItThatIsShown) {
  ask("summit", 4096);
  EXPECT_THAT(text("headline"),
              StartsWith("Worth measuring: Tree/LL from 512 KiB to below 16 MiB is perhaps up to"));
  EXPECT_TRUE(copy()->isEnabled());
  EXPECT_EQ(copy()->text().toStdString(), "Copy the table");
  EXPECT_THAT(text("note"), AllOf(StartsWith("Only NCCL's tuner plugin"), HasSubstr("tuner-csv")));
  const auto* const exports = view_.findChild<ExportPanel*>();
  const auto* const tabs = exports->findChild<QTabBar*>();
  EXPECT_EQ(tabs->tabText(tabs->currentIndex()), "tuner-csv");
  for (const QPlainTextEdit* const field : exports->findChildren<QPlainTextEdit*>()) {
    if (field->accessibleName() != u"env") continue;
    EXPECT_THAT(field->toPlainText().toStdString(),
                AllOf(HasSubstr("; the tab tuner-csv"), Not(HasSubstr("--to"))));
  }
}

TEST_F(RecommendationViewTest, AnotherSizeIsAnsweredAnew) {
  ask("dgx-b200", 4, 4 << 20U);
  EXPECT_THAT(
      text("headline"),
      StartsWith("Worth measuring: Tree/LL128 from 4 MiB to below 16 MiB is perhaps up to "));
  models::Question question = session_.question();
  question.bytes = 100'000;  // between the sizes of the table
  session_.ask(question, {});
  ASSERT_TRUE(QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience));
  EXPECT_THAT(text("answer"), HasSubstr("97.66 KiB"));
}

TEST_F(RecommendationViewTest, WhatIsWrongStandsThere) {
  ask("no-such-machine", 1);
  EXPECT_EQ(text("headline"), "No answer");
  EXPECT_THAT(text("answer"), HasSubstr("no-such-machine"));
}

const app::PredictReport& b200() {
  static const app::PredictReport report = [] {
    app::PredictRequest request;
    request.job.topology = "dgx-b200";
    request.job.nodes = 4;
    return app::answer(request).value();
  }();
  return report;
}

TEST(RangesModel, IsAModel) {
  RangesModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setRanges(app::advice::recommended_ranges(b200(), core::Collective::AllReduce));
  model.setSize(core::Bytes::from_mib(5));
  const int row = model.rowOf(core::Bytes::from_mib(5));
  ASSERT_GE(row, 0);
  const auto text = [&](int column) {
    return model.index(row, column).data().toString().toStdString();
  };
  EXPECT_EQ(text(RangesModel::Sizes), "4 MiB to below 16 MiB");
  EXPECT_EQ(text(RangesModel::Usual), "NVLSTree/Simple");
  EXPECT_EQ(text(RangesModel::Advised), "Tree/LL128");
  EXPECT_EQ(text(RangesModel::Gain), "1.19..1.44 x");
  EXPECT_TRUE(model.index(row, 0).data(Qt::FontRole).value<QFont>().bold());
  const int kept = model.rowOf(core::Bytes::from_gib(1));
  EXPECT_EQ(model.index(kept, RangesModel::Advised).data().toString(), "as it is");
  EXPECT_EQ(model.rowOf(core::Bytes::of(4)), -1);
  model.setRanges({});
}

TEST(ChoicesModel, IsAModel) {
  ChoicesModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  const auto one =
      app::advice::recommended(b200(), core::Collective::AllReduce, core::Bytes::from_mib(4));
  ASSERT_TRUE(one);
  model.setChoices(*one, b200().ranks);
  ASSERT_EQ(model.rowCount(), 2);
  EXPECT_EQ(model.index(0, ChoicesModel::Pair).data().toString(), "Tree/LL128");
  EXPECT_EQ(model.index(1, ChoicesModel::What).data().toString(), "NCCL's own choice");
  model.clear();
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(ShareBars, SaysItsPartsToThoseWhoCannotSeeThem) {
  ShareBars bars;
  const auto us = core::Duration::from_us;
  bars.show({{"hops", us(30), us(50)}}, "Tree/LL", "Ring/LL");
  EXPECT_EQ(bars.accessibleDescription().toStdString(),
            "hops: 30.00 us with Tree/LL, 50.00 us with Ring/LL");
  bars.resize(bars.sizeHint());
  EXPECT_FALSE(bars.grab().isNull());
  bars.clear();
  EXPECT_EQ(bars.sizeHint().height(), 0);
}

/// The colours of a column of pixels in so many rows.
std::set<QRgb> colours_in(const QImage& image, int column, int top, int rows) {
  std::set<QRgb> colours;
  for (int y = top; y < top + rows; ++y) colours.insert(image.pixel(column, y));
  return colours;
}

// There are eight colours: the ninth part has that of the first, hatched.
TEST(ShareBars, TellTheNinthPartFromTheFirst) {
  constexpr int kRow = 18;
  constexpr int kInside = 12;  // rows of pixels of a swatch, left of its number
  ShareBars bars;
  const auto us = core::Duration::from_us;
  const app::advice::SharePair part{"hops", us(10), us(10)};
  bars.show(std::vector(9, part), "Tree", "Ring");
  bars.resize(400, bars.heightForWidth(400));
  const QImage image = bars.grab().toImage();
  const int last = bars.height() - 6 - kRow + 2;
  const QRgb colour = paint::theme().series(0).rgb();
  EXPECT_THAT(colours_in(image, 1, last - 8 * kRow, kInside), ::testing::ElementsAre(colour));
  EXPECT_THAT(colours_in(image, 1, last, kInside),
              ::testing::IsSupersetOf({colour, paint::theme().paper().rgb()}));
}

// A name that stands in one line at 900 pixels takes two at 440, and three or more at the least
// width.
TEST(ShareBars, BreaksLongNamesIntoLines) {
  ShareBars bars;
  const auto us = core::Duration::from_us;
  bars.show({{"hops", us(30), us(50)}}, "Tree/LL128", "Ring/LL128");
  const int narrow = bars.minimumSizeHint().width();
  EXPECT_EQ(bars.heightForWidth(narrow), bars.heightForWidth(900));
  const char* const long_name = "rendezvous for messages above the eager limit";
  bars.show({{long_name, us(30), us(50)}}, "Tree/LL128", "Ring/LL128");
  const int in_two_lines = bars.heightForWidth(440);
  EXPECT_GT(in_two_lines, bars.heightForWidth(900));
  EXPECT_GT(bars.heightForWidth(narrow), in_two_lines);
  EXPECT_LT(bars.minimumSizeHint().height(), bars.heightForWidth(narrow));
}

}  // namespace recommendation_test
}  // namespace treering::gui::views::recommendation
