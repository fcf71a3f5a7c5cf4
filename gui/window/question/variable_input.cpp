#include "gui/window/question/variable_input.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QCompleter>
#include <QKeyEvent>
#include <QStandardItemModel>
#include <QToolButton>

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

}  // namespace treering::gui::window::question
