#include "gui/lessons/player.h"

#include <algorithm>
#include <exception>

#include "gui/models/question_words.h"
#include "gui/models/words.h"

namespace treering::gui::lessons {
namespace {

/// What a worker runs: nothing may throw there.
Figures figures_of(const Step& step, const Known& known) {
  try {
    return step.figures == nullptr ? Figures() : step.figures(known);
  } catch (const std::exception&) {
    return {};
  }
}

/// The way in "Tree/LL".
sim::Way way_of(std::string_view text) {
  const std::size_t end = std::min(text.find('/'), text.size());
  return {std::string(text.substr(0, end)),
          std::string(text.substr(std::min(end + 1, text.size())))};
}

QString text_of(const Machine& machine) {
  return QLatin1StringView(machine.topology);
}

/// Alone: nothing of the open job's settings belongs to another machine.
models::Question on_machine(models::Question question, const Machine& machine) {
  question.job = app::setup::JobRequest{};
  question.job.topology = machine.topology;
  question.job.nodes = machine.nodes;
  question.time_model = app::setup::TimeModelRequest{};
  return question;
}

}  // namespace

models::Question asked_by(const Step& step, const models::Question& base) {
  models::Question question = base;
  question.faults.clear();
  question.faults_off.clear();
  question.collective = step.collective;
  question.bytes = step.bytes;
  question.shown = way_of(step.shown);
  question.rival = way_of(step.rival);
  if (step.nodes > 0) question.job.nodes = step.nodes;
  return question;
}

Player::Player(const Shared& shared, QObject* parent)
    : QObject(parent),
      session_(shared.session),
      selection_(shared.selection),
      clock_(shared.clock),
      figures_asker_(*this, [this](const Figures& figures) {
        figures_ = figures.lines;
        if (!figures.ranks.empty()) selection_.select({.ranks = figures.ranks});
        Q_EMIT changed();
      }) {
  connect(&session_.history(), &QUndoStack::indexChanged, this, &Player::take_way_back);
  connect(&session_, &models::Session::runChanged, this, &Player::take_run);
  connect(&session_, &models::Session::questionChanged, this, &Player::take_question);
  connect(&session_, &models::Session::busyChanged, this, [this] {
    if (lesson_ != nullptr && figures_.isEmpty()) Q_EMIT changed();
  });
  connect(&clock_, &models::Clock::stateChanged, this, &Player::seek);
}

Player::Before Player::now() const {
  const app::MachineReport* const machine = session_.machineReport();
  return {session_.question(), selection_.now(), session_.history().index(),
          machine == nullptr ? 0 : machine->setup.job.nodes};
}

void Player::begin(const Lesson& lesson, std::size_t step) {
  if (lesson_ == nullptr) before_ = now();
  lesson_ = &lesson;
  number_ = std::min(step, lesson.steps.size() - 1);
  choose_machine();
  show_step();
}

void Player::choose_machine() {
  base_ = before_.question;
  base_.logs.clear();
  note_.clear();
  is_on_own_ = false;
  const QString usual = text_of(*lesson_->usual);
  if (before_.nodes == 0) {
    take_usual_machine(tr("Shown on %1, as no machine is open.").arg(usual));
  } else if (before_.nodes < lesson_->least_nodes) {
    take_usual_machine(tr("Shown on %1: the lesson needs %2 nodes, and the open job has %3.")
                           .arg(usual)
                           .arg(lesson_->least_nodes)
                           .arg(before_.nodes));
  } else {
    is_on_own_ = true;
  }
}

void Player::take_usual_machine(const QString& note) {
  base_ = on_machine(base_, *lesson_->usual);
  note_ = note;
}

bool Player::is_elsewhere() const {
  return step().only != nullptr && base_.job.topology != step().only->topology;
}

QString Player::note() const {
  if (lesson_ == nullptr || !is_elsewhere()) return note_;
  return tr("Shown on %1, which this step is about.").arg(text_of(*step().only));
}

bool Player::leaves_own_machine(models::Side side) {
  const auto& run = session_.run(side);
  if (!is_on_own_ || is_elsewhere() || !run || models::is_cancelled(run)) return false;
  QString why;
  if (!*run) {
    why = models::message_of(run->error());
  } else if (lesson_->why_not != nullptr) {
    why = lesson_->why_not(**run);
  }
  if (why.isEmpty()) return false;
  is_on_own_ = false;
  take_usual_machine(
      tr("Shown on %1, as the open machine cannot: %2.").arg(text_of(*lesson_->usual), why));
  show_step();
  return true;
}

void Player::next() {
  if (!hasNext()) return;
  ++number_;
  show_step();
}

void Player::back() {
  if (!hasBack()) return;
  --number_;
  show_step();
}

void Player::show_step() {
  const Step& shown = step();
  clock_.pause();
  forget_figures();
  is_asking_ = true;
  session_.step(asked_by(shown, is_elsewhere() ? on_machine(base_, *shown.only) : base_),
                tr("lesson"));
  is_asking_ = false;
  models::Selected selected;
  if (shown.rank >= 0) selected.ranks.push_back(shown.rank);
  selection_.select(selected);
  end_us_.reset();
  Q_EMIT viewWanted(QLatin1StringView(shown.view));
  Q_EMIT layoutWanted(shown.layout == Layout::Unfolded);
  seek();  // a run that stays brings no other length
  if (leaves_own_machine(models::Side::Shown)) return;
  compute_figures();
  Q_EMIT changed();
}

void Player::leave() {
  if (lesson_ == nullptr) return;
  lesson_ = nullptr;
  forget_figures();
  is_asking_ = true;
  session_.history().setIndex(before_.step_of_history);
  is_asking_ = false;
  selection_.select(before_.selected);
  Q_EMIT changed();
}

/// Another source, or a way back to before the lesson, ends it.
void Player::take_way_back(int index) {
  if (lesson_ == nullptr || is_asking_ || index > before_.step_of_history) return;
  lesson_ = nullptr;
  forget_figures();
  Q_EMIT changed();
}

/// Somebody has changed what the step asks: its figures are those of that.
void Player::take_question() {
  if (lesson_ == nullptr || is_asking_) return;
  forget_figures();
  compute_figures();
  Q_EMIT changed();
}

void Player::forget_figures() {
  figures_.clear();
  figures_asker_.cancel();
}

QString Player::lacking() const {
  if (lesson_ == nullptr) return {};
  const QString question = models::question_text(session_.question());
  const auto is_cancelled = [this](models::Side side) {
    return models::is_cancelled(session_.run(side));
  };
  if (std::ranges::any_of(models::kSides, is_cancelled)) {
    return tr("Cancelled: %1. F5 asks again.").arg(question);
  }
  const bool is_awaited = step().figures != nullptr && figures_.isEmpty() &&
                          (figures_asker_.is_busy() || session_.isBusy());
  return is_awaited ? tr("Computing %1 …").arg(question) : QString();
}

void Player::take_run(models::Side side) {
  if (lesson_ == nullptr || is_asking_ || leaves_own_machine(side)) return;
  compute_figures();
}

void Player::compute_figures() {
  if (step().figures == nullptr) return;
  Known known{session_.question(), session_.run(models::Side::Shown),
              session_.run(models::Side::Rival)};
  figures_asker_.ask(
      [shown = step(), known = std::move(known)] { return figures_of(shown, known); });
}

/// The step's moment; once more when the clock has another length.
void Player::seek() {
  if (lesson_ == nullptr || end_us_ == clock_.end()) return;
  end_us_ = clock_.end();
  clock_.seek(step().share * clock_.end());
}

}  // namespace treering::gui::lessons
