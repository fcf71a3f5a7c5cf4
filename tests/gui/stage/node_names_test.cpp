#include <QImage>
#include <algorithm>
#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/stage/captions.h"
#include "gui/stage/layers.h"
#include "gui/stage/stage_canvas.h"
#include "tests/gui/stage/scenes.h"

namespace treering::gui::stage {
namespace node_names_test {

// A readable text is at least 9 pixels high: a figure of it is wider than 2, so that three of them
// do not fit into 8 less one at each side.
TEST(NodeNames, AreAsLongAsTheirCardsAllow) {
  EXPECT_TRUE(name_form(12, {100, 40}).has_word);
  EXPECT_EQ(name_form(12, {100, 40}).size, 11);
  const NameForm small = name_form(28, {20, 12});
  EXPECT_FALSE(small.has_word);
  EXPECT_LE(small.size, 10);
  EXPECT_GE(small.size, 9);
  EXPECT_EQ(name_form(128, {8, 12}).size, 0);
  EXPECT_EQ(name_form(1, {40, 5}).size, 0);
}

// At a tenth a rank's radius of 16 is 1.6 pixels, too small to be seen, and a card of four ranks in
// a row is more than 20 wide.
TEST(NodeNames, EveryCardHasOneWhereRanksAreTooSmall) {
  const auto scene = scene_of("Tree", {"dgx-h100", 128});
  const std::set<std::size_t> patterns;
  const auto names_at = [&](double scale) {
    const Look look{*scene, patterns, scene->arrangement.plane, scale};
    return node_names(look, QTransform::fromScale(scale, scale));
  };
  EXPECT_EQ(names_at(0.1).all.size(), 128U);
  EXPECT_TRUE(names_at(1).all.empty());     // they stand above the ranks
  EXPECT_TRUE(names_at(0.01).all.empty());  // nobody could read them
}

constexpr double kMoment = 40;

std::vector<app::simulation::Flight> flights_of(const Look& look, double us = kMoment) {
  std::vector<bool> channels;
  for (const int pattern : look.scene.pattern_of) {
    channels.push_back(look.patterns.contains(static_cast<std::size_t>(pattern)));
  }
  return look.scene.moments->flights(us, {channels});
}

std::vector<app::simulation::Doing> deeds_of(const Look& look) {
  app::simulation::Moments::Groups shown;
  for (const int pattern : look.scene.pattern_of) {
    shown.of_channel.push_back(look.patterns.contains(static_cast<std::size_t>(pattern)) ? 0 : -1);
  }
  return look.scene.moments->doing(kMoment, shown);
}

/// A moment, painted from the ground up.
QImage painted(const Look& look, const QSize& size) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(paint::theme().paper());
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  const QTransform to_screen =
      QTransform::fromScale(look.scale, look.scale).translate(-look.seen.left(), -look.seen.top());
  painter.setTransform(to_screen);
  paint_cards(painter, look);
  Lanes().paint(painter, look);
  paint_captions(painter, look, Captions::TitlesOnly);
  paint_nodes(painter, look, deeds_of(look));
  paint_flights(painter, look, flights_of(look), {});
  painter.resetTransform();
  paint_node_names(painter, node_names(look, to_screen));
  return image;
}

/// The most that a colour of a pixel differs.
int most_difference(const QImage& a, const QImage& b) {
  int most = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QColor one = a.pixelColor(x, y);
      const QColor other = b.pixelColor(x, y);
      for (const int far :
           {one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue()}) {
        most = std::max(most, std::abs(far));
      }
    }
  }
  return most;
}

// Names are painted once for all moments, over what the nodes do: as if they were painted again
// each time. A layer that is blended rounds to the next colour.
TEST(NodeNames, ALayerOfThemLooksAsIfTheyWerePaintedAtTheMoment) {
  const auto scene = scene_of("Tree", {"dgx-h100", 128});
  models::Selection selection;
  models::Clock clock;
  StageCanvas canvas(selection, clock);
  canvas.resize(700, 420);
  canvas.show(scene);
  clock.setEnd(scene->moments->end_us());
  canvas.setVisible(true);
  canvas.grab();
  clock.seek(kMoment);  // the layer is there already
  const Look look{*scene, canvas.shown(), canvas.seen(), canvas.scale()};
  ASSERT_FALSE(look.has_ranks());
  ASSERT_EQ(node_names(look, {}).all.size(), 128U);
  const QImage picture = canvas.grab().toImage();
  EXPECT_FALSE(flights_of(look).empty());
  EXPECT_LE(most_difference(picture, painted(look, canvas.size())), 2);
}

// A name stays readable at each moment: its ink is seen wherever a message passes it, and messages
// that stay in a node are not painted upon it.
TEST(NodeNames, MessagesPassBelowThem) {
  const auto scene = scene_of("Tree", {"dgx-h100", 128});
  const std::set<std::size_t> patterns(scene->shown_at_first.begin(), scene->shown_at_first.end());
  constexpr double kScale = 0.1;
  const Look look{*scene, patterns, scene->arrangement.plane, kScale};
  ASSERT_FALSE(look.has_ranks());
  const QSize size = (scene->arrangement.plane.size() * kScale).toSize();
  const QImage picture = painted(look, size);
  QImage alone(size, QImage::Format_RGB32);
  alone.fill(Qt::white);
  QPainter painter(&alone);
  painter.setRenderHint(QPainter::Antialiasing);
  const QTransform to_screen =
      QTransform::fromScale(kScale, kScale).translate(-look.seen.left(), -look.seen.top());
  paint_node_names(painter, node_names(look, to_screen));
  painter.end();
  const QColor ink = paint::theme().ink();
  int pixels = 0;
  for (int y = 0; y < size.height(); ++y) {
    for (int x = 0; x < size.width(); ++x) {
      if (alone.pixelColor(x, y) != ink) continue;
      ++pixels;
      ASSERT_EQ(picture.pixelColor(x, y), ink) << x << " " << y;
    }
  }
  EXPECT_GT(pixels, 128);  // some of each name
  int inside = 0;
  int between = 0;
  for (int i = 1; i < 100; ++i) {
    for (const auto& flight : flights_of(look, scene->end_us * i / 100)) {
      const auto lane = static_cast<std::size_t>(flight.lane);
      const bool is_inside = scene->is_inside(lane);
      EXPECT_EQ(look.has_messages(lane), !is_inside);
      ++(is_inside ? inside : between);
    }
  }
  EXPECT_GT(inside, 0);
  EXPECT_GT(between, 0);
}

// As there is room for 128 names at 700 pixels, and for none at 200.
TEST(NodeNames, WhereThereIsNoRoomTheCanvasSaysWhatBringsThem) {
  const auto scene = scene_of("Tree", {"dgx-h100", 128});
  models::Selection selection;
  models::Clock clock;
  StageCanvas canvas(selection, clock);
  canvas.resize(700, 420);
  canvas.show(scene);
  canvas.grab();
  EXPECT_TRUE(canvas.hint().isEmpty());
  canvas.resize(200, 120);
  canvas.fit();
  canvas.grab();
  EXPECT_EQ(canvas.hint(),
            "128 nodes, row by row from the top left, every second row from the right: zoom in for "
            "their names");
}

}  // namespace node_names_test
}  // namespace treering::gui::stage
