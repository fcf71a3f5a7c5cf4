#include "gui/window/curtain.h"

#include <QTest>

#include <gtest/gtest.h>

#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace curtain_test {

// Another question while the answer to the one before is awaited: nothing undimmed flashes up.
TEST(Curtain, StaysDownWhereItIsLoweredAgainAtOnce) {
  QWidget part;
  Curtain curtain(&part);
  part.show();
  const auto* const words = curtain.findChild<QLabel*>(QStringLiteral("awaited"));
  curtain.lower(QStringLiteral("one"));
  EXPECT_FALSE(words->isVisible());
  ASSERT_TRUE(QTest::qWaitFor([&] { return words->isVisible(); }, kPatience));
  curtain.lift();
  EXPECT_FALSE(words->isVisible());
  curtain.lower(QStringLiteral("two"));
  EXPECT_TRUE(words->isVisible());
}

}  // namespace curtain_test
}  // namespace treering::gui::window
