#include "gui/animation/export.h"

#include <QTimer>
#include <algorithm>
#include <utility>

#include "gui/jobs/board.h"

namespace treering::gui::animation {

Export::Export(const Film& film, QString name, QObject* parent)
    : QObject(parent),
      film_(film),
      name_(std::move(name)),
      frame_asker_(*this,
                   [this](const core::Result<void>& written) {
                     if (!written) return fail(written.error());
                     ++written_;
                     Q_EMIT progressed(written_);
                     if (is_on_) written_ < film_.frames ? go_to_next() : finish();
                   }),
      end_asker_(*this, [this](const core::Result<void>& written) {
        written ? end(written_) : fail(written.error());
      }) {}

void Export::start() {
  is_on_ = true;
  film_.clock.pause();
  before_us_ = film_.clock.now();
  auto writer = frame_writer(name_, film_.caption);
  if (!writer) return fail(writer.error());
  writer_ = *std::move(writer);
  hidden_ = std::make_unique<ControlsHidden>(film_.widget);
  go_to_next();
}

void Export::cancel() {
  if (!is_on_) return;
  is_on_ = false;
  frame_asker_.cancel();
  end_asker_.cancel();
  writer_.reset();
  hidden_.reset();
  film_.clock.seek(before_us_);
}

void Export::go_to_next() {
  film_.clock.seek(film_.clock.end() * written_ / std::max(film_.frames - 1, 1));
  // After what the views do on their next turn; the frame before is then off the board.
  QTimer::singleShot(0, this, &Export::draw_when_ready);
}

/// Views may ask workers for what is to be seen at the moment.
void Export::draw_when_ready() {
  if (!is_on_) return;
  jobs::Board& board = jobs::Board::instance();
  if (board.awaited().tasks == 0) return draw();
  connect(&board, &jobs::Board::rested, this, &Export::draw_when_ready,
          static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

void Export::draw() {
  const Frame frame{written_, film_.clock.now(), film_.widget.grab().toImage()};
  frame_asker_.ask([writer = writer_, frame, frames = film_.frames](const jobs::Work& work) {
    work.say({"drawing", "frames", static_cast<std::uint64_t>(frame.number),
              static_cast<std::uint64_t>(frames)});
    return work.is_cancelled() ? core::Result<void>(core::cancelled()) : writer->add(frame);
  });
}

void Export::finish() {
  end_asker_.ask([writer = writer_] { return writer->finish(); });
}

/// The window may cancel all its work.
void Export::fail(const core::Error& error) {
  const bool is_cancelled = error.category == core::Category::Cancelled;
  end(is_cancelled ? core::Result<int>(written_) : core::fail(error));
}

void Export::end(const core::Result<int>& frames) {
  cancel();
  Q_EMIT ended(frames);
}

}  // namespace treering::gui::animation
