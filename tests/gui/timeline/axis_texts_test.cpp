#include <QImage>
#include <QRect>
#include <QTest>
#include <set>

#include <gtest/gtest.h>

#include "gui/timeline/rows_painter.h"
#include "gui/timeline/rows_view.h"
#include "tests/gui/patience.h"
#include "tests/gui/timeline/runs.h"

namespace treering::gui::timeline {
namespace axis_texts_test {

// The length of the span lies over the axis: a text of which it would leave a part is not there.
TEST(AxisTexts, AreNotCutByTheLabelOfASpan) {
  models::Selection selection;
  models::Clock clock;
  clock.setEnd(ring_run()->tracks.end_us());
  RowsView view({selection, clock});
  view.resize(800, 400);
  view.setRun(ring_run());
  view.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return view.isComplete(); }, kPatience));
  const auto marks = axis_marks(view.view(), kMarksApart);
  ASSERT_GT(marks.size(), 2U);
  const double mark = view.namesWidth() + view.view().x(marks[1].at_us);
  const double from = mark + 14;  // in the middle of its text
  const auto ink = [&] {
    const QImage axis = view.grab(QRect(static_cast<int>(mark) + 3, 2, 10, 12)).toImage();
    std::set<QRgb> colours;
    for (int y = 0; y < axis.height(); ++y) {
      for (int x = 0; x < axis.width(); ++x) colours.insert(axis.pixel(x, y));
    }
    return colours.size() > 1;
  };
  EXPECT_TRUE(ink());
  models::Selected selected = selection.now();
  const double left = view.namesWidth();
  selected.span = models::Span{view.view().us(from - left), view.view().us(from + 200 - left)};
  selection.select(selected);
  EXPECT_FALSE(ink());
}

}  // namespace axis_texts_test
}  // namespace treering::gui::timeline
