#include <QMouseEvent>
#include <QPaintEvent>
#include <QSignalSpy>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/widgets/plot_frame.h"
#include "gui/widgets/plot_legend.h"
#include "gui/widgets/plot_over.h"
#include "gui/widgets/plot_panel.h"
#include "gui/widgets/plot_svg.h"

namespace treering::gui::widgets {
namespace plot_test {

using ::testing::ElementsAre;

/// y = x over 1 KiB, 2 KiB .. 1 GiB.
Plot diagonal() {
  Plot plot;
  plot.title = QStringLiteral("a <b>");
  plot.x = {QStringLiteral("size"), PlotScale::Log, PlotText::Size};
  plot.y = {QStringLiteral("time"), PlotScale::Log, PlotText::Plain};
  plot.series = {{QStringLiteral("line"), QPen(Qt::red, 2), {}, {}}};
  for (int bits = 10; bits <= 30; ++bits) {
    plot.stops.push_back(std::exp2(bits));
    plot.series.front().points.emplace_back(plot.stops.back(), plot.stops.back());
  }
  plot.marks = {{plot.stops[3], QStringLiteral("mark"), QPen(Qt::blue, 1)}};
  plot.segments = {{1, plot.stops[4], QStringLiteral("S"), Qt::green}};
  return plot;
}

std::vector<std::string> texts(const std::vector<PlotTick>& ticks) {
  std::vector<std::string> result;
  for (const PlotTick& tick : ticks) result.push_back(tick.text.toStdString());
  return result;
}

TEST(PlotFrame, SizesAreMarkedAsNcclTestsWritesThem) {
  EXPECT_THAT(texts(frame_of(diagonal(), 5).x_ticks), ElementsAre("1K", "32K", "1M", "32M", "1G"));
}

TEST(PlotFrame, PowersOfTenAreMarkedWhereThereAreMany) {
  const PlotFrame frame = frame_of(diagonal());
  EXPECT_EQ(frame.y_ticks.front().text.toStdString(), "1000");
  EXPECT_EQ(frame.y_ticks.back().text.toStdString(), "1000000000");
  EXPECT_EQ(frame.y_ticks.size(), 7U);
}

TEST(PlotFrame, LinearAxesBeginAtZeroWithRoundSteps) {
  Plot plot = diagonal();
  plot.y.scale = PlotScale::Linear;
  plot.series.front().points = {{1024, 30}, {2048, 390}};
  const PlotFrame frame = frame_of(plot);
  EXPECT_EQ(frame.y.low, 0);
  EXPECT_THAT(texts(frame.y_ticks), ElementsAre("0", "100", "200", "300", "400"));
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

class PlotPanelTest : public ::testing::Test {
 protected:
  PlotPanelTest() {
    panel_.resize(700, 400);
    panel_.show(diagonal());
    static_cast<QWidget&>(panel_).show();
    QTest::qWait(1);
  }
  QWidget* ground() { return panel_.childAt(panel_.pixelOf(1 << 20U)); }
  QPoint at(double x) { return ground()->mapFrom(&panel_, panel_.pixelOf(x)); }

  PlotPanel panel_;
};

TEST_F(PlotPanelTest, AClickSaysTheStop) {
  const QSignalSpy clicks(&panel_, &PlotPanel::clicked);
  QTest::mouseClick(ground(), Qt::LeftButton, {}, at(1 << 20U) + QPoint(3, 0));
  ASSERT_EQ(clicks.size(), 1);
  EXPECT_EQ(clicks.front().front().toDouble(), 1 << 20U);
}

/// Where the pointer of the display stands does not matter.
void move_to(QWidget& widget, QPoint at) {
  QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, {}, {});
  QCoreApplication::sendEvent(&widget, &event);
}

TEST_F(PlotPanelTest, TheMouseSnapsToStopsAndLeaves) {
  std::vector<std::optional<double>> seen;
  QObject::connect(&panel_, &PlotPanel::hovered, [&](auto x) { seen.push_back(x); });
  move_to(*ground(), at(1 << 12U) + QPoint(2, 5));
  move_to(*ground(), at(1 << 12U) + QPoint(-2, 9));
  move_to(*ground(), at(1 << 13U));
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(ground(), &leave);
  EXPECT_THAT(seen, ElementsAre(4096, 8192, std::nullopt));
}

TEST_F(PlotPanelTest, KeysMoveTheCrossAndChoose) {
  std::vector<std::optional<double>> seen;
  QObject::connect(&panel_, &PlotPanel::hovered, [&](auto x) { seen.push_back(x); });
  const QSignalSpy clicks(&panel_, &PlotPanel::clicked);
  QWidget* const view = panel_.focusProxy();
  for (const auto key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Left, Qt::Key_Left}) {
    QTest::keyClick(view, key);
  }
  EXPECT_THAT(seen, ElementsAre(1024, 2048, 1024));  // the first is the first
  QTest::keyClick(view, Qt::Key_Return);
  EXPECT_EQ(clicks.size(), 1);
}

TEST_F(PlotPanelTest, ThePictureHasNoCrossAndKeepsIt) {
  const QImage before = panel_.picture().toImage();
  QTest::keyClick(panel_.focusProxy(), Qt::Key_Right);
  EXPECT_EQ(panel_.picture().toImage(), before);
  EXPECT_NE(panel_.grab().toImage(), before);
}

/// Where the plot began when all of a widget was painted last.
class WholePaints final : public QObject {
 public:
  WholePaints(QWidget& of, const PlotPanel& panel) : of_(of), panel_(panel) {
    of.installEventFilter(this);
  }
  int left() const { return left_; }

 protected:
  bool eventFilter(QObject* /*of*/, QEvent* event) override {
    if (event->type() != QEvent::Paint) return false;
    const QRegion painted = static_cast<QPaintEvent*>(event)->region();
    if ((QRegion(of_.rect()) - painted).isEmpty()) left_ = panel_.pixelOf(1024).x();
    return false;
  }

 private:
  QWidget& of_;
  const PlotPanel& panel_;
  int left_ = -1;
};

// The row of segments and its title stand where the plot is, also where new axes are wider.
TEST_F(PlotPanelTest, AllIsPaintedOnceMoreWhereTheAxesAre) {
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel_));
  const WholePaints paints(*ground(), panel_);
  const int before = panel_.pixelOf(1024).x();
  Plot plot = diagonal();
  plot.y.scale = PlotScale::Linear;
  for (QPointF& point : plot.series.front().points) point.setY(point.x() / 1e9);
  panel_.show(plot);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel_.pixelOf(1024).x() != before; }, 2000));
  QTest::qWait(20);
  EXPECT_EQ(paints.left(), panel_.pixelOf(1024).x());
}

TEST_F(PlotPanelTest, FollowsTheTheme) {
  const auto corner = [&] { return panel_.grab().toImage().pixelColor(3, 3); };
  EXPECT_EQ(corner(), paint::theme().paper());
  paint::set_theme(paint::Shade::Dark);
  QTest::qWait(1);
  EXPECT_EQ(corner(), paint::theme().paper());
  paint::set_theme(paint::Shade::Light);
}

}  // namespace plot_test
}  // namespace treering::gui::widgets
