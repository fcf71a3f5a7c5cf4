#include <QLabel>
#include <QLineF>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "gui/models/words.h"
#include "gui/views/algorithm/algorithm_view.h"
#include "gui/views/algorithm/memory_panel.h"
#include "tests/gui/patience.h"
#include "tests/gui/questions.h"
#include "tests/support/temporary_folder.h"

namespace treering::gui::views::algorithm {
namespace algorithm_test {

using stage::RunPanel;

struct Window {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  RunPanel::Shared shared{session, selection, clock};

  void settle() const {
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !session.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
  }
  void ask(const char* shown, const char* rival, int nodes = 2) {
    models::Question question;
    question.job.topology = "dgx-h100";
    question.job.nodes = nodes;
    question.shown.algorithm = shown;
    if (rival != nullptr) question.rival = sim::Way{.algorithm = rival};
    session.ask(question, {});
    settle();
  }
};

RunPanel* panel_of(const QWidget& view, models::Side side) {
  for (RunPanel* const one : view.findChildren<RunPanel*>()) {
    if (one->side() == side) return one;
  }
  return nullptr;
}

TEST(AlgorithmView, TheClockIsThatOfTheViewThatIsSeen) {
  Window window;
  AlgorithmView one(window.shared);
  CompareView two(window.shared);
  one.show();
  window.ask("Tree", "Ring");
  const double shown = one.findChild<RunPanel*>()->scene()->moments->end_us();
  EXPECT_EQ(window.clock.end(), shown);
  window.clock.setSpeed(1);
  one.hide();
  two.show();
  window.settle();
  const double rival = panel_of(two, models::Side::Rival)->scene()->moments->end_us();
  ASSERT_GT(rival, shown);
  EXPECT_EQ(window.clock.end(), rival);
  window.clock.setSpeed(2);
  two.setLayoutOfRanks(stage::Layout::Machines);
  window.settle();
  EXPECT_EQ(window.clock.speed(), 2);  // no other run: nothing of the clock changes
}

TEST(AlgorithmView, CanvasesThatAreNotSeenSleepAndWakeAtTheClocksMoment) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  window.ask("Ring", "Ring");
  stage::StageCanvas& canvas = view.findChild<RunPanel*>()->canvas();
  ASSERT_NE(canvas.buffers(), nullptr);
  view.hide();
  const QSignalSpy moments(&canvas, &stage::StageCanvas::momentChanged);
  window.clock.seek(50);
  EXPECT_EQ(moments.count(), 0);
  EXPECT_EQ(canvas.buffers()->now(), 0);
  view.show();
  EXPECT_EQ(canvas.buffers()->now(), 50);
  window.clock.seek(60);
  EXPECT_EQ(canvas.buffers()->now(), 60);
}

struct Placed {
  QPoint pixel;
  app::simulation::Data data;
};

std::vector<Placed> flights_beside_ranks(const stage::StageCanvas& canvas, double us) {
  std::vector<Placed> all;
  const stage::Scene& scene = *canvas.scene();
  for (const auto& flight : scene.moments->flights(us, {})) {
    const auto lane = static_cast<std::size_t>(flight.lane);
    const auto channel = static_cast<std::size_t>(scene.stage().lanes[lane].channel);
    const QPointF at = scene.at(lane, flight.progress);
    const auto is_near = [&](const QPointF& rank) {
      return QLineF(rank, at).length() < 1.5 * scene.arrangement.radius;
    };
    const bool is_shown =
        canvas.shown().contains(static_cast<std::size_t>(scene.pattern_of[channel]));
    if (!is_shown || std::ranges::any_of(scene.arrangement.places, is_near)) continue;
    all.push_back({canvas.toPixel(at).toPoint(), scene.moments->data_of(flight)});
  }
  return all;
}

// Both ways: from the memory to the messages, and from a message to the memory.
TEST(AlgorithmView, AChunkIsSelectedInMemoryAndByItsMessages) {
  Window window;
  AlgorithmView view(window.shared);
  view.resize(1200, 800);
  view.setLayoutOfRanks(stage::Layout::Machines);  // messages are far from ranks there
  view.show();
  window.ask("Ring", "Ring");
  stage::StageCanvas& canvas = view.findChild<RunPanel*>()->canvas();
  auto* const memory = view.findChild<MemoryPanel*>();
  QTest::mouseClick(memory, Qt::LeftButton, {}, memory->pixelOf(3));
  const std::uint64_t part = canvas.buffers()->space() / 16;  // of 16 ranks
  EXPECT_EQ(window.selection.now().data, (app::simulation::Data{{3 * part, part}}));
  QTest::keyClick(memory, Qt::Key_Left);
  EXPECT_EQ(window.selection.now().data, (app::simulation::Data{{2 * part, part}}));
  window.selection.goBack();
  EXPECT_EQ(window.selection.now().data.front().begin, 3 * part);
  QTest::mouseClick(memory, Qt::LeftButton, {}, memory->pixelOf(3));
  EXPECT_TRUE(window.selection.now().data.empty());
  window.clock.seek(canvas.scene()->moments->end_us() / 3);
  const std::vector<Placed> placed = flights_beside_ranks(canvas, window.clock.now());
  ASSERT_FALSE(placed.empty());
  const QPoint pixel = placed.front().pixel;
  QTest::mouseClick(&canvas, Qt::LeftButton, {}, pixel);
  EXPECT_TRUE(std::ranges::any_of(placed, [&](const Placed& one) {
    return (one.pixel - pixel).manhattanLength() < 12 && one.data == window.selection.now().data;
  }));
}

// Above the picture, in words: by which model, and how much of it the clock shows.
TEST(RunPanel, TheTitleHasTheTimesOfBothModels) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  window.ask("Ring", "Tree");
  const app::SimulateReport& run = *window.session.runReport(models::Side::Shown);
  const auto* const title = view.findChild<QLabel*>("title");
  EXPECT_EQ(title->text(), models::times_text(run));
  EXPECT_THAT(title->text().toStdString(), ::testing::HasSubstr("cost model"));
  EXPECT_EQ(view.findChild<QLabel*>("about")->text(), models::parts_text(run));
  window.clock.seek(window.clock.end());
  EXPECT_THAT(title->text().toStdString(), ::testing::EndsWith("; done"));
}

