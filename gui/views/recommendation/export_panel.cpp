#include "gui/views/recommendation/export_panel.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QFontDatabase>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QSaveFile>
#include <algorithm>
#include <exception>

#include "app/setup/names.h"
#include "gui/models/words.h"

namespace treering::gui::views::recommendation {
namespace {

app::ExportRequest request_of(const models::Question& question, const std::string& exporter) {
  app::ExportRequest request;
  request.job = question.job;
  request.job.nodes_may_differ = false;
  request.calls.collectives = {question.collective};
  request.time_model = question.time_model;
  request.to = exporter;
  return request;
}

/// In a worker: nothing may throw.
ExportForm form_of(const models::Question& question, const app::setup::Word& exporter) {
  ExportForm form{exporter.name, exporter.description, {}, {}};
  try {
    const auto answer = app::answer(request_of(question, exporter.name));
    form.refusal = answer ? answer->refusal : answer.error().message();
    if (answer) form.text = answer->text;
  } catch (const std::exception& error) {
    form.refusal = error.what();
  }
  return form;
}

std::vector<ExportForm> forms_of(const models::Question& question) {
  std::vector<ExportForm> forms;
  for (const auto& exporter : app::setup::words_of(app::setup::NameKind::Exporter)) {
    forms.push_back(form_of(question, exporter));
  }
  return forms;
}

QPlainTextEdit* field_of(const ExportForm& form) {
  auto* const field = new QPlainTextEdit;
  field->setReadOnly(true);
  field->setMinimumHeight(80);
  field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  field->setLineWrapMode(form.text.empty() ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
  field->setPlainText(form.text.empty() ? models::with_labels(form.refusal)
                                        : QString::fromStdString(form.text));
  field->setAccessibleName(QString::fromStdString(form.name));
  return field;
}

}  // namespace

ExportPanel::ExportPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      tabs_(new QTabWidget(this)),
      copy_(new QPushButton(tr("Cop&y this text"), this)),
      save_(new QPushButton(tr("&Save this text …"), this)),
      asker_(*this, [this](const Forms& forms) { take(forms); }) {
  tabs_->setDocumentMode(true);
  auto* const buttons = new QHBoxLayout;
  buttons->addWidget(copy_);
  buttons->addWidget(save_);
  buttons->addStretch();
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(tabs_, 1);
  layout->addLayout(buttons);
  connect(copy_, &QPushButton::clicked, this, &ExportPanel::copy);
  connect(save_, &QPushButton::clicked, this, &ExportPanel::save);
  connect(tabs_, &QTabWidget::currentChanged, this, &ExportPanel::show_chosen);
  connect(&session_, &models::Session::questionChanged, this, &ExportPanel::renew);
  show_chosen();
}

void ExportPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  renew();
}

void ExportPanel::renew() {
  const models::Question& question = session_.question();
  if (!isVisible() || !question.has_topology()) return;
  if (asked_ && models::has_same_times(*asked_, question)) return;
  asked_ = question;
  take({});
  asker_.ask([question] { return forms_of(question); });
}

void ExportPanel::take(const Forms& forms) {
  const int chosen = std::max(tabs_->currentIndex(), 0);
  forms_ = forms;
  while (tabs_->count() > 0) {
    QWidget* const page = tabs_->widget(0);
    tabs_->removeTab(0);
    page->deleteLater();
  }
  for (const ExportForm& form : forms_) {
    const int at = tabs_->addTab(field_of(form), QString::fromStdString(form.name));
    tabs_->setTabToolTip(at, QString::fromStdString(form.description));
  }
  tabs_->setCurrentIndex(std::min(chosen, tabs_->count() - 1));
  show_chosen();
  Q_EMIT formsChanged();
}

const ExportForm* ExportPanel::form(std::string_view name) const {
  const auto found = std::ranges::find(forms_, name, &ExportForm::name);
  return found == forms_.end() ? nullptr : &*found;
}

const ExportForm* ExportPanel::chosen() const {
  const auto at = static_cast<std::size_t>(tabs_->currentIndex());
  return at < forms_.size() ? &forms_[at] : nullptr;
}

void ExportPanel::show_chosen() {
  const ExportForm* const form = chosen();
  const bool has_text = form != nullptr && !form->text.empty();
  copy_->setEnabled(has_text);
  save_->setEnabled(has_text);
}

void ExportPanel::copy() {
  if (const ExportForm* const form = chosen()) {
    QApplication::clipboard()->setText(QString::fromStdString(form->text));
  }
}

void ExportPanel::save() {
  const ExportForm* const form = chosen();
  if (form == nullptr) return;
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the settings"));
  if (file.isEmpty()) return;
  QSaveFile out(file);
  const QByteArray text = QByteArray::fromStdString(form->text);
  if (out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit()) return;
  QMessageBox::warning(this, tr("Save the settings"),
                       tr("%1: cannot be written (%2); choose a folder that you may write to")
                           .arg(file, out.errorString()));
}

}  // namespace treering::gui::views::recommendation
