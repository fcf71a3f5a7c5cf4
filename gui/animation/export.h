// A widget over the time of a run, as numbered PNG files or as one HTML file that plays in a
// browser. The thread of the window draws a frame, a worker writes it, and between two frames the
// window goes on.
#pragma once

#include <QObject>
#include <QString>
#include <QWidget>
#include <memory>

#include "core/result.h"
#include "gui/animation/controls.h"
#include "gui/animation/frame_writer.h"
#include "gui/jobs/asker.h"
#include "gui/models/clock.h"

namespace treering::gui::animation {

struct Film {
  QWidget& widget;       // without its controls (gui/animation/controls.h)
  models::Clock& clock;  // which the widget follows
  int frames = 120;      // over the whole run, at equal times
  QString caption = {};  // what it is of
};

class Export final : public QObject {
  Q_OBJECT

 public:
  /// \param name FILE.html, or a folder, which is made (gui/animation/frame_writer.h)
  Export(const Film& film, QString name, QObject* parent = nullptr);

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
