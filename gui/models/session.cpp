#include "gui/models/session.h"

#include <QUndoCommand>
#include <algorithm>
#include <utility>

#include "app/simulation/faults.h"
#include "gui/jobs/asker.h"
#include "gui/models/faults.h"
#include "gui/models/question.h"

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

bool has_same_fault_words(const Question& a, const Question& b) {
  return has_same_job(a, b) && tried_faults(a) == tried_faults(b);
}

IsSame has_same_run_of(Side side) {
  return [side](const Question& a, const Question& b) { return has_same_run(a, b, side); };
}

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
      machine_({tr("the machines"), has_same_job}),
      times_({tr("the times at every size"), has_same_times}),
      findings_({tr("the findings"), has_same_findings}),
      check_({tr("the comparison with the log"), has_same_check}),
      fault_words_({tr("the faults"), has_same_fault_words, Inquiry::Old::Freed}) {
  for (const Side side : kSides) {
    // A timeline may be hundreds of megabytes.
    const bool is_seen = side == Side::Shown || side == Side::Rival;
    runs_.push_back(std::make_unique<InquiryFor<app::SimulateReport>>(
        Inquiry::Kind{tr("the run"), has_same_run_of(side),
                      is_seen ? Inquiry::Old::Pictured : Inquiry::Old::Freed}));
    inquiries_.emplace_back(runs_.back().get());
  }
  for (Inquiry* const one :
       std::initializer_list<Inquiry*>{&machine_, &times_, &findings_, &check_, &fault_words_}) {
    inquiries_.emplace_back(one);
  }
  listen();
}

