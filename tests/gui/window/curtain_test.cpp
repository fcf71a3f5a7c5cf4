#include "gui/window/curtain.h"

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolTip>
#include <vector>

#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "tests/gui/active_window.h"
#include "tests/gui/patience.h"
#include "tests/gui/questions.h"

namespace treering::gui::window {
namespace curtain_test {

using models::Question;

/// The colour in its middle.
QColor colour_of(QWidget& part) {
  return part.grab().toImage().pixelColor(part.rect().center());
}

TEST(Curtain, DimsOnceTheRestIsOver) {
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
  curtain.lower({.has_veil = true, .is_resting = true});
  EXPECT_EQ(colour_of(part), plain);
  curtain.lower({.has_veil = true});
  EXPECT_NE(colour_of(part), plain);
  curtain.lower({.text = QStringLiteral("computing")});
  EXPECT_EQ(colour_of(part), plain) << "a veil over nothing that is old";
}

// In the colours of the theme before it could not be seen below the veil of this one.
TEST(Curtain, APictureGoesWithItsTheme) {
  QWidget part;
  part.resize(100, 100);
  Curtain curtain(&part);
  part.show();
  curtain.keepPicture();
  ASSERT_TRUE(curtain.hasPicture());
  QPalette other = part.palette();
  other.setColor(QPalette::Window, Qt::black);
  part.setPalette(other);
  EXPECT_FALSE(curtain.hasPicture());
}

// The part may become another size meanwhile: what is seen lies over what is there.
TEST(Curtain, APictureHasTheSizeOfItsPart) {
  QWidget part;
  part.resize(100, 100);
  QLabel ink(&part);
  ink.setStyleSheet(QStringLiteral("background: black"));
  ink.resize(part.size());
  Curtain curtain(&part);
  part.show();
  curtain.keepPicture();
  ink.hide();
  part.resize(300, 300);
  curtain.lower({.is_resting = true});
  EXPECT_EQ(part.grab().toImage().pixelColor(290, 290), QColor(Qt::black));
}

/// How often something was painted.
class Paints final : public QObject {
 public:
  explicit Paints(QWidget& of) { of.installEventFilter(this); }
  int count() const { return count_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint) ++count_;
    return QObject::eventFilter(watched, event);
  }

