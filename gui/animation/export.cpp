#include "gui/animation/export.h"

#include <QDir>
#include <QSaveFile>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "gui/animation/page.h"
#include "gui/jobs/board.h"
#include "gui/paint/saved_picture.h"

namespace treering::gui::animation {

namespace {

core::Failure cannot_write(const QString& name) {
  return core::bad_input(name.toStdString(), "cannot be written",
                         "expected a place that exists and that you may write to");
}

class Folder final : public FrameWriter {
 public:
  Folder(QString name, QString caption) : name_(std::move(name)), caption_(std::move(caption)) {}

  core::Result<void> add(const Frame& frame) override {
    constexpr int kDigits = 4;
    const QString file = QStringLiteral("%1/frame-%2.png")
                             .arg(name_)
                             .arg(frame.number + 1, kDigits, 10, QLatin1Char('0'));
    const QImage picture = paint::with_caption(frame.picture, caption_);
    if (!paint::with_few_colours(picture).save(file)) return cannot_write(file);
    return {};
  }
  core::Result<void> finish() override { return {}; }

 private:
  QString name_;
  QString caption_;
};

class Page final : public FrameWriter {
 public:
  Page(const QString& name, QString caption) : out_(name), caption_(std::move(caption)) {}

  bool open() { return out_.open(QIODevice::WriteOnly); }
  core::Result<void> add(const Frame& frame) override {
    deltas_.add(frame.picture, frame.us);
    return {};
  }
  core::Result<void> finish() override {
    const std::vector<FrameDelta>& frames = deltas_.finish();
    const QByteArray page = page_of(frames, deltas_.size(), caption_);
    if (out_.write(page) != page.size() || !out_.commit()) return cannot_write(out_.fileName());
    return {};
  }

 private:
  QSaveFile out_;
  QString caption_;
  FrameDeltas deltas_{kMostPage - kMostAround};
};

}  // namespace

core::Result<std::shared_ptr<FrameWriter>> frame_writer(const QString& name,
                                                        const QString& caption) {
  if (!name.endsWith(QStringLiteral(".html"))) {
    if (!QDir().mkpath(name)) return cannot_write(name);
    return std::make_shared<Folder>(name, caption);
  }
  auto page = std::make_shared<Page>(name, caption);
  if (!page->open()) return cannot_write(name);
  return page;
}

Export::Export(Film film, QString name, QObject* parent)
    : QObject(parent),
      film_(std::move(film)),
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
