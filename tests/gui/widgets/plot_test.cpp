#include <QImage>
#include <QPainter>
#include <QXmlStreamReader>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/widgets/plot_frame.h"
#include "gui/widgets/plot_legend.h"
#include "gui/widgets/plot_over.h"
#include "gui/widgets/plot_svg.h"
#include "tests/gui/widgets/plots.h"

namespace treering::gui::widgets {
namespace plot_test {

using ::testing::ElementsAre;

std::vector<std::string> texts(const std::vector<PlotTick>& ticks) {
  std::vector<std::string> result;
  for (const PlotTick& tick : ticks) result.push_back(tick.text.toStdString());
  return result;
}

TEST(PlotFrame, SizesAreMarkedAsNcclTestsWritesThem) {
  EXPECT_THAT(texts(frame_of(diagonal(), {5}).x_ticks),
              ElementsAre("1K", "32K", "1M", "32M", "1G"));
}

// A number stands at the beginning, whatever the distance of the others.
TEST(PlotFrame, TheAxisOfSizesBeginsWithANumber) {
  Plot plot = diagonal();
  plot.stops = {2, 4, 8, 16, 32, 64};
  plot.x.text = PlotText::Plain;
  EXPECT_THAT(texts(frame_of(plot, {3}).x_ticks), ElementsAre("2", "8", "32"));
}

TEST(PlotFrame, MarkersAtTheEndsAreSeenWhole) {
  Plot plot = diagonal();
  EXPECT_EQ(frame_of(plot).x.low, 10);
  plot.series.front().style = PlotStyle::Dots;
  const PlotFrame frame = frame_of(plot);
  const PlotGround ground{frame, QRectF(0, 0, 350, 200)};
  EXPECT_GT(ground.pixel_of(plot.stops.front()), 4);
  EXPECT_LT(ground.pixel_of(plot.stops.back()), 346);
  EXPECT_EQ(frame.x_ticks.front().at, 10);
}

// In a low chart a row of text is more of the height.
TEST(PlotFrame, TextsOfMarksAreClearOfTheLinesInALowChart) {
  Plot plot = diagonal();
  plot.series.front().points = {{1024, 30}, {2048, 100}};
  plot.marks = {{1024, QStringLiteral("one"), QPen(Qt::blue, 1)}};
  constexpr double kHeight = 120;
  constexpr double kRow = 18;
  const PlotGround ground{frame_of(plot, {16, kRow / kHeight}), QRectF(0, 0, 350, kHeight)};
  EXPECT_GT(ground.pixel_of(QPointF(2048, 100)).y(), 0.85 * kRow);
}

TEST(PlotFrame, PowersOfTenAreMarkedWhereThereAreMany) {
  const PlotFrame frame = frame_of(diagonal());
  EXPECT_EQ(frame.y_ticks.front().text.toStdString(), "1000");
  EXPECT_EQ(frame.y_ticks.back().text.toStdString(), "1000000000");
  EXPECT_EQ(frame.y_ticks.size(), 7U);
}

// QtCharts would leave nothing of numbers that have no room one above the other.
TEST(PlotFrame, ALowChartHasFewNumbersAboveEachOther) {
  EXPECT_THAT(texts(frame_of(diagonal(), {16, 0.045, 4}).y_ticks),
              ElementsAre("1000", "100000", "10000000", "1000000000"));
}

TEST(PlotFrame, TimesHaveTheUnitInWhichTheyAreShort) {
  Plot plot = diagonal();
  plot.y.text = PlotText::Time;
  plot.marks.clear();
  plot.series.front().points = {{1024, 20}, {2048, 3e6}};
  EXPECT_THAT(texts(frame_of(plot).y_ticks),
              ElementsAre("100 us", "1 ms", "10 ms", "100 ms", "1 s"));
}

TEST(PlotFrame, LinearAxesBeginAtZeroWithRoundSteps) {
  Plot plot = diagonal();
  plot.y.scale = PlotScale::Linear;
  plot.series.front().points = {{1024, 30}, {2048, 390}};
  const PlotFrame frame = frame_of(plot);
  EXPECT_EQ(frame.y.low, 0);
  EXPECT_THAT(texts(frame.y_ticks), ElementsAre("0", "100", "200", "300", "400"));
}

// One number would not say what the others are.
TEST(PlotFrame, ShortLogarithmicAxesHaveSeveralNumbers) {
  Plot plot = diagonal();
  plot.marks.clear();
  plot.series.front().points = {{1024, 310}, {2048, 560}};
  EXPECT_THAT(texts(frame_of(plot).y_ticks),
              ElementsAre("300", "350", "400", "450", "500", "550", "600"));
}

// Texts of marks stand above the lines.
TEST(PlotFrame, MarksHaveRoomAboveTheLines) {
  Plot plot = diagonal();
  plot.y.scale = PlotScale::Linear;
  plot.series.front().points = {{1024, 30}, {2048, 100}};
  plot.marks.clear();
  EXPECT_DOUBLE_EQ(frame_of(plot).y.high, 105);
  plot.marks = {{1024, QStringLiteral("one"), QPen(Qt::blue, 1)},
                {2048, QStringLiteral("two"), QPen(Qt::blue, 1)},
                {4096, {}, QPen(Qt::blue, 1)}};
  EXPECT_DOUBLE_EQ(frame_of(plot).y.high, 114);
}

TEST(PlotFrame, SeriesThatMayBeCutDoNotStretchTheAxis) {
  Plot plot = diagonal();
  plot.series.push_back(plot.series.front());
  plot.series.back().points.front().setY(1e-9);
  EXPECT_LT(frame_of(plot).y.low, -8);
  plot.series.back().is_cut = true;
  EXPECT_GT(frame_of(plot).y.low, 2.9);
}

TEST(PlotFrame, TheNearestStopIsByDoublings) {
  EXPECT_EQ(nearest_stop(diagonal(), 1450), 2048);  // above 1024 x sqrt 2
  EXPECT_EQ(nearest_stop(diagonal(), 1440), 1024);
  EXPECT_EQ(nearest_stop(diagonal(), 1), 1024);
}

TEST(PlotOver, ANoteIsThatOfThePointUnderThePointer) {
  Plot plot = diagonal();
  plot.series.front().notes.resize(plot.stops.size());
  plot.series.front().notes[3] = QStringLiteral("third");
  const PlotGround ground{frame_of(plot), QRectF(0, 0, 400, 400)};
  const QPointF at = ground.pixel_of(plot.series.front().points[3]);
  EXPECT_EQ(note_at(plot, ground, at + QPointF(2, -3)), "third");
  EXPECT_EQ(note_at(plot, ground, at + QPointF(0, 30)), "");
}

TEST(PlotOver, SegmentsSayAsMuchAsHasRoom) {
  const QFontMetricsF metrics{QFont()};
  const auto width = [&](const char* text) { return metrics.horizontalAdvance(text) + 5; };
  const QString name = QStringLiteral("NVLSTree/Simple");
  EXPECT_EQ(segment_text(name, width("NVLSTree/Simple"), metrics), name);
  EXPECT_EQ(segment_text(name, width("NVLSTree"), metrics), "NVLSTree\nSimple");
  const QString shorter = QStringLiteral("Ring/Simple");
  EXPECT_EQ(segment_text(shorter, width("Ring"), metrics), "Ring");
  EXPECT_EQ(segment_text(shorter, 3, metrics), "");
}

// A mark near the end of the line, where the name would stand.
TEST(PlotOver, NamesKeepClearOfMarks) {
  Plot plot = diagonal();
  plot.series.front().is_named = true;
  plot.series.front().name = QStringLiteral("the name of the line");
  const PlotGround ground{frame_of(plot), QRectF(0, 0, 400, 400)};
  const auto names = [&] {
    QImage image(400, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paint_names(painter, plot, ground, {});
    return image;
  };
  const auto ink_at = [](const QImage& image, int x) {
    int ink = 0;
    for (int y = 0; y < image.height(); ++y) ink += image.pixelColor(x, y) != Qt::white ? 1 : 0;
    return ink;
  };
  plot.marks.clear();
  const QImage before = names();
  // The column in the middle of the name that has the most ink.
  int mark = 340;
  for (int x = 330; x < 370; ++x) {
    if (ink_at(before, x) > ink_at(before, mark)) mark = x;
  }
  ASSERT_GT(ink_at(before, mark), 0);
  const double share = mark / 400.0;
  plot.marks = {{std::exp2(ground.frame.x.low + share * (ground.frame.x.high - ground.frame.x.low)),
                 {},
                 QPen(Qt::blue, 2)}};
  const QImage after = names();
  EXPECT_EQ(ink_at(after, mark), 0);
  QImage blank = after;
  blank.fill(Qt::white);
  EXPECT_NE(after, blank);  // it stands elsewhere
}

// A line along the upper edge: its name stands below it, not on it.
TEST(PlotOver, NamesDoNotLieOnTheirLines) {
  Plot plot = diagonal();
  plot.marks.clear();
  plot.series.front().is_named = true;
  plot.series.front().name = QStringLiteral("bound");
  for (QPointF& point : plot.series.front().points) point.setY(1e9);
  PlotGround ground{frame_of(plot), QRectF(0, 0, 400, 400)};
  ground.frame.y = {8, 9.01};  // 4 pixels below the edge
  QImage image(400, 400, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  paint_names(painter, plot, ground, {});
  painter.end();
  for (int x = 0; x < 400; ++x) {
    for (int y = 0; y < 8; ++y) ASSERT_EQ(image.pixelColor(x, y), QColor(Qt::white)) << x;
  }
  QImage blank = image;
  blank.fill(Qt::white);
  EXPECT_NE(image, blank);
}

TEST(PlotSvg, BandsAndDiamondsAreInItsLegend) {
  Plot plot = diagonal();
  plot.bands = {
      {QStringLiteral("band"), Qt::red, plot.series.front().points, plot.series.front().points}};
  plot.series.front().style = PlotStyle::Diamonds;
  plot.series.front().notes = {QStringLiteral("a note")};
  const QString svg = svg_of(plot, {800, 400});
  EXPECT_TRUE(svg.contains(QStringLiteral(">band</text>")));
  EXPECT_TRUE(svg.contains(QStringLiteral("<title>a note</title>")));
  EXPECT_EQ(svg.count(QStringLiteral("l6 6l-6 6l-6 -6Z")), plot.series.front().points.size() + 1);
}

TEST(PlotLegend, StandsBesideThePicture) {
  QPixmap chart(300, 200);
  chart.fill(Qt::red);
  const QImage image = with_legend(chart, diagonal());
  EXPECT_GT(image.width(), 300 + 40);
  EXPECT_GT(image.height(), 200);
  EXPECT_EQ(image.pixelColor(299, image.height() - 1), QColor(Qt::red));
  QImage right = image.copy(300, 0, image.width() - 300, image.height());
  EXPECT_GT(right.convertToFormat(QImage::Format_Indexed8).colorTable().size(), 2);
}

TEST(PlotSvg, IsXmlWithAllThatIsShown) {
  const QString svg = svg_of(diagonal(), {800, 400});
  QXmlStreamReader reader(svg);
  while (!reader.atEnd()) reader.readNext();
  EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
  for (const char* text : {"a &lt;b&gt;", ">mark<", ">S<", ">line<", ">1M<", "#ff0000"}) {
    EXPECT_TRUE(svg.contains(QLatin1StringView(text))) << text;
  }
}

}  // namespace plot_test
}  // namespace treering::gui::widgets
