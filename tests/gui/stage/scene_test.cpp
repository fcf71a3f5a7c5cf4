#include "gui/stage/scene.h"

#include <QImage>
#include <QPainter>
#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/models/blocks.h"
#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"
#include "gui/stage/stage_canvas.h"
#include "tests/gui/stage/scenes.h"

namespace treering::gui::stage {
namespace scene_test {

using ::testing::ElementsAre;

std::shared_ptr<const Scene> scene_of(const std::string& algorithm, int nodes = 2,
                                      Layout layout = Layout::Machines) {
  return stage::scene_of(algorithm, {"dgx-h100", nodes}, {layout});
}

// Each channel of a ring leads through all ranks and back; it is shown alone at first.
TEST(Scene, RingsAreClosedLoops) {
  const auto scene = scene_of("Ring");
  const auto& stage = scene->stage();
  for (int channel = 0; channel < stage.channels; ++channel) {
    std::vector<int> next(static_cast<std::size_t>(stage.ranks), -1);
    for (const auto& lane : stage.lanes) {
      if (lane.channel == channel) next[static_cast<std::size_t>(lane.from)] = lane.to;
    }
    int rank = 0;
    for (int i = 0; i < stage.ranks; ++i) rank = next[static_cast<std::size_t>(rank)];
    EXPECT_EQ(rank, 0) << channel;
  }
  EXPECT_THAT(scene->shown_at_first, ElementsAre(0));
}

TEST(Scene, LanesBeginAndEndAtTheirRanks) {
  const auto scene = scene_of("NVLSTree");
  const auto& lanes = scene->stage().lanes;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Arrangement& all = scene->arrangement;
    EXPECT_EQ(scene->at(i, 0), all.places[all.place(0, lanes[i].from)]);
    EXPECT_EQ(scene->at(i, 1), all.places[all.place(0, lanes[i].to)]);
  }
}

TEST(Scene, MessagesAreNotUponTheNumbersOfRanks) {
  const auto scene = scene_of("Ring");
  const double radius = scene->arrangement.radius;
  for (std::size_t i = 0; i < scene->stage().lanes.size(); ++i) {
    const QPointF first = scene->message_at(i, 0, 0) - scene->start_of(i);
    const QPointF last = scene->message_at(i, 1, 0) - scene->end_of(i);
    EXPECT_GT(std::hypot(first.x(), first.y()), 0.8 * radius);
    EXPECT_GT(std::hypot(last.x(), last.y()), 0.8 * radius);
    EXPECT_EQ(scene->message_at(i, 0.5, 0), scene->at(i, 0.5));
  }
}

// Where the way is long enough, all of a message is beside its rank, whatever its size.
TEST(Scene, MessagesLeaveNumbersFree) {
  const auto scene = scene_of("Ring");
  const double radius = scene->arrangement.radius;
  for (const double size : {11.0, 20.0}) {
    for (std::size_t i = 0; i < scene->stage().lanes.size(); ++i) {
      const QPointF way = scene->end_of(i) - scene->start_of(i);
      if (std::hypot(way.x(), way.y()) < 4 * (radius + size / 2)) continue;
      const QPointF first = scene->message_at(i, 0, size) - scene->start_of(i);
      EXPECT_GT(std::hypot(first.x(), first.y()), 0.95 * radius + size / 2);
    }
  }
}

// Every rank stands once in each tree, below its parent; the roots are different nodes.
TEST(Scene, TreesUnfold) {
  const auto scene = scene_of("Tree", 4, Layout::Unfolded);
  ASSERT_EQ(scene->layout, Layout::Unfolded);
  const Arrangement& all = scene->arrangement;
  ASSERT_EQ(all.copies(), 2);
  EXPECT_EQ(all.cards.size(), 8U);
  const auto root_of = [&](std::size_t copy) {
    const auto first = all.cards.begin() + static_cast<std::ptrdiff_t>(4 * copy);
    return std::min_element(first, first + 4,
                            [](const Card& a, const Card& b) { return a.area.y() < b.area.y(); })
        ->node;
  };
  EXPECT_NE(root_of(0), root_of(1));
}

TEST(Scene, RingsUnfoldIntoACircle) {
  const auto scene = scene_of("Ring", 4, Layout::Unfolded);
  ASSERT_EQ(scene->layout, Layout::Unfolded);
  const Arrangement& all = scene->arrangement;
  const QPointF middle = all.cards.front().area.center();
  const auto far = [&](const QPointF& at) {
    return std::hypot(at.x() - middle.x(), at.y() - middle.y());
  };
  for (const QPointF& at : all.places) EXPECT_NEAR(far(at), far(all.places.front()), 1e-6);
}

TEST(Scene, WhatIsNeitherRingNorTreeStandsAsMachines) {
  EXPECT_EQ(scene_of("NVLS", 1, Layout::Unfolded)->layout, Layout::Machines);
  const Asked asked{.algorithm = "CollNetDirect", .env = {"NCCL_COLLNET_ENABLE=1"}};
  EXPECT_EQ(stage::scene_of(asked, {Layout::Unfolded})->layout, Layout::Machines);
}

/// The ways between cards of a tree, as points.
std::vector<QPointF> points_of(const Scene& scene, std::size_t lane) {
  constexpr int kPoints = 40;
  std::vector<QPointF> points;
  for (int i = 0; i <= kPoints; ++i) {
    points.push_back(scene.at(lane, static_cast<double>(i) / kPoints));
  }
  return points;
}

// Else a rank that a way passes seems to be the sender.
void expect_clear(const Scene& scene, std::size_t lane) {
  const auto& way = scene.stage().lanes[lane];
  const auto channel = static_cast<std::size_t>(way.channel);
  const Arrangement& all = scene.arrangement;
  for (int rank = 0; rank < scene.ranks; ++rank) {
    if (rank == way.from || rank == way.to) continue;
    const QPointF place = all.places[all.place(scene.copy_of[channel], rank)];
    for (const QPointF& point : points_of(scene, lane)) {
      EXPECT_GT(std::hypot(point.x() - place.x(), point.y() - place.y()), all.radius)
          << way.from << " to " << way.to << " passes " << rank;
    }
  }
}

// Also with 72 ranks a node, whose cards are tall.
TEST(Scene, WaysOfATreePassNoOtherRank) {
  for (const QSizeF pixels : {QSizeF(480, 360), QSizeF(340, 220), QSizeF(820, 600)}) {
    for (const char* const topology : {"dgx-h100", "gb200-nvl72"}) {
      SCOPED_TRACE(topology + std::to_string(pixels.width()));
      const auto scene = stage::scene_of("Tree", {topology, 4}, {Layout::Unfolded, pixels});
      for (const std::size_t lane : scene->outer) {
        const int channel = scene->stage().lanes[lane].channel;
        const auto pattern =
            static_cast<std::size_t>(scene->pattern_of[static_cast<std::size_t>(channel)]);
        if (std::ranges::count(scene->shown_at_first, pattern) > 0) expect_clear(*scene, lane);
      }
    }
  }
}

// The two roots are marked, and a layout fits its space: 64 nodes would be a line else.
TEST(Scene, TreesFillTheirSpace) {
  for (const QSizeF pixels : {QSizeF(480, 360), QSizeF(800, 300), QSizeF(300, 600)}) {
    const auto scene = stage::scene_of("Tree", {"dgx-h100", 64}, {Layout::Unfolded, pixels});
    const QRectF& plane = scene->arrangement.plane;
    const double aspect = plane.width() / plane.height();
    EXPECT_NEAR(aspect, pixels.width() / pixels.height(), 0.1 * aspect);
    EXPECT_EQ(std::ranges::count(scene->arrangement.cards, true, &Card::is_root), 2);
  }
}

TEST(Scene, AnotherLayoutIsOfTheSameRun) {
  const auto scene = scene_of("Tree", 4);
  const auto unfolded = laid_out(*scene, {Layout::Unfolded});
  EXPECT_EQ(unfolded->moments, scene->moments);
  EXPECT_EQ(unfolded->layout, Layout::Unfolded);
  const auto back = laid_out(*unfolded, {});
  EXPECT_EQ(back->layout, Layout::Machines);
  EXPECT_EQ(back->arrangement.places, scene->arrangement.places);
}

/// As of a run that is too long to be recorded whole.
app::simulation::Recorded cut_at(const app::simulation::Recorded& run, double us) {
  sim::timeline::Recording kept;
  const auto& schedule = run.timeline->schedule();
  for (sim::schedule::StreamId id = 0; id < schedule.streams(); ++id) {
    auto& track = kept.streams.track(id);
    track = run.timeline->track(id);
    auto& steps = track.entries;
    std::erase_if(steps, [us](const auto& step) { return step.end_us > us; });
  }
  kept.until_us = us;
  app::simulation::Recorded cut = run;
  cut.timeline = std::make_shared<const sim::timeline::Timeline>(
      std::shared_ptr<const sim::schedule::Schedule>(run.timeline, &schedule), std::move(kept));
  return cut;
}

// The clock is that of the run: a record that ends before is not the run's end.
TEST(Scene, WhatIsNotRecordedIsNotDone) {
  app::SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.way.algorithm = "Ring";
  request.is_recorded = true;
  request.is_exact = true;  // neither repeats nor classes of equal streams
  auto report = app::answer(request);
  ASSERT_TRUE(report) << report.error().message();
  const double whole = make_scene(*report, {})->end_us;
  report->recorded = cut_at(*report->recorded, 10);
  const auto scene = make_scene(*report, {});
  EXPECT_LE(scene->moments->end_us(), 10);
  EXPECT_NEAR(scene->end_us, whole, 1e-6);
  EXPECT_EQ(title_at(*scene, 10), scene->title);
  EXPECT_EQ(title_at(*scene, 10.5), scene->title + "; not recorded beyond 10.00 us");
  EXPECT_EQ(title_at(*scene, whole), scene->title + "; done");
}

/// What a canvas holds of each rank, as the executor says it.
std::vector<std::vector<models::Block>> shown_by(const StageCanvas& canvas) {
  std::vector<std::vector<models::Block>> all;
  for (int rank = 0; rank < canvas.scene()->ranks; ++rank) {
    all.push_back(models::blocks_of(*canvas.buffers(), rank, 16));
  }
  return all;
}

/// The colour of a rank beside its number.
QColor tint_at(StageCanvas& canvas, std::size_t place) {
  constexpr double kBeside = 0.55;  // of the radius, in both directions
  QImage image(canvas.size(), QImage::Format_RGB32);
  canvas.render(&image);
  const Arrangement& all = canvas.scene()->arrangement;
  const QPointF beside(kBeside * all.radius, kBeside * all.radius);
  return image.pixelColor(canvas.toPixel(all.places[place] + beside).toPoint());
}

QColor tint_of(app::simulation::Doing doing) {
  QImage image(1, 1, QImage::Format_RGB32);
  image.fill(paint::theme().paper());
  QPainter(&image).fillRect(image.rect(), paint::tint_of(paint::colour_of(doing)));
  return image.pixelColor(0, 0);
}

// The chains of the two trees that are shown end at rank 7, which only sends and stores on them; on
// hidden channels it combines.
TEST(StageCanvas, RanksDoWhatTheyDoOnTheChannelsThatAreShown) {
  const auto scene = scene_of("Tree", 4, Layout::Unfolded);
  models::Selection selection;
  models::Clock clock;
  StageCanvas canvas(selection, clock);
  canvas.resize(900, 700);
  canvas.setVisible(true);
  canvas.show(scene);
  const auto& moments = *scene->moments;
  clock.setEnd(moments.end_us());
  double us = 1;
  while (us < clock.end() && moments.doing(us)[7] != app::simulation::Doing::Combines) us += 1;
  ASSERT_LT(us, clock.end());
  clock.seek(us);
  const QColor combines = tint_of(app::simulation::Doing::Combines);
  const Arrangement& all = scene->arrangement;
  EXPECT_NE(tint_at(canvas, all.place(0, 7)), combines);
  EXPECT_NE(tint_at(canvas, all.place(1, 7)), combines);
  canvas.setShown({});
  EXPECT_EQ(tint_at(canvas, all.place(0, 0)), tint_of(app::simulation::Doing::Waits));
}

// Forwards and after seeks back, the state is that of a canvas that only ever saw this moment.
TEST(StageCanvas, ASeekRebuildsTheWholeState) {
  std::mt19937 random(1);
  for (const char* algorithm : {"Ring", "Tree", "NVLSTree", "halving_doubling", "hierarchical"}) {
    SCOPED_TRACE(algorithm);
    const auto scene = scene_of(algorithm);
    models::Selection selection;
    models::Clock clock;
    StageCanvas canvas(selection, clock);
    canvas.setVisible(true);
    canvas.show(scene);
    clock.setEnd(scene->moments->end_us());
    std::uniform_real_distribution<double> times(0, clock.end());
    for (int i = 0; i < 20; ++i) {
      clock.seek(times(random));
      models::Clock other_clock;
      other_clock.setEnd(clock.end());
      other_clock.seek(clock.now());
      StageCanvas fresh(selection, other_clock);
      fresh.setVisible(true);
      fresh.show(scene);
      EXPECT_EQ(shown_by(canvas), shown_by(fresh)) << clock.now();
    }
  }
}

// Each of 15 ranks sends to the first one, on channels of their own.
TEST(Scene, AllOfAGatherIsShown) {
  const auto scene = stage::scene_of({.algorithm = "p2p",
                                      .machines = {"dgx-h100", 2},
                                      .bytes = 256U << 10U,
                                      .collective = core::Collective::Gather});
  ASSERT_GT(scene->patterns.size(), 1U);
  EXPECT_EQ(scene->shown_at_first.size(), scene->patterns.size());
  const auto exchange = stage::scene_of(
      {.algorithm = "p2p", .machines = {"dgx-h100", 2}, .collective = core::Collective::AllToAll});
  EXPECT_EQ(exchange->shown_at_first.size(), 1U);
}

}  // namespace scene_test
}  // namespace treering::gui::stage
