#include "gui/views/recommendation/export_panel.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QFontDatabase>
#include <QMessageBox>
#include <QSaveFile>
#include <algorithm>

#include "gui/jobs/asker.h"
#include "gui/models/job_settings.h"
#include "gui/models/words.h"

namespace treering::gui::views::recommendation {
namespace {

app::exporting::ExportRequest request_of(const models::Question& question,
                                         const std::string& exporter) {
  app::exporting::ExportRequest request;
  request.job = question.job;
  request.job.nodes_may_differ = false;
  request.calls.collectives = {question.collective};
  request.time_model = question.time_model;
  request.to = exporter;
  return request;
}

ExportForm form_of(const models::Answer<app::exporting::ExportReport>& answer) {
  if (*answer) return {(*answer)->text, (*answer)->refusal, (*answer)->caveat};
  return {{}, models::message_of(answer->error()).toStdString(), {}};
}

void show_form(QPlainTextEdit* field, const ExportForm& form) {
  const bool has_text = !form.text.empty();
  field->setLineWrapMode(has_text ? QPlainTextEdit::NoWrap : QPlainTextEdit::WidgetWidth);
  field->setPlainText(has_text ? QString::fromStdString(form.text)
                               : models::with_labels(form.refusal));
}

}  // namespace

ExportPanel::ExportPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      limits_(new QLabel(this)),
      tabs_(new QTabWidget(this)),
      copy_(new QPushButton(tr("Copy th&is text"), this)),
      save_(new QPushButton(tr("&Save this text …"), this)) {
  limits_->setObjectName(QStringLiteral("export limits"));
  limits_->setWordWrap(true);
  limits_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  limits_->hide();
  tabs_->setDocumentMode(true);
  for (const auto& exporter : app::setup::words_of(app::setup::NameKind::Exporter)) {
    add_tab(exporter);
  }
  auto* const buttons = new QHBoxLayout;
  buttons->addWidget(copy_);
  buttons->addWidget(save_);
  buttons->addStretch();
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(limits_);
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

void ExportPanel::add_tab(const app::setup::Word& exporter) {
  auto* const field = new QPlainTextEdit(this);
  field->setReadOnly(true);
  field->setMinimumHeight(80);
  field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  field->setAccessibleName(QString::fromStdString(exporter.name));
  const int at = tabs_->addTab(field, QString::fromStdString(exporter.name));
  tabs_->setTabToolTip(at, QString::fromStdString(exporter.description));
  Tab& tab = *forms_.emplace_back(std::make_unique<Tab>(Tab{exporter.name, field, {}, {}}));
  tab.inquiry =
      std::make_unique<models::InquiryFor<app::exporting::ExportReport>>(models::Inquiry::Kind{
          tr("the form %1").arg(QString::fromStdString(exporter.name)), models::has_same_times});
  session_.show(*tab.inquiry, *field);
  connect(tab.inquiry.get(), &models::Inquiry::answered, this, [this, &tab] {
    take(tab);
    show_chosen();
    Q_EMIT formsChanged();
  });
}

/// A form that is not there yet leaves the one before, dimmed.
void ExportPanel::take(Tab& tab) const {
  tab.form.reset();
  const QString why = why_nothing();
  if (!why.isEmpty()) {
    tab.form = ExportForm{{}, why.toStdString(), {}};
  } else if (tab.inquiry->state() == models::Inquiry::State::Answered) {
    tab.form = form_of(tab.inquiry->answer());
  }
  if (tab.form) show_form(tab.field, *tab.form);
}

void ExportPanel::renew() {
  const models::Question& question = session_.question();
  for (const auto& tab : forms_) take(*tab);
  Q_EMIT formsChanged();
  if (!isVisible() || !question.has_topology()) return;
  const models::ExportLimits limits = models::export_limits(question);
  limits_->setText(limits.text);
  limits_->setVisible(!limits.text.isEmpty());
  if (!forms_.empty()) need(*forms_.front());
  show_chosen();
}

/// Why nothing can be written whatever the exporter is; empty where something may be.
QString ExportPanel::why_nothing() const {
  if (!sim::nccl::rules::is_tuned(session_.question().collective)) {
    return tr(
        "nothing written: NCCL has no algorithm to choose for this collective, which is made "
        "of sends and receives");
  }
  const QString setting = models::export_limits(session_.question()).setting;
  return setting.isEmpty() ? QString() : tr("nothing written: %1 is set by hand").arg(setting);
}

void ExportPanel::need(Tab& tab) {
  if (tab.form) return;
  tab.inquiry->ask(jobs::answering(request_of(session_.question(), tab.exporter)));
}

ExportPanel::Tab* ExportPanel::tab_of(std::string_view exporter) const {
  const auto found = std::ranges::find(
      forms_, exporter, [](const auto& tab) -> std::string_view { return tab->exporter; });
  return found == forms_.end() ? nullptr : found->get();
}

const ExportForm* ExportPanel::form(std::string_view exporter) const {
  const Tab* const tab = tab_of(exporter);
  return tab != nullptr && tab->form ? &*tab->form : nullptr;
}

bool ExportPanel::isCancelled(std::string_view exporter) const {
  const Tab* const tab = tab_of(exporter);
  return tab != nullptr && tab->inquiry->state() == models::Inquiry::State::Cancelled;
}

void ExportPanel::prefer(std::string_view exporter) {
  Tab* const tab = tab_of(exporter);
  if (tab == nullptr) return;
  if (isVisible() && session_.question().has_topology()) need(*tab);
  if (preferred_ == exporter) return;
  preferred_ = exporter;
  tabs_->setCurrentWidget(tab->field);
}

const ExportPanel::Tab* ExportPanel::chosen() const {
  const auto at = static_cast<std::size_t>(tabs_->currentIndex());
  return at < forms_.size() ? forms_[at].get() : nullptr;
}

void ExportPanel::show_chosen() {
  const auto at = static_cast<std::size_t>(tabs_->currentIndex());
  const bool is_asked = isVisible() && session_.question().has_topology();
  if (is_asked && at < forms_.size()) need(*forms_[at]);
  const Tab* const tab = chosen();
  const bool has_text = tab != nullptr && tab->form && !tab->form->text.empty();
  copy_->setEnabled(has_text);
  save_->setEnabled(has_text);
}

void ExportPanel::copy() {
  const Tab* const tab = chosen();
  if (tab == nullptr || !tab->form) return;
  QApplication::clipboard()->setText(QString::fromStdString(tab->form->text));
}

void ExportPanel::save() {
  const Tab* const tab = chosen();
  if (tab == nullptr || !tab->form) return;
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the settings"));
  if (file.isEmpty()) return;
  QSaveFile out(file);
  const QByteArray text = QByteArray::fromStdString(tab->form->text);
  if (out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit()) return;
  QMessageBox::warning(this, tr("Save the settings"),
                       tr("%1: cannot be written (%2); choose a folder that you may write to")
                           .arg(file, out.errorString()));
}

}  // namespace treering::gui::views::recommendation
