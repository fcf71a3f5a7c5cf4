#include "gui/window/question/settings_panel.h"

#include <QLabel>
#include <QToolButton>
#include <utility>

namespace treering::gui::window::question {
namespace {

/// Long values break after these signs, which a reader takes for gaps.
QString breakable(QString text) {
  constexpr QChar kNoWidth(0x200B);
  for (const QChar sign :
       {QLatin1Char('_'), QLatin1Char('='), QLatin1Char(','), QLatin1Char('/')}) {
    text.replace(sign, QString(sign) + kNoWidth);
  }
  return text;
}

}  // namespace

SettingsPanel::SettingsPanel(models::Session& session, QWidget* parent)
    : QGroupBox(tr("Set by hand"), parent),
      session_(session),
      lines_(new QVBoxLayout),
      input_(new VariableInput(session, this)) {
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(lines_);
  layout->addWidget(input_);
  connect(input_, &VariableInput::left, this, [this] {
    is_wanted_ = false;
    take_question();
  });
  connect(&session_, &models::Session::questionChanged, this, &SettingsPanel::take_question);
  take_question();
}

void SettingsPanel::setVariable() {
  is_wanted_ = true;
  show();
  input_->edit();
}

void SettingsPanel::take_question() {
  const std::vector<models::JobSetting> settings = models::job_settings(session_.question());
  QStringList texts;
  for (const models::JobSetting& one : settings) texts << one.text;
  setVisible(is_wanted_ || !texts.isEmpty());
  if (std::exchange(shown_, texts) == texts) return;
  // A button may be one of those whose click led here.
  while (QLayoutItem* const item = lines_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  for (const models::JobSetting& one : settings) add_line(one);
}

void SettingsPanel::add_line(const models::JobSetting& setting) {
  auto* const line = new QWidget(this);
  auto* const text = new QLabel(breakable(setting.text), line);
  text->setWordWrap(true);
  text->setToolTip(setting.text);
  auto* const remove = new QToolButton(line);
  remove->setText(QStringLiteral("×"));
  remove->setAutoRaise(true);
  remove->setFocusPolicy(Qt::StrongFocus);
  remove->setAccessibleName(tr("Remove %1").arg(setting.text));
  remove->setToolTip(tr("Remove %1 (Ctrl+Z brings it back)").arg(setting.text));
  auto* const row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(text, 1);
  row->addWidget(remove);
  lines_->addWidget(line);
  connect(remove, &QToolButton::clicked, this, [this, what = setting.text] {
    // The rest of the question may have changed since.
    for (const models::JobSetting& one : models::job_settings(session_.question())) {
      if (one.text != what) continue;
      return session_.ask(one.without, tr("removing %1").arg(what));
    }
  });
}

}  // namespace treering::gui::window::question
