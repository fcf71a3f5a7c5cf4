#include <gtest/gtest.h>

#include "gui/animation/page.h"
#include "gui/paint/saved_picture.h"

namespace treering::gui::animation {
namespace frame_deltas_test {

constexpr qsizetype kEnough = 1'000'000;

/// A red square on grey, `number` pixels from the left.
QImage with_square(int number) {
  QImage picture(120, 40, QImage::Format_RGB32);
  picture.fill(QColor(200, 200, 200));
  for (int y = 10; y < 20; ++y) {
    for (int x = number; x < number + 10; ++x) picture.setPixelColor(x, y, QColor(220, 30, 30));
  }
  return picture;
}

/// That no compression makes smaller: the digits of a linear congruential generator (D. E. Knuth,
/// MMIX).
QImage noise(std::uint64_t seed) {
  QImage picture(120, 40, QImage::Format_RGB32);
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      seed = seed * 6364136223846793005U + 1442695040888963407U;
      picture.setPixel(x, y, 0xff000000U | static_cast<QRgb>(seed >> 40U));
    }
  }
  return picture;
}

/// As a page shows the frames, one after another.
std::vector<QImage> played(const std::vector<FrameDelta>& frames, QSize size) {
  std::vector<QImage> pictures;
  QImage picture(size, QImage::Format_RGB32);
  for (const FrameDelta& one : frames) {
    show(one, picture);
    pictures.push_back(picture.copy());
  }
  return pictures;
}

qsizetype bytes_of(const std::vector<FrameDelta>& frames) {
  qsizetype bytes = 0;
  for (const FrameDelta& one : frames) bytes += one.png.toBase64().size();
  return bytes;
}

TEST(FrameDeltas, ArePlayedAsTheyCame) {
  FrameDeltas deltas(kEnough);
  for (int i = 0; i < 8; ++i) deltas.add(with_square(5 * i), i);
  const auto& frames = deltas.finish();
  ASSERT_EQ(frames.size(), 8U);
  const std::vector<QImage> pictures = played(frames, deltas.size());
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(frames[static_cast<std::size_t>(i)].us, i);
    EXPECT_EQ(pictures[static_cast<std::size_t>(i)], paint::with_round_colours(with_square(5 * i)))
        << i;
  }
}

// A square that moves by 5 of its 10 pixels changes 15 columns of 10 rows.
TEST(FrameDeltas, HaveOnlyWhatDiffers) {
  FrameDeltas deltas(kEnough);
  deltas.add(with_square(20), 0);
  deltas.add(with_square(25), 1);
  deltas.add(with_square(25), 2);
  const auto& frames = deltas.finish();
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[1].at, QPoint(20, 10));
  EXPECT_EQ(QImage::fromData(frames[1].png).size(), QSize(15, 10));
  EXPECT_TRUE(frames[2].png.isEmpty());
}

TEST(FrameDeltas, KeepToTheirBytesAndTheirEnds) {
  constexpr int kFrames = 25;
  FrameDeltas all(kEnough);
  all.add(noise(0), 0);
  const qsizetype one = bytes_of(all.finish());
  for (const int room : {3, 7, 20}) {
    FrameDeltas deltas(room * one);
    for (int i = 0; i < kFrames; ++i) deltas.add(noise(static_cast<std::uint64_t>(i)), i);
    const auto& frames = deltas.finish();
    EXPECT_LE(bytes_of(frames), room * one) << room;
    EXPECT_GE(static_cast<int>(frames.size()), room / 4) << room;
    EXPECT_EQ(frames.front().us, 0) << room;
    EXPECT_EQ(frames.back().us, kFrames - 1) << room;
    const std::vector<QImage> pictures = played(frames, deltas.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const QImage came = noise(static_cast<std::uint64_t>(frames[i].us));
      EXPECT_EQ(pictures[i], paint::with_round_colours(came)) << room << ", " << i;
    }
  }
}

// Two are a beginning and an end, however large.
TEST(FrameDeltas, ABeginningAndAnEndAlwaysStay) {
  FrameDeltas deltas(1);
  for (int i = 0; i < 6; ++i) deltas.add(noise(static_cast<std::uint64_t>(i)), i);
  const auto& frames = deltas.finish();
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames.front().us, 0);
  EXPECT_EQ(frames.back().us, 5);
}

}  // namespace frame_deltas_test
}  // namespace treering::gui::animation
