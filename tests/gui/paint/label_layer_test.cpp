// Which texts of a picture are painted: what can be read, names first, none upon another.
#include <QFontMetricsF>
#include <QImage>

#include <gtest/gtest.h>

#include "gui/paint/labels.h"
#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace label_layer_test {

using report::drawing::Anchor;
using report::drawing::Label;
using report::drawing::Tone;

QImage painted(const std::vector<Label>& labels, double scale = 1, QPointF corner = {}) {
  QImage image(400, 100, QImage::Format_ARGB32);
  image.fill(theme().paper());
  QPainter painter(&image);
  painter.scale(scale, scale);
  painter.translate(-corner);
  paint_labels(painter, labels, {{corner, QSizeF(image.size()) / scale}, scale});
  return image;
}

bool is_blank(const QImage& image) {
  return image == painted({});
}

const Label kName{{200, 50}, "GPU 0", 12, Anchor::Middle, Tone::Strong};
const Label kDetail{{200, 54}, "0000:1b:00.0", 12, Anchor::Middle, Tone::Muted};

TEST(LabelLayer, NamesComeBeforeDetails) {
  EXPECT_FALSE(is_blank(painted({kDetail})));
  EXPECT_EQ(painted({kDetail, kName}), painted({kName}));
}

TEST(LabelLayer, WhatIsApartIsPainted) {
  Label below = kDetail;
  below.at.y = 80;
  EXPECT_NE(painted({below, kName}), painted({kName}));
}

TEST(LabelLayer, SmallTextIsLeftOut) {
  EXPECT_FALSE(is_blank(painted({kName}, 0.5)));
  EXPECT_FALSE(is_blank(painted({kDetail}, 0.75)));  // 9 pixels
  EXPECT_TRUE(is_blank(painted({kDetail}, 0.7)));    // 8.4
  EXPECT_TRUE(is_blank(painted({kName}, 0.1)));
}

// In a box of 120 x 40 the name has 36 x 12 pixels at 0.3.
TEST(LabelLayer, ANameTakesTheRoomOfDetails) {
  Label name = kName;
  name.room = {140, 30, 120, 40};
  EXPECT_FALSE(is_blank(painted({name}, 0.3)));
  name.text = "a name that is longer than its room";
  EXPECT_TRUE(is_blank(painted({name}, 0.3)));
}

// At 0.2 the room has 24 x 24 pixels: "GPU 10" is wider than that by any size that can be read, its
// words are not.
TEST(LabelLayer, ANameTakesSeveralLinesWhereItIsTooWide) {
  Label name = kName;
  name.text = "GPU 10";
  name.room = {140, 30, 120, 120};
  EXPECT_FALSE(is_blank(painted({name}, 0.2)));
  name.text = "GPU_10";
  EXPECT_FALSE(is_blank(painted({name}, 0.2)));
  name.text = "GPU-10";
  EXPECT_TRUE(is_blank(painted({name}, 0.2)));
}

Label rate(double x, const char* text) {
  Label rate{{x, 50}, text, 9, Anchor::Middle, Tone::Plain};
  rate.is_on_plate = true;
  return rate;
}

TEST(LabelLayer, RatesThatAreTooNearLeaveOutTheirUnit) {
  const auto of = [](const char* text) {
    return std::vector<Label>{rate(100, text), rate(125, text), rate(300, text)};
  };
  EXPECT_EQ(painted(of("63 GB/s")), painted(of("63")));
  const std::vector<Label> apart{rate(100, "63 GB/s"), rate(300, "63 GB/s")};
  EXPECT_NE(painted(apart), painted({rate(100, "63"), rate(300, "63")}));
  // The figure alone would be another rate.
  const std::vector<Label> large{rate(100, "1.2 TB/s"), rate(115, "1.2 TB/s")};
  EXPECT_EQ(painted(large), painted({large.front()}));
}

// Two figures that touch would be one number.
TEST(LabelLayer, RatesBesideEachOtherStandApart) {
  const double width = QFontMetricsF(picture_font(9)).horizontalAdvance(QStringLiteral("3600"));
  const Label first = rate(100, "3600");
  EXPECT_EQ(painted({first, rate(100 + width + 1, "3600")}), painted({first}));
  EXPECT_NE(painted({first, rate(100 + width + 5, "3600")}), painted({first}));
}

TEST(LabelLayer, RatesKeepClearOfBoxes) {
  const auto beside = [](double left) {
    QImage image(400, 100, QImage::Format_ARGB32);
    image.fill(theme().paper());
    QPainter painter(&image);
    paint_labels(painter, {rate(200, "63 GB/s")}, {{0, 0, 400, 100}, 1},
                 {{}, {QRectF(left, 30, 100, 40)}});
    return image;
  };
  EXPECT_EQ(beside(300), painted({rate(200, "63 GB/s")}));
  EXPECT_EQ(beside(212), painted({rate(200, "63")}));  // less than the half of "63 GB/s"
  EXPECT_TRUE(is_blank(beside(190)));
}

// "node 16" cut to "node 1" would be another node.
TEST(LabelLayer, NoTextIsCut) {
  const Label cut{{390, 50}, "12.5 GB/s", 12, Anchor::Start, Tone::Plain};
  EXPECT_TRUE(is_blank(painted({cut})));
  Label moved = cut;
  moved.room = {0, 20, 600, 40};
  EXPECT_FALSE(is_blank(painted({moved})));
}

TEST(LabelLayer, APlateComesWithItsText) {
  Label rate{{200, 50}, "63 GB/s", 9, Anchor::Middle, Tone::Plain};
  rate.is_on_plate = true;
  QImage image(400, 100, QImage::Format_ARGB32);
  image.fill(Qt::red);
  QPainter painter(&image);
  paint_labels(painter, {rate}, {{0, 0, 400, 100}, 1});
  // Left of the letters, on the plate.
  const auto area = report::drawing::area_of(rate);
  int paper = 0;
  for (int x = static_cast<int>(area.x) - 4; x < area.right() + 4; ++x) {
    paper += image.pixelColor(x, 47) == theme().paper() ? 1 : 0;
  }
  EXPECT_GT(paper, 0);
}

}  // namespace label_layer_test
}  // namespace treering::gui::paint
