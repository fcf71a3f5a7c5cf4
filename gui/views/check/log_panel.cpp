#include "gui/views/check/log_panel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QScrollBar>
#include <algorithm>

#include "app/setup/plan.h"
#include "gui/jobs/asker.h"
#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "gui/views/check/check_table.h"
#include "gui/views/check/ratio_chart.h"
#include "gui/widgets/for_hands.h"
#include "report/findings/words.h"

namespace treering::gui::views::check {
namespace {

constexpr double kVerdictSize = 17;
constexpr int kDropHeight = 220;   // pixels, at least
constexpr int kLeastVerdict = 84;  // "as expected"

QString escaped(const std::string& text) {
  return models::with_labels(text).toHtmlEscaped();
}

QString capital(QString text) {
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

QColor colour_of(const app::CheckReport& report) {
  if (report.is_odd) return paint::theme().bad();
  const bool is_doubtful = report.check.is_slow() || report.check.slow_end();
  return is_doubtful ? paint::theme().warning() : paint::theme().good();
}

/// With what the log is compared.
QString job_of(const app::CheckReport& report) {
  const QString text =
      QObject::tr("Expected of %1 of %2, NCCL %3, by profile %4")
          .arg(QString::fromStdString(app::setup::shape_text(report.shape, report.job.job.nodes)),
               QString::fromStdString(report.job.cluster.node.name()),
               QString::fromStdString(report.job.job.nccl_version),
               QString::fromStdString(report.profile));
  return report.network.empty()
             ? text
             : QObject::tr("%1, network %2").arg(text, QString::fromStdString(report.network));
}

std::vector<Ratio> ratios_of(const app::CheckReport& report) {
  std::vector<Ratio> ratios;
  const bool is_judged = report::findings::is_judged(report);
  for (const tuner::check::CheckedRow& row : report.check.rows) {
    ratios.push_back({static_cast<double>(row.measurement.bytes), row.measured / row.expected,
                      row.low / row.expected, row.high / row.expected,
                      !is_judged || row.place == tuner::check::Place::Inside});
  }
  return ratios;
}

struct LoggedJobRequest {
  app::CheckRequest check;
  jobs::Work work;
};

app::setup::JobRequest with_ranks_of(app::setup::JobRequest job,
                                     const app::setup::JobRequest& logged) {
  job.nodes = logged.nodes;
  if (!logged.gpus_per_node) return job;
  job.devices.reset();
  job.gpus_per_node = logged.gpus_per_node;
  return job;
}

core::Result<LoggedJob> answer(const LoggedJobRequest& request) {
  const auto job = app::logged_job(request.check);
  if (!job) return core::fail(job.error());
  app::CheckRequest as_logged = request.check;
  as_logged.job = with_ranks_of(request.check.job, *job);
  as_logged.work = request.work;
  const auto checked = app::answer(as_logged);
  if (checked) return LoggedJob{*job, {}};
  if (checked.error().category == core::Category::Cancelled) return core::fail(checked.error());
  return LoggedJob{*job, checked.error()};
}

/// Whether a job that a log shows has other nodes, or GPUs on each, than that of the question.
bool ranks_differ(const app::setup::JobRequest& logged, const app::setup::Setup& setup) {
  if (logged.nodes != setup.job.nodes) return true;
  const auto& devices = setup.job.devices;
  const int gpus =
      devices.empty() ? setup.cluster.node.gpu_count() : static_cast<int>(devices.size());
  return logged.gpus_per_node.value_or(gpus) != gpus;
}

}  // namespace

QString causes_text(const app::CheckReport& report) {
  QString text;
  if (report.check.other) {
    const std::string said = app::logged_machine(report.check.other->row.measurement);
    text += QStringLiteral("<p>%1</p>")
                .arg(said.empty() ? QObject::tr("The log says nothing of its machine.")
                                  : QObject::tr("The log says: %1.").arg(escaped(said)));
  }
  const auto end = report.check.slow_end();
  if (end && report::findings::is_judged(report)) {
    text += QStringLiteral("<p>%1</p>").arg(escaped(report::findings::slow_end_reason(*end)));
  }
  if (!report.check.causes.empty()) {
    text += QStringLiteral("<p><b>%1</b></p><ol>")
                .arg(escaped(report::findings::causes_lead(report.check)));
    for (const tuner::check::LikelyCause& cause : report.check.causes) {
      text += QStringLiteral("<li>%1<br>%2 %3</li>")
                  .arg(capital(escaped(report::findings::cause_text(report.check, cause))),
                       QObject::tr("Look at:"), escaped(cause.look_at));
    }
    text += QStringLiteral("</ol>");
  } else if (report.check.is_slow() && report::findings::is_judged(report)) {
    text += QStringLiteral("<p>%1</p>").arg(escaped(report::findings::no_cause_text(report.check)));
  }
  for (const std::string& note : report.notes) {
    text += QStringLiteral("<p>%1: %2</p>").arg(QObject::tr("Note"), escaped(note));
  }
  return text;
}

LogPanel::LogPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new CheckTable(this)),
      files_(new widgets::ElidedLabel(this)),
      job_(new QLabel(this)),
      verdict_(new QLabel(this)),
      problem_(new widgets::ProblemLabel(this)),
      table_(new QTableView(this)),
      chart_(new RatioChart(this)),
      offer_(new QPushButton(this)),
      causes_(new QTextBrowser(this)),
      logged_({tr("the job of the log"), models::has_same_check, models::Inquiry::Old::Freed}) {
  name_parts();
  lay_out();
  for (const auto signal : {&models::Session::checkChanged, &models::Session::questionChanged,
                            &models::Session::refused}) {
    connect(&session_, signal, this, &LogPanel::take_check);
  }
  connect(offer_, &QPushButton::clicked, this, &LogPanel::take_logged_job);
  session_.show(logged_, *this, models::Until::Unsaid);
  connect(&session_, &models::Session::questionChanged, this, &LogPanel::ask_logged_job);
  connect(&logged_, &models::Inquiry::answered, this, &LogPanel::offer_job);
  connect(&session_, &models::Session::machineChanged, this, &LogPanel::offer_job);
  session_.need(models::Need::Check, this);
  session_.need(models::Need::Machine);
  take_check();
  ask_logged_job();
}

void LogPanel::name_parts() {
  files_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  job_->setWordWrap(true);
  verdict_->setWordWrap(true);
  verdict_->setObjectName(QStringLiteral("verdict"));
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  table_->setAccessibleName(tr("Measured and expected times"));
  table_->setModel(model_);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(22);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  // Also when the scroll bar comes: Qt never makes a last section that only stretches narrower.
  table_->horizontalHeader()->setSectionResizeMode(CheckTable::Verdict, QHeaderView::Stretch);
  causes_->setAccessibleName(tr("Causes"));
  problem_->setObjectName(QStringLiteral("log problem"));
  problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  offer_->setObjectName(QStringLiteral("offer"));
  offer_->hide();
}

void LogPanel::lay_out() {
  auto* const title = new QLabel(tr("<b>A measured run</b>"), this);
  title->setTextFormat(Qt::RichText);
  auto* const open = new QPushButton(tr("Open a lo&g …"), this);
  open->setToolTip(tr("Output of nccl-tests, or CSV of measurements; or drop it on the window"));
  connect(open, &QPushButton::clicked, this, &LogPanel::choose_log);
  auto* const head = new QHBoxLayout;
  head->addWidget(title);
  head->addWidget(files_, 1);
  head->addWidget(open);
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(head);
  layout->addWidget(verdict_);
  layout->addWidget(problem_);
  layout->addWidget(offer_, 0, Qt::AlignLeft);
  layout->addWidget(job_);
  layout->addWidget(table_, 3);
  layout->addWidget(chart_, 2);
  layout->addWidget(causes_, 2);
  layout->addStretch();
}

void LogPanel::choose_log() {
  const QStringList files = QFileDialog::getOpenFileNames(this, tr("Open a log of nccl-tests"));
  if (files.isEmpty()) return;
  session_.wantLogs(files);
}

void LogPanel::ask_logged_job() {
  const models::Question& question = session_.question();
  if (!question.logs.empty() && question.has_topology()) {
    logged_.ask(jobs::answering(LoggedJobRequest{models::check_request(question), {}}));
  }
  offer_job();
}

/// Where the log is of other nodes or GPUs than the question, and nothing else is wrong with it.
bool LogPanel::is_offered() const {
  const LoggedJob* const logged = logged_.report();
  const app::MachineReport* const machine = session_.machineReport();
  return logged != nullptr && machine != nullptr && logged->job.nodes && !logged->wrong &&
         ranks_differ(logged->job, machine->setup);
}

void LogPanel::offer_job() {
  offer_->setVisible(is_offered());
  take_check();  // what is wrong also with that job
  if (!is_offered()) return;
  const app::setup::JobRequest& logged = logged_.report()->job;
  const QString nodes = *logged.nodes == 1 ? tr("1 node") : tr("%1 nodes").arg(*logged.nodes);
  offer_->setText(
      logged.gpus_per_node
          ? tr("Make it %1 of %2 GPUs, as in the log").arg(nodes).arg(*logged.gpus_per_node)
          : tr("Make it %1, as in the log").arg(nodes));
}

void LogPanel::take_logged_job() {
  if (!is_offered()) return;
  const app::setup::JobRequest& logged = logged_.report()->job;
  models::Question question = session_.question();
  question.job = with_ranks_of(question.job, logged);
  const int gpus = session_.machineReport()->setup.cluster.node.gpu_count();
  if (question.job.gpus_per_node == gpus) question.job.gpus_per_node.reset();  // all of them
  session_.ask(question, tr("nodes of the log"));
}

QString LogPanel::headline() const {
  if (session_.question().logs.empty() && !session_.refusal().isEmpty()) {
    return tr("Drop a log with the table of nccl-tests here.");
  }
  if (session_.question().logs.empty()) {
    return tr(
        "Drop an nccl-tests log here to see whether that run was as fast as these machines "
        "should be.");
  }
  if (!session_.question().has_topology())
    return tr("Choose the topology of the machines it ran on.");
  const auto& answer = session_.check();
  if (!answer || !*answer) return {};
  return capital(models::with_labels(report::findings::verdict(**answer))) + QStringLiteral(".");
}

/// What is wrong with the log as it is asked about; where the nodes and GPUs of the log would not
/// mend it, also what would be wrong then.
QString LogPanel::problem() const {
  const bool has_logs = !session_.question().logs.empty();
  if (!has_logs && session_.refusal().isEmpty()) return {};
  if (!has_logs) return tr("Not opened: %1.").arg(session_.refusal());
  const auto& answer = session_.check();
  if (models::why_not(answer).isEmpty()) return {};
  QString own = models::message_of(answer->error());
  const LoggedJob* const logged = logged_.report();
  if (logged == nullptr || !logged->wrong) return own;
  const QString then = models::message_of(*logged->wrong);
  if (then == own) return own;
  return own + QLatin1Char('\n') +
         tr("With the nodes and GPUs of the log it would still be wrong: %1").arg(then);
}

QColor LogPanel::colour() const {
  const bool has_logs = !session_.question().logs.empty();
  if (has_logs && session_.checkReport() != nullptr) return colour_of(*session_.checkReport());
  return palette().color(QPalette::WindowText);
}

void LogPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) take_check();
  QWidget::changeEvent(event);
}

