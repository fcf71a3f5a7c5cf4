#include <QImage>
#include <QTest>
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/simulate.h"
#include "gui/paint/theme.h"
#include "gui/stage/layers.h"
#include "gui/stage/stage_canvas.h"

namespace treering::gui::stage {
namespace critical_way_test {

app::SimulateReport run_of(const std::string& algorithm) {
  app::SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 2;
  request.way.algorithm = algorithm;
  request.call.bytes = 1U << 20U;
  request.is_recorded = true;
  auto report = app::answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return *std::move(report);
}

// Each change of the agent goes over a connection that the run has, from one part's agent to that
// of the next or, where that waits for room, back.
TEST(CriticalWay, LeadsOverLanesOfTheRun) {
  for (const char* const algorithm : {"Ring", "Tree", "NVLSTree"}) {
    const app::SimulateReport report = run_of(algorithm);
    const auto scene = make_scene(report, {});
    const auto& parts = report.critical_path.parts;
    ASSERT_GT(parts.size(), 1U) << algorithm;
    std::set<std::size_t> lanes;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      EXPECT_EQ(parts[i].way.has_value(), parts[i].who != parts[i + 1].who) << algorithm << i;
      if (!parts[i].way) continue;
      const auto& all = scene->stage().lanes;
      const auto lane = std::ranges::find_if(all, [&](const app::simulation::Lane& one) {
        return one.from == parts[i].way->from && one.to == parts[i].way->to &&
               one.channel == parts[i].way->channel;
      });
      ASSERT_NE(lane, all.end()) << algorithm << i;
      lanes.insert(static_cast<std::size_t>(lane - all.begin()));
    }
    EXPECT_FALSE(parts.back().way);
    EXPECT_FALSE(lanes.empty()) << algorithm;
    EXPECT_EQ(scene->critical, std::vector(lanes.begin(), lanes.end())) << algorithm;
  }
}

int pixels_of(const QImage& image, const QColor& colour) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == colour ? 1 : 0;
  }
  return count;
}

TEST(CriticalWay, StandsOutWhileItIsShown) {
  models::Selection selection;
  models::Clock clock;
  StageCanvas canvas(selection, clock);
  canvas.resize(900, 700);
  canvas.QWidget::show();
  canvas.show(make_scene(run_of("Ring"), {}));
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < canvas.scene()->patterns.size(); ++i) all.insert(i);
  canvas.setShown(all);
  EXPECT_EQ(canvas.hiddenPathWays(), 0U);
  const QColor colour = critical_pen(1).color();
  const auto seen = [&] { return pixels_of(canvas.grab().toImage(), colour); };
  const int before = seen();
  canvas.setPathShown(true);
  EXPECT_GT(seen(), before + 100);
  // Of channels that are not shown nothing is drawn, and it is counted.
  canvas.setShown({});
  EXPECT_EQ(seen(), 0);
  EXPECT_EQ(canvas.hiddenPathWays(), canvas.scene()->critical.size());
  canvas.setShown(all);
  canvas.setPathShown(false);
  EXPECT_EQ(seen(), before);
}

// Those who see no red see a dash that no channel has.
TEST(CriticalWay, HasADashOfItsOwn) {
  for (int series = 0; series < 24; ++series) {
    EXPECT_NE(critical_pen(4).dashPattern(), paint::theme().series_pen(series, 4).dashPattern());
  }
}

}  // namespace critical_way_test
}  // namespace treering::gui::stage
