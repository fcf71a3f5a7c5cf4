// A widget over the time of a run, saved: what writes its frames, and what draws them one after
// another.
#pragma once

#include <QImage>
#include <QObject>
#include <QString>
#include <QWidget>
#include <memory>

#include "core/result.h"
#include "gui/animation/picture.h"
#include "gui/jobs/asker.h"
#include "gui/models/clock.h"

namespace treering::gui::animation {

// Where the frames of an animation go: numbered PNG files, or one HTML file that plays in a
// browser.

struct Frame {
  int number = 0;  // from 0
  double us = 0;   // of the run
  QImage picture;
};

/// Used by one thread at a time.
class FrameWriter {
 public:
  FrameWriter() = default;
  virtual ~FrameWriter() = default;
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;
  FrameWriter(FrameWriter&&) = delete;
  FrameWriter& operator=(FrameWriter&&) = delete;

  /// In the order of their numbers.
  virtual core::Result<void> add(const Frame& frame) = 0;
  /// After the last. A page that does not get so far is not written at all.
  virtual core::Result<void> finish() = 0;
};

/// Bytes of a page at most, as many as mail and chat take. Where frames would take more, every
/// second one is left out, and so on.
inline constexpr qsizetype kMostPage = 2'000'000;

/// \param name FILE.html, a page that plays all pictures; or a folder, which is made, for
///             frame-0001.png and so on
/// \param caption what they are of: above each picture, or in the page
core::Result<std::shared_ptr<FrameWriter>> frame_writer(const QString& name,
                                                        const QString& caption);

// A widget over the time of a run, as numbered PNG files or as one HTML file that plays in a
// browser. The thread of the window draws a frame, a worker writes it, and between two frames the
// window goes on.

struct Film {
  QWidget& widget;       // without its controls (gui/animation/picture.h)
  models::Clock& clock;  // which the widget follows
  int frames = 120;      // over the whole run, at equal times
  QString caption = {};  // what it is of
};

class Export final : public QObject {
  Q_OBJECT

 public:
  /// \param name FILE.html, or a folder, which is made (gui/animation/export.h)
  Export(Film film, QString name, QObject* parent = nullptr);

  void start();
  /// Ends it; ended() does not come. Frames that are in a folder stay; of a page nothing does.
  void cancel();

 Q_SIGNALS:
  void progressed(int frames);
  /// How many frames were written: fewer than asked for where all work was cancelled. The clock
  /// stands where it stood before.
  void ended(const treering::core::Result<int>& frames);

 private:
  void go_to_next();
  void draw_when_ready();
  void draw();
  void finish();
  void fail(const core::Error& error);
  void end(const core::Result<int>& frames);

  Film film_;
  QString name_;
  double before_us_ = 0;
  int written_ = 0;
  bool is_on_ = false;
  std::shared_ptr<FrameWriter> writer_;
  std::unique_ptr<ControlsHidden> hidden_;  // while it is on
  jobs::Asker<core::Result<void>> frame_asker_;
  jobs::Asker<core::Result<void>> end_asker_;
};

}  // namespace treering::gui::animation
