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
  curtain.lower({.text = QStringLiteral("one")});
  EXPECT_FALSE(words->isVisible());
  ASSERT_TRUE(QTest::qWaitFor([&] { return words->isVisible(); }, kPatience));
  curtain.lift();
  EXPECT_FALSE(words->isVisible());
  curtain.lower({.text = QStringLiteral("two")});
  EXPECT_TRUE(words->isVisible());
}

/// The colour in its middle.
QColor colour_of(QWidget& part) {
  return part.grab().toImage().pixelColor(part.rect().center());
}

// A view may be opened long after the question has come.
TEST(Curtain, DimsAtOnceWhatIsOfAQuestionFromBefore) {
  QWidget part;
  part.resize(100, 100);
  QLabel black(&part);
  black.resize(part.size());
  QPixmap ink(part.size());
  ink.fill(Qt::black);
  black.setPixmap(ink);
  Curtain curtain(&part);
  part.show();
  const QColor plain = colour_of(part);
  curtain.lower({.has_veil = true, .age_ms = 100'000});
  EXPECT_NE(colour_of(part), plain);
  curtain.lower({.text = QStringLiteral("computing"), .age_ms = 100'000});
  EXPECT_EQ(colour_of(part), plain) << "a veil over nothing that is old";
}

// An old answer stands in a part of a part that is dimmed.
TEST(Curtains, DimNothingTwice) {
  models::Session session;
  QWidget whole;
  auto* const inner = new QWidget(&whole);
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 2;
  session.open(question);
  for (QWidget* const one : {&whole, inner}) session.show(models::Need::Machine, *one);
  const Curtains curtains(session);
  session.need(models::Need::Machine);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
  question.job.nodes = 4;
  session.open(question);
  const auto* const outer_curtain = whole.findChild<Curtain*>({}, Qt::FindDirectChildrenOnly);
  const auto* const inner_curtain = inner->findChild<Curtain*>();
  EXPECT_TRUE(outer_curtain->hasVeil());
  EXPECT_FALSE(inner_curtain->hasVeil());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
}

}  // namespace curtain_test
}  // namespace treering::gui::window
