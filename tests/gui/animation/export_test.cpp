#include "gui/animation/export.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <optional>

#include <gmock/gmock.h>

#include "gui/widgets/for_hands.h"
#include "tests/gui/patience.h"

namespace treering::gui::animation {
namespace export_test {

constexpr double kEnd = 100;  // us

/// As red as the clock is far.
class Reddening final : public QWidget {
 public:
  explicit Reddening(models::Clock& clock) : clock_(clock) { resize(40, 30); }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter(this).fillRect(rect(), QColor(static_cast<int>(2 * clock_.now()), 0, 0));
  }

 private:
  models::Clock& clock_;
};

struct Filmed {
  Filmed() {
    clock.setEnd(kEnd);
    clock.seek(30);
  }

  void begin(const QString& name, int frames = 5) {
    making.emplace(Film{widget, clock, frames, caption}, name);
    QObject::connect(&*making, &Export::ended,
                     [this](const core::Result<int>& made) { frames_made = made; });
    QObject::connect(&*making, &Export::progressed, [this](int so_far) { written = so_far; });
    making->start();
  }
  bool has_ended() {
    return QTest::qWaitFor([this] { return frames_made.has_value(); }, kPatience);
  }

  QTemporaryDir folder;
  models::Clock clock;
  Reddening widget{clock};
  QString caption;
  int written = 0;
  std::optional<core::Result<int>> frames_made;
  std::optional<Export> making;
};

QByteArray text_of(const QString& name) {
  QFile file(name);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

TEST(Export, WritesEachMomentAsAPicture) {
  Filmed filmed;
  const QString name = filmed.folder.filePath(QStringLiteral("frames"));
  filmed.begin(name);
  ASSERT_TRUE(filmed.has_ended());
  EXPECT_EQ(**filmed.frames_made, 5);
  EXPECT_EQ(filmed.clock.now(), 30);
  for (int frame = 0; frame < 5; ++frame) {
    const QImage picture(QStringLiteral("%1/frame-000%2.png").arg(name).arg(frame + 1));
    ASSERT_EQ(picture.size(), QSize(40, 30)) << frame;
    EXPECT_EQ(picture.pixelColor(20, 15), QColor(2 * 25 * frame, 0, 0)) << frame;
  }
}

TEST(Export, WritesOnePageWithAllFrames) {
  Filmed filmed;
  const QString name = filmed.folder.filePath(QStringLiteral("run.html"));
  filmed.begin(name, 3);
  ASSERT_TRUE(filmed.has_ended());
  const QByteArray page = text_of(name);
  EXPECT_THAT(page.toStdString(), ::testing::StartsWith("<!doctype html>"));
  EXPECT_TRUE(page.endsWith("</html>\n"));
  for (const char* moment : {"[0.000,0,0,\"", "[50.000,0,0,\"", "[100.000,0,0,\""}) {
    EXPECT_EQ(page.count(moment), 1) << moment;
  }
}

// Dead buttons are no part of a picture, and come back afterwards.
TEST(Export, FramesHaveNoControls) {
  Filmed filmed;
  QSlider slider(&filmed.widget);
  QCheckBox box(&filmed.widget);
  QLabel title(&filmed.widget);
  QLabel keys(&filmed.widget);
  keys.setProperty(widgets::kIsForHands, true);
  QComboBox hidden(&filmed.widget);
  hidden.hide();
  filmed.widget.show();
  filmed.begin(filmed.folder.filePath(QStringLiteral("frames")));
  for (const QWidget* const one : {static_cast<QWidget*>(&slider), static_cast<QWidget*>(&box),
                                   static_cast<QWidget*>(&keys)}) {
    EXPECT_FALSE(one->isVisible());
  }
  EXPECT_TRUE(title.isVisible());
  ASSERT_TRUE(filmed.has_ended());
  EXPECT_TRUE(slider.isVisible() && box.isVisible() && keys.isVisible());
  EXPECT_FALSE(hidden.isVisible());
}

TEST(Export, APageSaysWhatItIsOfAndHasItsControls) {
  Filmed filmed;
  filmed.caption = QStringLiteral("dgx-h100, 4 nodes; NCCL <2.28.9>");
  const QString name = filmed.folder.filePath(QStringLiteral("run.html"));
  filmed.begin(name, 3);
  ASSERT_TRUE(filmed.has_ended());
  const std::string page = text_of(name).toStdString();
  for (const char* const part :
       {"<title>dgx-h100, 4 nodes; NCCL &lt;2.28.9&gt;</title>",
        "<p>dgx-h100, 4 nodes; NCCL &lt;2.28.9&gt;</p>", "id=\"back\"", "id=\"next\"",
        "<select id=\"speed\"", "width=\"40\" height=\"30\""}) {
    EXPECT_THAT(page, ::testing::HasSubstr(part));
  }
}

TEST(Export, PicturesSayWhatTheyAreOf) {
  Filmed filmed;
  filmed.caption = QStringLiteral("dgx-h100");
  const QString name = filmed.folder.filePath(QStringLiteral("frames"));
  filmed.begin(name, 2);
  ASSERT_TRUE(filmed.has_ended());
  EXPECT_GT(QImage(name + QStringLiteral("/frame-0002.png")).height(), 30 + 12);
}

/// Each pixel in another colour at each moment.
class Flickering final : public QWidget {
 public:
  explicit Flickering(models::Clock& clock) : clock_(clock) { resize(640, 400); }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QImage noise(size(), QImage::Format_RGB32);
    auto seed = static_cast<std::uint64_t>(1000 * clock_.now());
    for (int y = 0; y < noise.height(); ++y) {
      for (int x = 0; x < noise.width(); ++x) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;  // D. E. Knuth, MMIX
        noise.setPixel(x, y, 0xff000000U | static_cast<QRgb>(seed >> 40U));
      }
    }
    QPainter(this).drawImage(0, 0, noise);
  }

