#include "gui/models/session.h"

#include <QUndoCommand>
#include <algorithm>
#include <utility>

#include "app/simulation/faults.h"
#include "gui/jobs/answered.h"
#include "gui/jobs/disposal.h"
#include "gui/models/faults.h"

namespace treering::gui::models {
namespace {

// The largest job whose cost of faults is there at once: under half a second for both runs.
constexpr std::int64_t kPromptRanks = 4096;

class Change final : public QUndoCommand {
 public:
  enum Kind { Single = -1, Step = 1 };  // Qt: -1 is never merged

  Change(std::pair<Question, Question> questions, Kind kind,
         std::function<void(const Question&)> become)
      : questions_(std::move(questions)), kind_(kind), become_(std::move(become)) {}

  void undo() override { become_(questions_.first); }
  void redo() override { become_(questions_.second); }
  int id() const override { return kind_; }
  bool mergeWith(const QUndoCommand* later) override {
    const auto* const change = dynamic_cast<const Change*>(later);
    if (change == nullptr) return false;
    questions_.second = change->questions_.second;
    return true;
  }

 private:
  std::pair<Question, Question> questions_;
  Kind kind_;
  std::function<void(const Question&)> become_;
};

/// Views keep the run's timeline beyond its answer: whoever lets go of it last, the window's thread
/// does not free it.
auto simulating(app::SimulateRequest request) {
  return [request = std::move(request)](const jobs::Work& work) {
    app::SimulateRequest asked = request;
    asked.work = work;
    return jobs::guarded([&]() -> core::Result<app::SimulateReport> {
      if (work.is_cancelled()) return core::cancelled();
      auto report = app::answer(asked);
      if (report && report->recorded) {
        auto& recorded = *report->recorded;
        recorded.timeline = jobs::disposable(std::move(recorded.timeline));
        recorded.loads = jobs::disposable(std::move(recorded.loads));
      }
      // What folds a large run into a small one needs many times what is left of it.
      if (report && report->shape.ranks() > kPromptRanks) jobs::return_memory();
      return report;
    });
  };
}

}  // namespace

Session::Session(QObject* parent)
    : QObject(parent),
      machine_asker_(*this,
                     [this](const auto& answer) {
                       machine_ = answer;
                       if (needs(Need::FaultCost)) ask_cost();
                       Q_EMIT machineChanged();
                       tell_busy();
                     }),
      times_asker_(*this,
                   [this](const auto& answer) {
                     times_ = answer;
                     Q_EMIT timesChanged();
                     tell_busy();
                   }),
      findings_asker_(*this,
                      [this](const auto& answer) {
                        findings_ = answer;
                        Q_EMIT findingsChanged();
                        tell_busy();
                      }),
      check_asker_(*this,
                   [this](const auto& answer) {
                     check_ = answer;
                     Q_EMIT checkChanged();
                     tell_busy();
                   }),
      fault_words_asker_(*this, [this](const auto& answer) {
        fault_words_ = answer;
        Q_EMIT faultWordsChanged();
        renew();
      }) {
  for (const Side side : kSides) {
    run_askers_.push_back(std::make_unique<jobs::Asker<Answer<app::SimulateReport>>>(
        *this, [this, side](const auto& answer) {
          runs_.at(index(side)) = answer;
          Q_EMIT runChanged(side);
          if (side == Side::Shown) renew();  // a rival may have waited for it
          tell_busy();
        }));
  }
}

void Session::ask(const Question& question, const QString& what) {
  auto* const change = new Change({question_, question}, Change::Single,
                                  [this](const Question& one) { become(one); });
  change->setText(what);
  history_.push(change);
}

void Session::step(const Question& question, const QString& what) {
  auto* const change =
      new Change({question_, question}, Change::Step, [this](const Question& one) { become(one); });
  change->setText(what);
  history_.push(change);
}

void Session::open(const Question& question) {
  history_.clear();
  become(question);
}

void Session::refuse(const QString& why) {
  refusal_ = why;
  Q_EMIT refused();
}

void Session::need(Need need) {
  bool& is_needed = needs_.at(static_cast<std::size_t>(need));
  if (is_needed) return;
  is_needed = true;
  renew();
}

void Session::release(Need need) {
  needs_.at(static_cast<std::size_t>(need)) = false;
}

void Session::become(const Question& question) {
  const Question before = std::exchange(question_, question);
  forget(before);
  refusal_.clear();  // what is done next answers it
  Q_EMIT questionChanged();
  renew();
}

void Session::forget(const Question& before) {
  if (!has_same_run(before, question_, Side::Faulty)) is_cost_wanted_ = false;
  if (!has_same_job(before, question_)) {
    machine_.reset();
    machine_asker_.cancel();
  }
  if (!has_same_times(before, question_)) {
    times_.reset();
    times_asker_.cancel();
  }
  if (!has_same_findings(before, question_)) {
    findings_.reset();
    findings_asker_.cancel();
  }
  if (!has_same_check(before, question_)) {
    check_.reset();
    check_asker_.cancel();
  }
  if (!has_same_job(before, question_) || tried_faults(before) != tried_faults(question_)) {
    fault_words_.reset();
    fault_words_asker_.cancel();
  }
  for (const Side side : kSides) {
    if (has_same_run(before, question_, side)) continue;
    runs_.at(index(side)).reset();
    run_askers_[index(side)]->cancel();
  }
}

void Session::renew() {
  if (question_.has_topology()) {
    if (needs(Need::Machine)) ask_machine();
    if (needs(Need::Times)) ask_times();
    if (needs(Need::Findings)) ask_findings();
    if (needs(Need::Check) && !question_.logs.empty()) ask_check();
    const bool waits_for_shown = needs(Need::RivalRun) && !rival();
    if (needs(Need::Run) || waits_for_shown) ask_run(Side::Shown);
    if (needs(Need::RivalRun) && rival()) ask_run(Side::Rival);
    if (needs(Need::FaultCost)) ask_cost();
  }
  tell_busy();
}

void Session::ask_machine() {
  if (machine_ || machine_asker_.is_busy()) return;
  machine_asker_.ask(jobs::answering(show_request(question_)));
}

void Session::ask_times() {
  if (times_ || times_asker_.is_busy()) return;
  times_asker_.ask(jobs::answering(times_request(question_)));
}

void Session::ask_run(Side side) {
  jobs::Asker<Answer<app::SimulateReport>>& asker = *run_askers_[index(side)];
  if (run(side) || asker.is_busy()) return;
  Question question = question_;
  if (side == Side::Rival) question.rival = rival();
  asker.ask(simulating(simulate_request(question, side)));
}

std::optional<Carrier> Session::rival() const {
  if (question_.rival) return question_.rival;
  const auto contrast = [this](std::string_view algorithm) {
    return contrast_to(algorithm, question_.collective);
  };
  if (question_.shown.algorithm) return contrast(*question_.shown.algorithm);
  const Answer<app::SimulateReport>& shown = run(Side::Shown);
  if (!shown) return std::nullopt;
  return contrast(*shown ? (*shown)->algorithm : std::string_view());
}

/// At once, also where what they cost is asked for later.
void Session::ask_fault_words() {
  if (fault_words_asker_.is_busy()) return;
  const auto check = [machine = machine_, words = tried_faults(question_)] {
    const auto& setup = std::get<app::MachineReport>(**machine).setup;
    return app::simulation::check_faults(words, setup);
  };
  fault_words_asker_.ask([check] { return jobs::guarded(check); });
}

/// After the machine, which is to be seen first, and by which the faults are checked.
void Session::ask_cost() {
  if (tried_faults(question_).empty()) return;
  if (!machine_) return ask_machine();
  const bool is_machine = machineReport() != nullptr;
  if (is_machine && !fault_words_) return ask_fault_words();
  if (is_machine && (!*fault_words_ || isCostDeferred())) return;
  ask_run(Side::Healthy);
  if (!needs(Need::Run)) ask_run(Side::Faulty);
}

bool Session::isCostDeferred() const {
  const app::MachineReport* const report = machineReport();
  if (is_cost_wanted_ || report == nullptr || tried_faults(question_).empty()) return false;
  if (!fault_words_ || !*fault_words_) return false;
  const core::Cluster& cluster = report->setup.cluster;
  return std::int64_t{cluster.node_count} * cluster.node.gpu_count() > kPromptRanks;
}

void Session::wantCost() {
  is_cost_wanted_ = true;
  renew();
}

void Session::ask_findings() {
  if (findings_ || findings_asker_.is_busy()) return;
  findings_asker_.ask(jobs::answering(doctor_request(question_)));
}

void Session::ask_check() {
  if (check_ || check_asker_.is_busy()) return;
  check_asker_.ask(jobs::answering(check_request(question_)));
}

template <class Answer>
bool Session::drop_cancelled(Answer& answer) {
  const bool is_cancelled = models::is_cancelled(answer);
  if (is_cancelled) answer.reset();
  return is_cancelled;
}

void Session::askAgain() {
  bool is_any = drop_cancelled(machine_);
  is_any = drop_cancelled(times_) || is_any;
  is_any = drop_cancelled(findings_) || is_any;
  is_any = drop_cancelled(check_) || is_any;
  is_any = drop_cancelled(fault_words_) || is_any;
  for (auto& run : runs_) is_any = drop_cancelled(run) || is_any;
  Q_EMIT questionChanged();
  if (is_any) renew();
}

bool Session::isBusy() const {
  return machine_asker_.is_busy() || times_asker_.is_busy() || findings_asker_.is_busy() ||
         check_asker_.is_busy() || fault_words_asker_.is_busy() ||
         std::ranges::any_of(run_askers_, [](const auto& one) { return one->is_busy(); });
}

void Session::tell_busy() {
  const bool is_busy = isBusy();
  if (std::exchange(was_busy_, is_busy) != is_busy) Q_EMIT busyChanged(is_busy);
}

}  // namespace treering::gui::models
