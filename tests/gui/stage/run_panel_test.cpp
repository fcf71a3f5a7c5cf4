#include "gui/stage/run_panel.h"

#include <QImage>
#include <QTest>

#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "tests/gui/patience.h"

namespace treering::gui::stage {
namespace run_panel_test {

// On paper, also in a row whose ground has the colour of the line.
TEST(RunPanel, SamplesOfLinesAreOnPaper) {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  RunPanel panel({session, selection, clock}, models::Side::Shown);
  panel.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  session.open(question);
  auto* const legend = panel.findChild<QListWidget*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return legend->count() > 0; }, kPatience));
  const QImage sample = legend->item(0)->icon().pixmap(36, 14).toImage();
  EXPECT_EQ(sample.pixelColor(0, 0), paint::theme().paper());
}

}  // namespace run_panel_test
}  // namespace treering::gui::stage
