#include "gui/window/question/groups_panel.h"

#include <QBoxLayout>
#include <QScrollArea>
#include <utility>

#include "core/call.h"
#include "gui/jobs/asker.h"
#include "gui/models/words.h"
#include "report/simulation/simulate_text.h"

namespace treering::gui::window::question {
namespace {

/// "8 times dp over 16 ranks: 163.2 us by Ring/LL128, 1.43 times as long as alone".
QString line_of(const app::groups::GroupReport& group) {
  return GroupsPanel::tr("%1 times %2 over %3 ranks: %4 by %5, %6 as alone")
      .arg(group.communicators)
      .arg(QString::fromStdString(group.name))
      .arg(group.ranks)
      .arg(models::duration_text(group.time.in_us()),
           QString::fromStdString(report::simulation::way_text(group)),
           models::ratio_text(group.time / group.alone));
}

bool has_same_groups(const models::Question& a, const models::Question& b) {
  return models::has_same_run(a, b, models::Side::Shown) && a.groups == b.groups;
}

}  // namespace

GroupsPanel::GroupsPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      input_(new QLineEdit(this)),
      words_(new widgets::ProblemLabel(this)),
      inquiry_({tr("the times of groups"), has_same_groups, models::Inquiry::Old::Freed}) {
  input_->setPlaceholderText(tr("groups: tp=8,dp=16"));
  input_->setAccessibleName(tr("Groups of ranks"));
  input_->setClearButtonEnabled(true);
  input_->setToolTip(
      tr("Sizes of groups in the order in which ranks vary fastest. The call runs on "
         "all communicators of all groups at once; each is compared with it alone."));
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setAccessibleName(tr("Times of the groups"));
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(input_);
  layout->addWidget(words_);
  constexpr int kRestMs = 50;
  rested_.setSingleShot(true);
  rested_.setInterval(kRestMs);
  connect(&rested_, &QTimer::timeout, this, &GroupsPanel::show_whole);
  watch_typing(*input_);
  connect(input_, &QLineEdit::editingFinished, this, &GroupsPanel::ask);
  connect(&session_, &models::Session::questionChanged, this, &GroupsPanel::renew);
  connect(&inquiry_, &models::Inquiry::answered, this, &GroupsPanel::show_answer);
  session_.follow(inquiry_);
  renew();
}

void GroupsPanel::ask() {
  end_typing(*input_);
  models::Question question = session_.question();
  const std::string groups = input_->text().trimmed().toStdString();
  if (question.groups == groups) return;
  question.groups = groups;
  is_asking_ = true;
  session_.ask(question, tr("groups"));
}

void GroupsPanel::renew() {
  const models::Question& question = session_.question();
  if (followed_.is_to_fill(question.groups, *input_)) {
    input_->setText(QString::fromStdString(question.groups));
  }
  const bool is_asked_here = std::exchange(is_asking_, false);
  if (inquiry_.state() != models::Inquiry::State::Idle) return;
  is_looked_for_ = is_asked_here;
  if (!question.groups.empty() && question.has_topology()) {
    inquiry_.ask(jobs::answering(models::groups_request(question)));
  }
  show_answer();
}

void GroupsPanel::show_answer() {
  QStringList lines;
  const auto& answer = inquiry_.answer();
  const bool is_wrong = answer && !*answer && !models::is_cancelled(answer);
  if (answer && !*answer) lines << models::message_of(answer->error());
  if (const auto* const report = inquiry_.report()) {
    for (const app::groups::GroupReport& group : report->calls) lines << line_of(group);
  } else if (inquiry_.state() == models::Inquiry::State::Awaited) {
    lines << tr("Simulating …");
  }
  // The inputs above stay where they are, also where less is said next.
  words_->setMinimumHeight(words_->isVisible() ? words_->height() : 0);
  words_->say(lines.join(QLatin1Char('\n')),
              is_wrong ? widgets::Tone::Wrong : widgets::Tone::Plain);
  if (is_looked_for_) rested_.start();
}

/// A text that wraps, and the panels around it, get their heights in several steps.
void GroupsPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (is_looked_for_) rested_.start();
}

/// The inputs scroll in a low window: the answer would be below what is seen of them.
void GroupsPanel::show_whole() {
  if (inquiry_.answer()) is_looked_for_ = false;
  for (QWidget* above = parentWidget(); above != nullptr; above = above->parentWidget()) {
    if (auto* const area = qobject_cast<QScrollArea*>(above)) {
      constexpr int kMargin = 8;
      return area->ensureWidgetVisible(this, 0, kMargin);
    }
  }
}

}  // namespace treering::gui::window::question