 private:
  models::Clock& clock_;
};

// 12 frames of 256,000 pixels of 15 bits that differ are 5.8 MB without the letters of a page.
TEST(Export, APageIsNeverTooLarge) {
  Filmed filmed;
  Flickering widget(filmed.clock);
  const QString name = filmed.folder.filePath(QStringLiteral("run.html"));
  filmed.making.emplace(Film{widget, filmed.clock, 12}, name);
  QObject::connect(&*filmed.making, &Export::ended,
                   [&](const core::Result<int>& made) { filmed.frames_made = made; });
  filmed.making->start();
  ASSERT_TRUE(filmed.has_ended());
  const QByteArray page = text_of(name);
  EXPECT_LE(page.size(), 2'000'000);
  EXPECT_EQ(page.count("[0.000,"), 1);
  EXPECT_EQ(page.count("[100.000,"), 1);
}

// Play and the slider are below a frame that is higher than the window.
TEST(Export, APageFitsItsWindow) {
  Filmed filmed;
  const QString name = filmed.folder.filePath(QStringLiteral("run.html"));
  filmed.begin(name, 1);
  ASSERT_TRUE(filmed.has_ended());
  EXPECT_TRUE(text_of(name).contains("max-height:calc(100vh - 8em)"));
}

TEST(Export, TheWindowGoesOnBetweenFrames) {
  Filmed filmed;
  filmed.begin(filmed.folder.filePath(QStringLiteral("run.html")), 5);
  int turns = 0;
  QObject::connect(&*filmed.making, &Export::progressed, &filmed.clock, [&] {
    QMetaObject::invokeMethod(
        &filmed.clock, [&] { ++turns; }, Qt::QueuedConnection);
  });
  ASSERT_TRUE(filmed.has_ended());
  EXPECT_GE(turns, 4);
}

TEST(Export, ACancelledPageIsNotWritten) {
  Filmed filmed;
  const QString name = filmed.folder.filePath(QStringLiteral("run.html"));
  filmed.begin(name);
  QObject::connect(&*filmed.making, &Export::progressed, &*filmed.making, &Export::cancel);
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return filmed.clock.now() == 30 && !jobs::Board::instance().isAnyRunning(); },
      kPatience));
  EXPECT_FALSE(filmed.frames_made);
  EXPECT_TRUE(QDir(filmed.folder.path()).isEmpty());
}

TEST(Export, EndsWhereAllWorkIsCancelled) {
  Filmed filmed;
  const QString name = filmed.folder.filePath(QStringLiteral("run.html"));
  jobs::Board& board = jobs::Board::instance();
  // A worker may be faster than one cancellation: then the next frame is cancelled.
  QObject::connect(&board, &jobs::Board::asked, &filmed.widget, [&] {
    if (filmed.written >= 2) board.cancelAll();
  });
  filmed.begin(name, 500);
  ASSERT_TRUE(filmed.has_ended());
  EXPECT_LT(**filmed.frames_made, 500);
  EXPECT_FALSE(QFile::exists(name));
}

TEST(Export, SaysWhereNothingCanBeWritten) {
  Filmed filmed;
  filmed.begin(filmed.folder.filePath(QStringLiteral("nowhere/run.html")));
  ASSERT_TRUE(filmed.has_ended());
  EXPECT_THAT(filmed.frames_made->error().message(), ::testing::HasSubstr("cannot be written"));
  EXPECT_EQ(filmed.clock.now(), 30);
}

}  // namespace export_test
}  // namespace treering::gui::animation