TEST(RunPanel, SaysWhereTheMachineIsAGuess) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  const support::TemporaryFolder folder;
  models::Question question;
  question.job.topology = folder.path() + "/topo.txt";
  std::ofstream(question.job.topology)
      << "\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n";  // of no model
  window.session.open(question);
  window.settle();
  EXPECT_THAT(view.findChild<QLabel*>("about")->text().toStdString(),
              ::testing::HasSubstr("NCCL_TOPO_DUMP_FILE"));
}

// NCCL's choice, and the ring beside it.
TEST(CompareView, BeginsWithWhatDiffers) {
  Window window;
  CompareView view(window.shared);
  view.show();
  models::Question question = of_nodes(4);
  window.session.open(question);
  window.settle();
  EXPECT_EQ(window.session.runReport(models::Side::Shown)->way.algorithm, "Tree");
  EXPECT_EQ(window.session.runReport(models::Side::Rival)->way.algorithm, "Ring");
  question.rival.emplace();  // NCCL's choice
  window.session.ask(question, {});
  window.settle();
  EXPECT_EQ(window.session.runReport(models::Side::Rival)->way.algorithm, "Tree");
}

// The second run waits for the first: it is not simulated either.
TEST(CompareView, NothingIsSimulatedOnceTheFirstRunIsCancelled) {
  Window window;
  CompareView view(window.shared);
  view.show();
  models::Question question = of_nodes(4);
  window.session.open(question);
  const auto why = [&](models::Side side) {
    return panel_of(view, side)->canvas().why().toStdString();
  };
  EXPECT_EQ(why(models::Side::Rival), "Simulating …");
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_EQ(why(models::Side::Shown), "Cancelled. F5 asks again.");
  EXPECT_EQ(why(models::Side::Rival), "Cancelled. F5 asks again.");
  window.session.askAgain();
  EXPECT_EQ(why(models::Side::Rival), "Simulating …");
  window.settle();
  EXPECT_NE(window.session.runReport(models::Side::Rival), nullptr);
}

// The second run may take seconds, and nobody sees it.
TEST(CompareView, AsksForTheSecondRunOnlyWhileItIsSeen) {
  Window window;
  CompareView view(window.shared);
  window.ask("Ring", "Tree");
  EXPECT_EQ(window.session.runReport(models::Side::Rival), nullptr);
  view.show();
  window.settle();
  const auto* const first = window.session.runReport(models::Side::Rival);
  ASSERT_NE(first, nullptr);
  view.hide();
  window.ask("Ring", "Ring");
  EXPECT_NE(window.session.runReport(models::Side::Shown), nullptr);
  EXPECT_EQ(window.session.runReport(models::Side::Rival), nullptr);
  view.show();
  window.settle();
  ASSERT_NE(window.session.runReport(models::Side::Rival), nullptr);
  EXPECT_EQ(window.session.runReport(models::Side::Rival)->way.algorithm, "Ring");
}

