#include <QImage>
#include <QPainter>
#include <QXmlStreamReader>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/widgets/plot_frame.h"
#include "gui/widgets/plot_legend.h"
#include "gui/widgets/plot_over.h"
#include "gui/widgets/plot_pens.h"
#include "gui/widgets/plot_svg.h"
#include "tests/gui/widgets/plots.h"

namespace treering::gui::widgets {
namespace plot_test {

using report::charts::Band;
using report::charts::Chart;
using report::charts::Figures;
using report::charts::Point;
using report::charts::Scale;
using report::charts::Series;
using report::charts::SeriesKind;
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
  Chart chart = diagonal();
  chart.stops = {2, 4, 8, 16, 32, 64};
  chart.x.figures = Figures::Plain;
  EXPECT_THAT(texts(frame_of(chart, {3}).x_ticks), ElementsAre("2", "8", "32"));
}

TEST(PlotFrame, MarkersAtTheEndsAreSeenWhole) {
  Chart chart = diagonal();
  EXPECT_EQ(frame_of(chart).x.low, 10);
  chart.series.front().kind = SeriesKind::Usual;
  const PlotFrame frame = frame_of(chart);
  const PlotGround ground{frame, QRectF(0, 0, 350, 200)};
  EXPECT_GT(ground.pixel_of(chart.stops.front()), 4);
  EXPECT_LT(ground.pixel_of(chart.stops.back()), 346);
  EXPECT_EQ(frame.x_ticks.front().at, 10);
}

// In a low chart a row of text is more of the height.
TEST(PlotFrame, TextsOfMarksAreClearOfTheLinesInALowChart) {
  Chart chart = diagonal();
  chart.series.front().points = {{1024, 30}, {2048, 100}};
  chart.marks = {{1024, "one"}};
  constexpr double kHeight = 120;
  constexpr double kRow = 18;
  const PlotGround ground{frame_of(chart, {16, kRow / kHeight}), QRectF(0, 0, 350, kHeight)};
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
  Chart chart = diagonal();
  chart.y.figures = Figures::Time;
  chart.marks.clear();
  chart.series.front().points = {{1024, 20}, {2048, 3e6}};
  EXPECT_THAT(texts(frame_of(chart).y_ticks),
              ElementsAre("100 us", "1 ms", "10 ms", "100 ms", "1 s"));
}

TEST(PlotFrame, LinearAxesBeginAtZeroWithRoundSteps) {
  Chart chart = diagonal();
  chart.y.scale = Scale::Linear;
  chart.series.front().points = {{1024, 30}, {2048, 390}};
  const PlotFrame frame = frame_of(chart);
  EXPECT_EQ(frame.y.low, 0);
  EXPECT_THAT(texts(frame.y_ticks), ElementsAre("0", "100", "200", "300", "400"));
}

// One number would not say what the others are.
TEST(PlotFrame, ShortLogarithmicAxesHaveSeveralNumbers) {
  Chart chart = diagonal();
  chart.marks.clear();
  chart.series.front().points = {{1024, 310}, {2048, 560}};
  EXPECT_THAT(texts(frame_of(chart).y_ticks),
              ElementsAre("300", "350", "400", "450", "500", "550", "600"));
}

// Texts of marks stand above the lines.
TEST(PlotFrame, MarksHaveRoomAboveTheLines) {
  Chart chart = diagonal();
  chart.y.scale = Scale::Linear;
  chart.series.front().points = {{1024, 30}, {2048, 100}};
  chart.marks.clear();
  EXPECT_DOUBLE_EQ(frame_of(chart).y.high, 105);
  chart.marks = {{1024, "one"}, {2048, "two"}, {4096, ""}};
  EXPECT_DOUBLE_EQ(frame_of(chart).y.high, 114);
}

TEST(PlotFrame, LimitsDoNotStretchAnAxisOfTimes) {
  Chart chart = diagonal();
  chart.y.figures = Figures::Time;
  chart.series.push_back(chart.series.front());
  chart.series.back().points.front().y = 1e-9;
  EXPECT_LT(frame_of(chart).y.low, -8);
  chart.series.back().kind = SeriesKind::Bound;
  EXPECT_GT(frame_of(chart).y.low, 2.9);
}

TEST(PlotFrame, TheNearestStopIsByDoublings) {
  EXPECT_EQ(nearest_stop(diagonal(), 1450), 2048);  // above 1024 x sqrt 2
  EXPECT_EQ(nearest_stop(diagonal(), 1440), 1024);
  EXPECT_EQ(nearest_stop(diagonal(), 1), 1024);
}

TEST(PlotOver, ANoteIsThatOfThePointUnderThePointer) {
  Chart chart = diagonal();
  chart.series.front().points[3].note = "third";
  const PlotGround ground{frame_of(chart), QRectF(0, 0, 400, 400)};
  const QPointF at = ground.pixel_of(place_of(chart.series.front().points[3]));
  EXPECT_EQ(note_at(chart, ground, at + QPointF(2, -3)), "third");
  EXPECT_EQ(note_at(chart, ground, at + QPointF(0, 30)), "");
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
  Chart chart = diagonal();
  chart.series.front().is_named = true;
  chart.series.front().name = "the name of the line";
  const PlotGround ground{frame_of(chart), QRectF(0, 0, 400, 400)};
  const auto names = [&] {
    QImage image(400, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paint_names(painter, chart, ground, {});
    return image;
  };
  const auto ink_at = [](const QImage& image, int x) {
    int ink = 0;
    for (int y = 0; y < image.height(); ++y) ink += image.pixelColor(x, y) != Qt::white ? 1 : 0;
    return ink;
  };
  chart.marks.clear();
  const QImage before = names();
  // The column in the middle of the name that has the most ink.
  int mark = 340;
  for (int x = 330; x < 370; ++x) {
    if (ink_at(before, x) > ink_at(before, mark)) mark = x;
  }
  ASSERT_GT(ink_at(before, mark), 0);
  const double share = mark / 400.0;
  chart.marks = {
      {std::exp2(ground.frame.x.low + share * (ground.frame.x.high - ground.frame.x.low)), ""}};
  const QImage after = names();
  EXPECT_EQ(ink_at(after, mark), 0);
  QImage blank = after;
  blank.fill(Qt::white);
  EXPECT_NE(after, blank);  // it stands elsewhere
}

// A line along the upper edge: its name stands below it, not on it.
TEST(PlotOver, NamesDoNotLieOnTheirLines) {
  Chart chart = diagonal();
  chart.marks.clear();
  chart.series.front().is_named = true;
  chart.series.front().name = "bound";
  for (Point& point : chart.series.front().points) point.y = 1e9;
  PlotGround ground{frame_of(chart), QRectF(0, 0, 400, 400)};
  ground.frame.y = {8, 9.01};  // 4 pixels below the edge
  QImage image(400, 400, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  paint_names(painter, chart, ground, {});
  painter.end();
  for (int x = 0; x < 400; ++x) {
    for (int y = 0; y < 8; ++y) ASSERT_EQ(image.pixelColor(x, y), QColor(Qt::white)) << x;
  }
  QImage blank = image;
  blank.fill(Qt::white);
  EXPECT_NE(image, blank);
}

TEST(PlotSvg, BandsAndDiamondsAreInItsLegend) {
  Chart chart = diagonal();
  Series measured = chart.series.front();
  measured.kind = SeriesKind::Measured;
  measured.points.front().note = "a note";
  chart.series.front().band = Band::Alone;
  chart.series.push_back(measured);
  const QString svg = svg_of(chart, {800, 400});
  EXPECT_TRUE(svg.contains(QStringLiteral(">80 % of runs of line</text>")));
  EXPECT_EQ(svg.count(QStringLiteral(">line</text>")), 1);  // what stands in place of it has none
  EXPECT_TRUE(svg.contains(QStringLiteral("<title>a note</title>")));
  EXPECT_EQ(svg.count(QStringLiteral("l6 6l-6 6l-6 -6Z")), measured.points.size() + 1);
}

// Where a candidate is chosen, to the next size.
TEST(PlotPens, AChosenPartOfALineIsThick) {
  Chart chart = diagonal();
  Series& line = chart.series.front();
  EXPECT_TRUE(thick_parts(line).empty());
  line.points[2].is_fastest = true;
  line.points[3].is_usual = true;
  line.points.back().is_fastest = true;  // no next one
  const auto parts = thick_parts(line);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts.front(), std::vector<Point>(line.points.begin() + 2, line.points.begin() + 5));
  EXPECT_GT(thick_pen_of(line).widthF(), pen_of(line).widthF());
}

TEST(PlotPens, VariantsAreDashes) {
  Series line{"line"};
  std::vector<Qt::PenStyle> styles;
  for (line.variant = 0; line.variant < 4; ++line.variant) styles.push_back(pen_of(line).style());
  EXPECT_THAT(styles, ElementsAre(Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine));
}

TEST(PlotLegend, StandsBesideThePicture) {
  QPixmap picture(300, 200);
  picture.fill(Qt::red);
  const QImage image = with_legend(picture, diagonal());
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
  for (const char* text : {"a &lt;b&gt;", ">mark<", ">S<", ">line<", ">1M<", "#d55e00"}) {
    EXPECT_TRUE(svg.contains(QLatin1StringView(text))) << text;
  }
}

}  // namespace plot_test
}  // namespace treering::gui::widgets
