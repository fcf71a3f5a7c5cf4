// Lanes of channels as they are seen: apart, with their dashes, and messages on them.
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/stage/layers.h"
#include "gui/widgets/frame.h"
#include "tests/gui/stage/scenes.h"

namespace treering::gui::stage {
namespace lanes_test {

/// A scene as large as the space of Algorithm in a window of 1280x800.
struct Seen {
  explicit Seen(std::shared_ptr<const Scene> of, QSizeF size = {680, 290}) : scene(std::move(of)) {
    patterns = {scene->shown_at_first.begin(), scene->shown_at_first.end()};
    const QRectF& plane = scene->arrangement.plane;
    scale = std::min(size.width() / plane.width(), size.height() / plane.height());
  }
  Look look() const { return {*scene, patterns, scene->arrangement.plane, scale}; }
  QPointF pixel_of(QPointF at) const { return (at - scene->arrangement.plane.topLeft()) * scale; }
  QImage picture() const {
    QImage image((scene->arrangement.plane.size() * scale).toSize(), QImage::Format_RGB32);
    image.fill(paint::theme().paper());
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    painter.translate(-scene->arrangement.plane.topLeft());
    Lanes().paint(painter, look());
    return image;
  }
  /// The same in frames that are full at once.
  QImage picture_in_pieces() const {
    QImage image = QImage((scene->arrangement.plane.size() * scale).toSize(), QImage::Format_RGB32);
    image.fill(paint::theme().paper());
    Lanes lanes;
    for (bool is_whole = false; !is_whole; ++pieces) {
      const widgets::Frame frame(std::chrono::milliseconds(0));
      QPainter painter(&image);
      painter.setRenderHint(QPainter::Antialiasing);
      painter.scale(scale, scale);
      painter.translate(-scene->arrangement.plane.topLeft());
      is_whole = lanes.paint(painter, look());
    }
    return image;
  }

  std::shared_ptr<const Scene> scene;
  std::set<std::size_t> patterns;
  double scale = 1;
  mutable int pieces = 0;
};

double length_of(QPointF way) {
  return std::hypot(way.x(), way.y());
}

int pixels_of(const QImage& image, const QColor& colour) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == colour ? 1 : 0;
  }
  return count;
}

TEST(Lanes, ChannelsOfFewRanksHaveTheirColoursHoweverSmall) {
  for (const auto& [topology, nodes] :
       {std::pair("dgx-h100", 5), std::pair("dgx-a100", 6), std::pair("perlmutter", 8)}) {
    const Seen seen(scene_of("Tree", {topology, nodes}));
    ASSERT_EQ(seen.patterns.size(), 2U);
    ASSERT_TRUE(seen.look().has_curves()) << topology;
    const QImage picture = seen.picture();
    for (const int colour : {0, 1}) {
      EXPECT_GT(pixels_of(picture, paint::theme().series(colour)), 100) << topology << colour;
    }
  }
}

// 32 ranks have 992 ways for an alltoall.
TEST(Lanes, ManyAreTheSameInPieces) {
  Asked asked{.algorithm = "p2p"};
  asked.collective = core::Collective::AllToAll;
  const Seen seen(scene_of(asked));
  ASSERT_TRUE(seen.look().has_curves());
  EXPECT_EQ(seen.picture_in_pieces(), seen.picture());
  EXPECT_GT(seen.pieces, 20);
}

// Two channels between the same ranks.
TEST(Lanes, ChannelsDoNotLieUponEachOther) {
  const Seen seen(scene_of("Tree", {"dgx-h100", 8}));
  const auto& lanes = seen.scene->stage().lanes;
  std::map<std::pair<int, int>, std::vector<QPointF>> middles;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (!seen.look().has(i) || !seen.scene->is_first_of_pattern(i)) continue;
    middles[{lanes[i].from, lanes[i].to}].push_back(seen.pixel_of(seen.scene->at(i, 0.5)));
  }
  int pairs = 0;
  for (const auto& [ends, all] : middles) {
    if (all.size() < 2) continue;
    ++pairs;
    EXPECT_GT(length_of(all[0] - all[1]), 1) << ends.first << "-" << ends.second;
  }
  EXPECT_GT(pairs, 0);
}

/// How much of a lane is painted.
double painted(const Seen& seen, const QImage& picture, std::size_t lane) {
  constexpr int kPoints = 200;
  int count = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double share = 0.1 + 0.35 * i / kPoints;  // beside its ranks and its arrow
    const QPoint at = seen.pixel_of(seen.scene->at(lane, share)).toPoint();
    if (picture.pixelColor(at).saturation() > 100) ++count;
  }
  return static_cast<double>(count) / kPoints;
}

// Of links to which there is and back on one curve, the dashes of one would fill the gaps of the
// other.
TEST(Lanes, OneCurveThereAndBackHasItsGaps) {
  Seen seen(scene_of("Tree", {"dgx-h100", 8}), {1000, 440});
  seen.patterns = {seen.scene->shown_at_first[1]};  // has dashes
  const auto& lanes = seen.scene->stage().lanes;
  const QImage picture = seen.picture();
  int shared = 0;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (!seen.look().has(i) || seen.scene->is_inside(i)) continue;
    const auto back = std::ranges::find_if(lanes, [&](const app::simulation::Lane& one) {
      return one.from == lanes[i].to && one.to == lanes[i].from && one.channel == lanes[i].channel;
    });
    if (back == lanes.end()) continue;
    const auto other = static_cast<std::size_t>(back - lanes.begin());
    if (length_of(seen.scene->at(i, 0.5) - seen.scene->at(other, 0.5)) >= 1) continue;
    ++shared;
    EXPECT_LT(painted(seen, picture, i), 0.9) << lanes[i].from << "-" << lanes[i].to;
  }
  EXPECT_GT(shared, 0);
}

// From card to card where ranks are not seen, channels beside each other.
TEST(Lanes, MessagesBetweenFoldedNodesAreOnTheLinesThatAreDrawn) {
  const Seen seen(scene_of("NVLSTree", {"gb200-nvl72", 4}));
  const Look look = seen.look();
  ASSERT_FALSE(look.has_curves());
  std::set<std::tuple<double, double, double, double>> drawn;
  for (const std::size_t i : seen.scene->outer) {
    const QLineF line = look.straight(i);
    drawn.emplace(line.x1(), line.y1(), line.x2(), line.y2());
    drawn.emplace(line.x2(), line.y2(), line.x1(), line.y1());
  }
  EXPECT_EQ(drawn.size(), 2 * 6U);  // two trees of four nodes
  const auto& lanes = seen.scene->stage().lanes;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (!look.has_messages(i)) continue;
    const QLineF line = look.straight(i);
    ASSERT_TRUE(drawn.contains({line.x1(), line.y1(), line.x2(), line.y2()}));
    EXPECT_EQ(look.message_at(i, 0.25), line.pointAt(0.25));
  }
}

}  // namespace lanes_test
}  // namespace treering::gui::stage
