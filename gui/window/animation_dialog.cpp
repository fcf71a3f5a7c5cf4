#include "gui/window/animation_dialog.h"

#include <QBoxLayout>
#include <QDialogButtonBox>

#include "gui/models/words.h"

namespace treering::gui::window {

AnimationDialog::AnimationDialog(const animation::Film& film, const QString& name, QWidget* parent)
    : QDialog(parent),
      frames_(film.frames),
      words_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      export_(film, name) {
  setAttribute(Qt::WA_DeleteOnClose);
  setObjectName(QStringLiteral("animation"));
  setWindowTitle(tr("Save as an animation"));
  bar_->setRange(0, frames_);
  bar_->setAccessibleName(tr("How many frames are written"));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  auto* const layout = new QVBoxLayout(this);
  for (QWidget* const one : std::initializer_list<QWidget*>{words_, bar_, buttons}) {
    layout->addWidget(one);
  }
  show_progress(0);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&export_, &animation::Export::progressed, this, &AnimationDialog::show_progress);
  connect(&export_, &animation::Export::ended, this, &AnimationDialog::take);
  QMetaObject::invokeMethod(&export_, &animation::Export::start, Qt::QueuedConnection);
}

void AnimationDialog::show_progress(int frames) {
  words_->setText(tr("%1 of %2 frames are written").arg(frames).arg(frames_));
  bar_->setValue(frames);
}

void AnimationDialog::take(const core::Result<int>& frames) {
  if (!frames) Q_EMIT failed(models::message_of(frames.error()));
  accept();
}

/// However it is closed.
void AnimationDialog::done(int result) {
  export_.cancel();
  QDialog::done(result);
}

}  // namespace treering::gui::window
