#include "gui/animation/frame_writer.h"

#include <QDir>
#include <QSaveFile>
#include <utility>

#include "gui/animation/frame_deltas.h"
#include "gui/animation/page.h"
#include "gui/paint/caption.h"
#include "gui/paint/few_colours.h"

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

}  // namespace treering::gui::animation
