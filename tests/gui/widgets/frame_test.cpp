// What is costly to draw waits for the next frame where one is full; of several that wait, one is
// drawn in each.
#include "gui/widgets/frame.h"

#include <QPainter>
#include <QTest>

#include <gtest/gtest.h>

#include "gui/widgets/canvas.h"

namespace treering::gui::widgets {
namespace frame_test {

constexpr std::chrono::milliseconds kNone{0};
constexpr std::chrono::hours kMuch{1};

class Coloured final : public Canvas {
 public:
  using Canvas::Canvas;
  QColor colour = Qt::red;
  int stills = 0;
  int moving = 0;
  int pieces = 1;

 protected:
  bool paintStill(QPainter& painter, Piece piece) override {
    if (piece == Piece::First) painted_ = 0;
    ++stills;
    ++painted_;
    painter.fillRect(seen(), painted_ < pieces ? QColor(Qt::green) : colour);
    return painted_ == pieces;
  }
  void paintMoving(QPainter& /*painter*/) override { ++moving; }

 private:
  int painted_ = 0;
};

/// A red one that is seen.
class CanvasInFrames : public ::testing::Test {
 protected:
  void SetUp() override {
    canvas_.resize(200, 200);
    canvas_.show();
    ASSERT_TRUE(QTest::qWaitFor([this] { return canvas_.stills > 0; }));
    QCoreApplication::processEvents();
    canvas_.stills = canvas_.moving = 0;
  }
  void become_blue() {
    canvas_.colour = Qt::blue;
    canvas_.renew();
  }
  QColor middle() { return canvas_.grab().toImage().pixelColor(100, 100); }

  Coloured canvas_;
};

TEST_F(CanvasInFrames, DrawsAtOnceOutsideOfThem) {
  EXPECT_FALSE(Frame::is_full());
  become_blue();
  EXPECT_EQ(middle(), QColor(Qt::blue));
}

TEST_F(CanvasInFrames, DrawsAtOnceWhileThereIsTime) {
  const Frame frame(kMuch);
  become_blue();
  EXPECT_EQ(middle(), QColor(Qt::blue));
}

TEST_F(CanvasInFrames, WaitsForTheNextWhereOneIsFull) {
  const Frame frame(kNone);
  become_blue();
  EXPECT_EQ(middle(), QColor(Qt::red));
  EXPECT_EQ(canvas_.moving, 0);  // it would not lie on what is there
  EXPECT_EQ(middle(), QColor(Qt::blue));
  EXPECT_EQ(canvas_.moving, 1);
}

TEST_F(CanvasInFrames, WhatStandsStillNeverWaits) {
  const Frame frame(kNone);
  EXPECT_EQ(middle(), QColor(Qt::red));
  EXPECT_EQ(canvas_.moving, 1);
}

TEST_F(CanvasInFrames, OneOfThoseThatWaitIsDrawnInAFullOne) {
  Coloured other;
  other.resize(200, 200);
  other.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return other.stills > 0; }));
  const auto paint_both = [&] {
    const Frame frame(kNone);
    canvas_.grab();
    other.grab();
  };
  canvas_.renew();
  other.renew();
  other.stills = 0;
  paint_both();
  EXPECT_EQ(std::pair(canvas_.stills, other.stills), std::pair(0, 0));
  paint_both();
  EXPECT_EQ(std::pair(canvas_.stills, other.stills), std::pair(1, 0));
  canvas_.renew();  // it has not waited: the other one comes first
  paint_both();
  EXPECT_EQ(std::pair(canvas_.stills, other.stills), std::pair(1, 1));
  paint_both();
  EXPECT_EQ(std::pair(canvas_.stills, other.stills), std::pair(2, 1));
}

// What stood there is of another question; nothing in its place would flash.
TEST_F(CanvasInFrames, WhatIsForgottenIsNotSeenAgain) {
  Coloured other;
  other.resize(200, 200);
  other.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return other.stills > 0; }));
  const Frame frame(kNone);
  other.forget();
  other.grab();
  canvas_.colour = Qt::blue;
  canvas_.forget();
  EXPECT_EQ(middle(), QColor(Qt::blue));
}

TEST_F(CanvasInFrames, NobodyWaitsForWhatIsNotSeen) {
  Coloured other;
  other.resize(200, 200);
  other.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return other.stills > 0; }));
  other.renew();
  {
    const Frame frame(kNone);
    other.grab();
  }
  other.hide();
  become_blue();
  const Frame frame(kMuch);
  EXPECT_EQ(middle(), QColor(Qt::blue));
}

// Nobody moves the mouse, and it is drawn all the same.
TEST_F(CanvasInFrames, AsksForTheNextOneItself) {
  {
    const Frame frame(kNone);
    canvas_.renew();
    canvas_.repaint();
  }
  EXPECT_EQ(canvas_.stills, 0);
  EXPECT_TRUE(QTest::qWaitFor([this] { return canvas_.stills == 1; }));
}

TEST_F(CanvasInFrames, GoesOnWithALargePictureUntilItIsWhole) {
  canvas_.pieces = 3;
  become_blue();
  EXPECT_TRUE(QTest::qWaitFor([this] { return canvas_.stills == 3; }));
  EXPECT_EQ(middle(), QColor(Qt::blue));
  canvas_.renew();  // from the start
  EXPECT_EQ(middle(), QColor(Qt::green));
}

TEST(Frame, EndsWithItsScope) {
  {
    const Frame outer(kMuch);
    {
      const Frame inner(kNone);
      EXPECT_TRUE(Frame::is_full());
    }
    EXPECT_FALSE(Frame::is_full());
  }
  EXPECT_FALSE(Frame::is_full());
}

}  // namespace frame_test
}  // namespace treering::gui::widgets