void LogPanel::take_check() {
  const bool is_awaited = !session_.question().logs.empty() && session_.checkInquiry().isOld();
  if (is_awaited) return;  // what was said of the one before stays, dimmed, until then
  model_->show(session_.question().logs.empty() ? nullptr : session_.check());
  const app::CheckReport* const report = model_->report();
  QStringList names;
  QStringList paths;
  for (const std::string& log : session_.question().logs) {
    const QString path = QString::fromStdString(log);
    if (paths.contains(path)) continue;
    paths << path;
    names << QFileInfo(path).fileName();
  }
  files_->setWhole(names.join(QStringLiteral(", ")), paths.join(QLatin1Char('\n')));
  problem_->say(problem());
  verdict_->setText(headline());
  verdict_->setVisible(!verdict_->text().isEmpty());
  verdict_->setFont(paint::picture_font(report == nullptr ? 13 : kVerdictSize, report != nullptr));
  const bool is_empty = session_.question().logs.empty();  // then it is where to drop one
  setProperty(widgets::kIsForHands, is_empty);
  verdict_->setAlignment(is_empty ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter);
  verdict_->setMinimumHeight(is_empty ? kDropHeight : 0);
  qobject_cast<QBoxLayout*>(layout())->setStretchFactor(verdict_, is_empty ? 1 : 0);
  verdict_->setStyleSheet(is_empty ? QStringLiteral("border: 2px dashed palette(mid);")
                                   : QString());
  QPalette palette = this->palette();
  palette.setColor(QPalette::WindowText, colour());
  verdict_->setPalette(palette);
  job_->setText(report == nullptr ? QString() : job_of(*report));
  job_->setVisible(report != nullptr);
  const QString causes = report == nullptr ? QString() : causes_text(*report);
  table_->setVisible(report != nullptr);
  chart_->setVisible(report != nullptr);
  causes_->setVisible(!causes.isEmpty());
  causes_->setHtml(causes);
  chart_->show(report == nullptr ? std::vector<Ratio>() : ratios_of(*report));
  Q_EMIT wantedWidthChanged();
}

int LogPanel::wantedWidth() const {
  if (table_->isHidden()) return 0;
  const QHeaderView& header = *table_->horizontalHeader();
  const QAbstractItemView& table = *table_;
  const QMargins margins = layout()->contentsMargins();
  int width = margins.left() + margins.right() + 2 * table_->frameWidth() +
              table_->verticalScrollBar()->sizeHint().width();
  // Not as wide as they are: the last one takes what is left.
  for (int column = 0; column < CheckTable::kColumns; ++column) {
    width += std::max({header.sectionSizeHint(column), table.sizeHintForColumn(column) + 1,
                       column == CheckTable::Verdict ? kLeastVerdict : 0});
  }
  return width;
}

}  // namespace treering::gui::views::check