// What each of the two is, and whether the models disagree.
TEST(CompareView, SaysHowTheTwoDiffer) {
  Window window;
  CompareView view(window.shared);
  view.show();
  const auto* const words = view.findChild<QLabel*>("difference");
  for (const char* const rival : {"Tree", "NVLSTree", "Ring"}) {
    window.ask("Ring", rival);
    const app::SimulateReport& shown = *window.session.runReport(models::Side::Shown);
    const app::SimulateReport& other = *window.session.runReport(models::Side::Rival);
    const QString contrast = models::contrast(shown, other);
    EXPECT_TRUE(words->text().startsWith(contrast));
    EXPECT_TRUE(words->text().endsWith(models::disagreement(shown, other)));
    EXPECT_EQ(words->isHidden(), shown.way.algorithm == other.way.algorithm);
  }
}

TEST(RunPanel, TheLegendBeginsWithWhatIsShown) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  models::Question question = of_nodes(4);
  question.shown.algorithm = "Tree";
  window.session.open(question);
  window.settle();
  auto* const panel = view.findChild<RunPanel*>();
  auto* const legend = panel->findChild<QListWidget*>();
  ASSERT_GT(legend->count(), 2);
  for (int i = 0; i < legend->count(); ++i) {
    EXPECT_EQ(legend->item(i)->checkState() == Qt::Checked, i < 2) << i;
  }
  legend->item(0)->setCheckState(Qt::Unchecked);  // leaves the second tree
  const std::size_t second = panel->scene()->shown_at_first[1];
  EXPECT_EQ(panel->canvas().shown(), (std::set<std::size_t>{second}));
}

// What else stands in the window changes the space of a run, and so how it is laid out.
TEST(RunPanel, ARunIsReadOnceForAllItsLayouts) {
  Window window;
  CompareView view(window.shared);
  view.show();
  window.ask("Ring", "Tree");
  RunPanel* const shown = panel_of(view, models::Side::Shown);
  ASSERT_NE(shown->scene(), nullptr);
  const auto moments = shown->scene()->moments;
  window.ask("Ring", "Ring");
  EXPECT_EQ(shown->scene()->moments, moments);
  view.setLayoutOfRanks(stage::Layout::Machines);
  window.settle();
  EXPECT_EQ(shown->scene()->layout, stage::Layout::Machines);
  EXPECT_EQ(shown->scene()->moments, moments);
}

// Whatever the number of machines; a layout that somebody chose stays.
TEST(AlgorithmView, BeginsAsTheRingOrTreeGoes) {
  Window window;
  AlgorithmView view(window.shared);
  view.show();
  const auto layout = [&] { return view.findChild<RunPanel*>()->scene()->layout; };
  window.ask("Tree", "Tree", 65);
  EXPECT_EQ(layout(), stage::Layout::Unfolded);
  window.ask("Ring", "Ring");
  EXPECT_EQ(layout(), stage::Layout::Unfolded);
  view.setLayoutOfRanks(stage::Layout::Machines);
  window.ask("Tree", "Tree", 65);
  EXPECT_EQ(layout(), stage::Layout::Machines);  // chosen
}

// Channels that somebody chose stay chosen, and the picture fills the new space.
TEST(RunPanel, AnotherSpaceChangesOnlyTheLayout) {
  Window window;
  CompareView view(window.shared);
  view.resize(1000, 700);
  view.show();
  window.ask("Ring", "Tree");
  window.settle();
  RunPanel* const panel = panel_of(view, models::Side::Rival);
  const auto* const before = panel->scene();
  ASSERT_NE(before, nullptr);
  panel->canvas().setShown({1});
  const QSignalSpy made(panel, &RunPanel::sceneChanged);
  view.resize(1600, 700);
  window.settle();
  EXPECT_GT(made.count(), 0);
  EXPECT_EQ(panel->canvas().shown(), (std::set<std::size_t>{1}));
}

}  // namespace algorithm_test
}  // namespace treering::gui::views::algorithm
