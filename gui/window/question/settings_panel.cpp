#include "gui/window/question/settings_panel.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>
#include <QStandardItemModel>
#include <QToolButton>
#include <utility>

#include "app/setup/names.h"
#include "gui/models/job_settings.h"
#include "gui/models/words.h"

namespace treering::gui::window::question {

namespace {

/// Of the names that treering follows, also by their middle: "channels" finds NCCL_MAX_NCHANNELS.
QCompleter* names_completer(QObject* parent) {
  auto* const names = new QStandardItemModel(parent);
  for (const auto& word : app::setup::words_of(app::setup::NameKind::Variable)) {
    auto* const item = new QStandardItem(QString::fromStdString(word.name + "="));
    item->setToolTip(QString::fromStdString(word.description));
    names->appendRow(item);
  }
  auto* const completer = new QCompleter(names, parent);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setFilterMode(Qt::MatchContains);
  QAbstractItemView* const list = completer->popup();
  list->setMinimumWidth(list->fontMetrics().averageCharWidth() * 32);
  return completer;
}

}  // namespace

VariableInput::VariableInput(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      input_(new QLineEdit(this)),
      said_(new widgets::ProblemLabel(this)) {
  input_->setPlaceholderText(tr("NCCL_ALGO=ring"));
  input_->setAccessibleName(tr("Set a variable"));
  input_->setToolTip(tr("NAME=VALUE: a variable of NCCL that the job has. Enter sets it."));
  input_->setCompleter(names_completer(input_));
  said_->setObjectName(QStringLiteral("variable"));
  auto* const set = new QToolButton(this);
  set->setText(tr("Set"));
  set->setToolTip(tr("Set the variable (Ctrl+Z takes it back)"));
  set->setFocusPolicy(Qt::StrongFocus);
  auto* const row = new QHBoxLayout;
  row->addWidget(input_, 1);
  row->addWidget(set);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(said_);
  connect(input_, &QLineEdit::returnPressed, this, [this] {
    // Enter on a name of the list completes it.
    if (!input_->completer()->popup()->isVisible()) set_typed();
  });
  connect(set, &QToolButton::clicked, this, &VariableInput::set_typed);
  connect(input_, &QLineEdit::textChanged, this, [this](const QString& text) {
    said_->say(models::variable_hint(text), widgets::Tone::Plain);
  });
}

void VariableInput::edit() {
  input_->setFocus(Qt::ShortcutFocusReason);
  input_->selectAll();
}

void VariableInput::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QWidget::keyPressEvent(event);
  input_->clear();
  Q_EMIT left();
}

void VariableInput::set_typed() {
  const QString typed = input_->text().trimmed();
  if (typed.isEmpty()) return;
  const auto question = models::with_variable(session_.question(), typed.toStdString());
  if (!question) return said_->say(models::message_of(question.error()));
  input_->setText({});  // nothing is left to be undone
  session_.ask(*question, tr("setting %1").arg(typed));
}

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