 private:
  int count_ = 0;
};

// The words hide what is below them: where they came a frame later, that would stay undimmed until
// then.
TEST(Curtain, HasItsWordsInTheFrameInWhichItDims) {
  QWidget part;
  part.resize(400, 200);
  Curtain curtain(&part);
  part.show();
  const Cover cover{.text = QStringLiteral("computing"), .has_veil = true, .is_resting = true};
  curtain.lower(cover);
  QApplication::processEvents();
  const Paints words(*curtain.findChild<QLabel*>());
  curtain.lower({.text = cover.text, .has_veil = true});
  EXPECT_EQ(words.count(), 0);
  QEvent frame(QEvent::UpdateRequest);
  QApplication::sendEvent(&part, &frame);
  EXPECT_EQ(words.count(), 1);
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

/// Ends when it is stopped, and not before.
auto until_stopped() {
  return [](const jobs::Work& work) {
    while (!work.is_cancelled()) QTest::qSleep(1);
    return jobs::guarded([]() -> core::Result<int> { return core::cancelled(); });
  };
}

auto answering(int ms) {
  return [ms] {
    QTest::qSleep(ms);
    return jobs::guarded([]() -> core::Result<int> { return 1; });
  };
}

constexpr int kLong = 200;  // ms: any rest is shorter

struct Part {
  explicit Part(const char* what) : inquiry({QString::fromLatin1(what), has_same_nodes}) {}

  QWidget widget;
  models::InquiryFor<int> inquiry;

  const QLabel* words() const { return widget.findChild<QLabel*>(QStringLiteral("awaited")); }
  bool settles() const {
    return QTest::qWaitFor([&] { return inquiry.state() != models::Inquiry::State::Awaited; },
                           kPatience);
  }
};

/// Each with an inquiry of its own.
class TwoParts : public ::testing::Test {
 protected:
  TwoParts() {
    session_.open(of_nodes(2));
    for (Part* const one : {&one_, &other_}) {
      session_.show(one->inquiry, one->widget);
      one->widget.show();
    }
  }

  Part one_{"a number"};
  Part other_{"another number"};
  models::Session session_;
  Curtains curtains_{session_};
};

// Another question while the answer to the one before is awaited: nothing undimmed flashes up.
TEST_F(TwoParts, StayDimmedOverQuestions) {
  one_.inquiry.ask(until_stopped());
  ASSERT_TRUE(QTest::qWaitFor([&] { return one_.words()->isVisible(); }, kPatience));
  session_.open(of_nodes(4));
  EXPECT_FALSE(one_.words()->isVisible());
  one_.inquiry.ask(until_stopped());
  EXPECT_TRUE(one_.words()->isVisible());
}

/// It would stay for longer than a test waits. Windows that come up hide tips: they are there.
void show_tip(QWidget& part) {
  make_active(part);
  QToolTip::showText(part.mapToGlobal(part.rect().center()), QStringLiteral("42 us"), nullptr, {},
                     2 * kPatience);
  QApplication::processEvents();
  ASSERT_TRUE(QToolTip::isVisible());
}

bool is_tip_gone() {
  return QTest::qWaitFor([] { return !QToolTip::isVisible(); }, kPatience);
}

// The keyboard asks another question while the pointer stays on something.
TEST_F(TwoParts, LoseTheTipsOfTheQuestionBefore) {
  show_tip(one_.widget);
  session_.open(of_nodes(4));
  EXPECT_FALSE(QToolTip::isVisible());  // at once
}

TEST_F(TwoParts, LoseTheTipsOfTheAnswerBefore) {
  one_.inquiry.ask(until_stopped());
  show_tip(one_.widget);
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_TRUE(is_tip_gone());
}

// A part at full strength beside one that is dimmed would be taken for new.
TEST_F(TwoParts, AreDimmedTogether) {
  one_.inquiry.ask(until_stopped());
  ASSERT_TRUE(QTest::qWaitFor([&] { return one_.words()->isVisible(); }, kPatience));
  other_.inquiry.follow(of_nodes(4));
  other_.inquiry.ask(until_stopped());
  EXPECT_TRUE(other_.words()->isVisible());
}

TEST_F(TwoParts, AreDimmedAtOnceWhereWorkTookLongTheLastTime) {
  for (Part* const one : {&one_, &other_}) one->inquiry.ask(answering(one == &one_ ? kLong : 0));
  ASSERT_TRUE(one_.settles() && other_.settles());
  QApplication::processEvents();
  session_.open(of_nodes(4));
  other_.inquiry.ask(until_stopped());
  one_.inquiry.ask(until_stopped());
  for (const Part* const one : {&one_, &other_}) {
    EXPECT_TRUE(one->words()->isVisible());
    EXPECT_TRUE(one->widget.findChild<Curtain*>()->hasVeil());
  }
}

// A view may be opened long after the question has come.
TEST_F(TwoParts, AreDimmedAtOnceUnderAQuestionFromBefore) {
  one_.widget.hide();
  one_.inquiry.ask(until_stopped());
  QTest::qSleep(kLong);
  one_.widget.show();
  QApplication::processEvents();
  EXPECT_TRUE(one_.words()->isVisible());
}

// What it lacks is named, and the rest of it is of the question.
TEST_F(TwoParts, AreNotDimmedForWhatTheyDoNotKeep) {
  QWidget part;
  part.show();
  session_.show(one_.inquiry, part, models::Until::Nothing);
  one_.widget.hide();
  one_.inquiry.ask(answering(kLong));
  ASSERT_TRUE(one_.settles());
  session_.open(of_nodes(4));
  one_.inquiry.ask(until_stopped());
  const auto* const curtain = part.findChild<Curtain*>();
  EXPECT_FALSE(curtain->hasVeil());
  EXPECT_EQ(curtain->findChild<QLabel*>()->text().toStdString(),
            "dgx-h100 × 4: computing a number\u00a0…");
}

/// Two parts that wait for the same, one below the other, and scrolled.
class ScrolledParts : public ::testing::Test {
 protected:
  ScrolledParts() {
    auto* const whole = new QWidget;
    whole->resize(300, 2 * kHeight);
    for (const int at : {0, 1}) {
      parts_.push_back(new QWidget(whole));
      parts_.back()->setGeometry(0, at * kHeight, 300, kHeight);
    }
    area_.setFrameShape(QFrame::NoFrame);
    area_.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_.setWidget(whole);
    area_.resize(300, kHeight);
    area_.show();
    session_.open(of_nodes(2));
    for (QWidget* const one : parts_) session_.show(inquiry_, *one);
    inquiry_.ask(until_stopped());
  }
  void scroll_to(int y) {
    area_.verticalScrollBar()->setValue(y);
    curtains_.beginFrame();
  }
  const QLabel& words(std::size_t part) const {
    return *parts_[part]->findChild<QLabel*>(QStringLiteral("awaited"));
  }

  static constexpr int kHeight = 400;
  QScrollArea area_;
  std::vector<QWidget*> parts_;
  models::InquiryFor<int> inquiry_{{QStringLiteral("a number"), has_same_nodes}};
  models::Session session_;
  Curtains curtains_{session_};
};

TEST_F(ScrolledParts, SayOnceWhatIsSaidOfBoth) {
  EXPECT_NE(words(0).text(), QString());
  EXPECT_EQ(words(1).text(), QString());
  scroll_to(kHeight);
  EXPECT_EQ(words(0).text(), QString());
  EXPECT_NE(words(1).text(), QString());
}

// A sliver of the first is seen: its words would not be read.
TEST_F(ScrolledParts, SayItWhereThereIsRoom) {
  scroll_to(kHeight - 10);
  EXPECT_EQ(words(0).text(), QString());
  EXPECT_NE(words(1).text(), QString());
}

TEST_F(ScrolledParts, SayItInTheirUpperHalfThatIsSeen) {
  ASSERT_TRUE(QTest::qWaitFor([&] { return words(0).isVisible(); }, kPatience));
  scroll_to(kHeight / 2);
  const int top = words(0).mapTo(area_.viewport(), QPoint()).y();
  EXPECT_GE(top, 0);
  EXPECT_LE(top + words(0).height(), kHeight / 2);
}

TEST(AwaitedText, SaysWhetherAnAnswerOrAMessageIsDimmed) {
  const auto dimmed_after = [](const core::Result<int>& answer) {
    models::InquiryFor<int> inquiry({QStringLiteral("a number"), has_same_nodes});
    inquiry.follow(of_nodes(2));
    inquiry.ask([answer] { return std::make_shared<const core::Result<int>>(answer); });
    EXPECT_TRUE(QTest::qWaitFor([&] { return inquiry.state() == models::Inquiry::State::Answered; },
                                kPatience));
    inquiry.follow(of_nodes(4));
    inquiry.ask(until_stopped());
    return awaited_text(inquiry, Below::Old).section(u'\n', 1).toStdString();
  };
  EXPECT_EQ(dimmed_after(1), "The dimmed answer is for dgx-h100 × 2.");
  EXPECT_EQ(dimmed_after(core::bad_input("", "no number")),
            "The dimmed message is for dgx-h100 × 2.");
}

}  // namespace curtain_test
}  // namespace treering::gui::window