void Session::listen() {
  const auto hear = [this](Inquiry& inquiry, auto take) {
    connect(&inquiry, &Inquiry::answered, this, take);
  };
  hear(machine_, [this] {
    if (needs(Need::FaultCost)) ask_cost();
    Q_EMIT machineChanged();
  });
  hear(times_, [this] { Q_EMIT timesChanged(); });
  hear(findings_, [this] { Q_EMIT findingsChanged(); });
  hear(check_, [this] { Q_EMIT checkChanged(); });
  hear(fault_words_, [this] {
    Q_EMIT faultWordsChanged();
    renew();
  });
  for (const Side side : kSides) {
    hear(*runs_[index(side)], [this, side] {
      Q_EMIT runChanged(side);
      if (side == Side::Shown) renew();  // a rival may have waited for it
    });
  }
  for (const QPointer<Inquiry>& inquiry : inquiries_) {
    connect(inquiry, &Inquiry::changed, this, &Session::tell_work);
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

Inquiry& Session::inquiry_of(Need need) {
  switch (need) {
    case Need::Machine:
      return machine_;
    case Need::Times:
      return times_;
    case Need::Run:
      return *runs_[index(Side::Shown)];
    case Need::RivalRun:
      return *runs_[index(Side::Rival)];
    case Need::FaultCost:
      return *runs_[index(Side::Healthy)];
    case Need::Findings:
      return findings_;
    case Need::Check:
      return check_;
  }
  return machine_;
}

void Session::need(Need need, QObject* part) {
  if (part != nullptr) show(need, *part);
  bool& is_needed = needs_.at(static_cast<std::size_t>(need));
  if (is_needed) return;
  is_needed = true;
  if (!lookAtFiles()) renew();
}

void Session::follow(Inquiry& inquiry) {
  const auto is_this = [&](const QPointer<Inquiry>& one) { return one == &inquiry; };
  if (std::ranges::any_of(inquiries_, is_this)) return;
  inquiries_.emplace_back(&inquiry);
  inquiry.follow(question_);
  connect(&inquiry, &Inquiry::changed, this, &Session::tell_work);
}

void Session::show(Inquiry& inquiry, QObject& part, Until until) {
  follow(inquiry);
  const auto is_this = [&](const Showing& one) {
    return one.part == &part && one.inquiry == &inquiry;
  };
  if (std::ranges::any_of(showings_, is_this)) return;
  showings_.push_back({&part, &inquiry, until});
  Q_EMIT showingsChanged();
}

void Session::release(Need need) {
  needs_.at(static_cast<std::size_t>(need)) = false;
}

void Session::become(const Question& question) {
  const Question before = std::exchange(question_, with_files_now(question));
  if (!has_same_run(before, question_, Side::Faulty)) is_cost_wanted_ = false;
  std::erase(inquiries_, nullptr);
  for (const QPointer<Inquiry>& inquiry : inquiries_) inquiry->follow(question_);
  refusal_.clear();  // what is done next answers it
  Q_EMIT questionChanged();
  renew();
}

void Session::renew() {
  if (question_.has_topology()) {
    if (needs(Need::Machine)) machine_.ask(jobs::answering(show_request(question_)));
    if (needs(Need::Times)) times_.ask(jobs::answering(times_request(question_)));
    if (needs(Need::Findings)) findings_.ask(jobs::answering(doctor_request(question_)));
    if (needs(Need::Check) && !question_.logs.empty()) {
      check_.ask(jobs::answering(check_request(question_)));
    }
    const bool waits_for_shown = needs(Need::RivalRun) && !rival();
    if (needs(Need::Run) || waits_for_shown) ask_run(Side::Shown);
    if (waits_for_shown) runs_[index(Side::Rival)]->waitFor(*runs_[index(Side::Shown)]);
    if (needs(Need::RivalRun) && rival()) ask_run(Side::Rival);
    if (needs(Need::FaultCost)) ask_cost();
  }
  tell_work();
}

void Session::ask_run(Side side) {
  Question question = question_;
  if (side == Side::Rival) question.rival = rival();
  runs_[index(side)]->ask(simulating(simulate_request(question, side)));
}

std::optional<sim::Way> Session::rival() const {
  if (question_.rival) return question_.rival;
  const auto contrast = [this](std::string_view algorithm) {
    return contrast_to(algorithm, question_.collective);
  };
  if (!question_.shown.algorithm.empty()) return contrast(question_.shown.algorithm);
  const Answer<app::SimulateReport>& shown = run(Side::Shown);
  if (!shown || is_cancelled(shown)) return std::nullopt;
  return contrast(*shown ? (*shown)->way.algorithm : std::string_view());
}

/// At once, also where what they cost is asked for later.
void Session::ask_fault_words() {
  const auto check = [machine = machine_.answer(), words = tried_faults(question_)] {
    const auto& setup = std::get<app::MachineReport>(**machine).setup;
    return app::simulation::check_faults(words, setup);
  };
  fault_words_.ask([check] { return jobs::guarded(check); });
}

/// After the machine, which is to be seen first, and by which the faults are checked.
void Session::ask_cost() {
  if (tried_faults(question_).empty()) return;
  if (!machine()) return machine_.ask(jobs::answering(show_request(question_)));
  const bool is_machine = machineReport() != nullptr;
  if (is_machine && !faultWords()) return ask_fault_words();
  if (is_machine && (!*faultWords() || isCostDeferred())) return;
  ask_run(Side::Healthy);
  if (!needs(Need::Run)) ask_run(Side::Faulty);
}

bool Session::isCostDeferred() const {
  const app::MachineReport* const report = machineReport();
  if (is_cost_wanted_ || report == nullptr || tried_faults(question_).empty()) return false;
  if (!faultWords() || !*faultWords()) return false;
  const core::Cluster& cluster = report->setup.cluster;
  return std::int64_t{cluster.node_count} * cluster.node.gpu_count() > kPromptRanks;
}

void Session::wantCost() {
  is_cost_wanted_ = true;
  renew();
}

QStringList Session::cancelled() const {
  QStringList names;
  for (const QPointer<Inquiry>& one : inquiries_) {
    if (one != nullptr && one->state() == Inquiry::State::Cancelled) names << one->what();
  }
  names.removeDuplicates();
  return names;
}

bool Session::lookAtFiles() {
  if (with_files_now(question_).files == question_.files) return false;
  become(question_);
  return true;
}

bool Session::isBusy() const {
  return std::ranges::any_of(inquiries_, [](const QPointer<Inquiry>& one) {
    return one != nullptr && one->state() == Inquiry::State::Awaited;
  });
}

void Session::tell_work() {
  const bool is_busy = isBusy();
  if (std::exchange(was_busy_, is_busy) != is_busy) Q_EMIT busyChanged(is_busy);
  const QStringList names = cancelled();
  if (std::exchange(was_cancelled_, names) != names) Q_EMIT cancelledChanged();
}

// What answers of the session come to.

const app::MachineReport* Session::machineReport() const {
  const auto* report = machine_.report();
  return report == nullptr ? nullptr : std::get_if<app::MachineReport>(report);
}

const app::FabricReport* Session::fabricReport() const {
  const auto* report = machine_.report();
  return report == nullptr ? nullptr : std::get_if<app::FabricReport>(report);
}

const app::PredictReport* Session::timesReport() const {
  return times_.report();
}

const app::SimulateReport* Session::runReport(Side side) const {
  return run_of(side).report();
}

const app::SimulateReport* Session::faultyReport() const {
  const app::SimulateReport* const recorded = runReport(Side::Shown);
  return recorded != nullptr ? recorded : runReport(Side::Faulty);
}

const app::DoctorReport* Session::findingsReport() const {
  return findings_.report();
}

const app::CheckReport* Session::checkReport() const {
  return check_.report();
}

std::map<std::string, Severity> Session::marks() const {
  std::map<std::string, Severity> marks;
  const app::DoctorReport* const report = findingsReport();
  if (report == nullptr) return marks;
  // Findings stand by severity: the first that names a device is its worst.
  for (std::size_t i = 0; i < report->devices.size(); ++i) {
    const Severity severity = report->diagnosis.findings[i].symptom.severity;
    if (report->devices[i].empty()) marks.emplace(std::string(), severity);
    for (const std::string& device : report->devices[i]) marks.emplace(device, severity);
  }
  return marks;
}

}  // namespace treering::gui::models
