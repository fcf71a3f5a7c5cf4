// What the window knows: the question, its answers as far as they are there, and the way back.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "gui/jobs/asker.h"
#include "gui/models/question.h"

namespace treering::gui::models {

/// What a view needs. Nobody waits for what no visible view needs.
enum class Need { Machine, Times, Run, RivalRun, FaultCost, Findings, Check };

/// An answer, or why there is none; null while it is not there.
template <class Report>
using Answer = std::shared_ptr<const core::Result<Report>>;

/// Whether the user has cancelled the work on it.
template <class Report>
bool is_cancelled(const Answer<Report>& answer) {
  return answer && !*answer && answer->error().category == core::Category::Cancelled;
}

/// How much a finding matters.
using Severity = tuner::doctor::Severity;

class Session final : public QObject {
  Q_OBJECT

 public:
  explicit Session(QObject* parent = nullptr);

  const Question& question() const { return question_; }
  /// Another question; `what` names the change for "Undo ...". Answers that it leaves right stay.
  void ask(const Question& question, const QString& what);
  /// Likewise, but steps in a row are undone as one.
  void step(const Question& question, const QString& what);
  /// A new source: there is no way back to the one before.
  void open(const Question& question);
  QUndoStack& history() { return history_; }

  /// A file that was to be opened is not, for a reason that is a sentence.
  void refuse(const QString& why);
  /// Of the file that was opened last; empty where it was opened, and after another question.
  QString refusal() const { return refusal_; }

  /// From now on the answer is kept up to date.
  void need(Need need);
  /// From now on it is not: what is there stays, and what is under way comes.
  void release(Need need);
  /// What faults cost a large job takes long: it is asked for only where the user wants it.
  bool isCostDeferred() const;
  /// Of the question as it is now.
  void wantCost();
  /// The run with the faults, recorded or not.
  const app::SimulateReport* faultyReport() const;
  /// Asks again for what is kept up to date.
  void renew();
  /// Likewise for what was cancelled; views with questions of their own hear questionChanged().
  void askAgain();

  const Answer<app::ShowReport>& machine() const { return machine_; }
  const Answer<app::PredictReport>& times() const { return times_; }
  const Answer<app::SimulateReport>& run(Side side) const { return runs_.at(index(side)); }
  const Answer<app::DoctorReport>& findings() const { return findings_; }
  const Answer<app::CheckReport>& check() const { return check_; }
  /// Whether the faults that are tried are faults of the machines; null while that is not known.
  const Answer<void>& faultWords() const { return fault_words_; }
  /// What is compared: chosen, or in contrast to what is shown; null while that is not known.
  std::optional<Carrier> rival() const;
  /// Whether an answer that is needed is not there yet.
  bool isBusy() const;

  /// The machine, where it is there and is one; and what is a fabric in place of it.
  const app::MachineReport* machineReport() const;
  const app::FabricReport* fabricReport() const;
  const app::PredictReport* timesReport() const;
  const app::SimulateReport* runReport(Side side) const;
  const app::DoctorReport* findingsReport() const;
  const app::CheckReport* checkReport() const;
  /// Of the devices of a node that findings name, the worst; of findings that name none that is
  /// there, under no name.
  std::map<std::string, Severity> marks() const;

 Q_SIGNALS:
  void questionChanged();
  void machineChanged();
  void timesChanged();
  void runChanged(treering::gui::models::Side side);
  void findingsChanged();
  void checkChanged();
  void faultWordsChanged();
  void refused();
  void busyChanged(bool is_busy);

 private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  bool needs(Need need) const { return needs_.at(static_cast<std::size_t>(need)); }
  void become(const Question& question);
  void forget(const Question& before);
  template <class Answer>
  static bool drop_cancelled(Answer& answer);
  void ask_machine();
  void ask_times();
  void ask_run(Side side);
  void ask_fault_words();
  void ask_cost();
  void ask_findings();
  void ask_check();
  void tell_busy();

  Question question_;
  QUndoStack history_;
  QString refusal_;
  std::array<bool, 7> needs_{};
  Answer<app::ShowReport> machine_;
  Answer<app::PredictReport> times_;
  std::array<Answer<app::SimulateReport>, kSides.size()> runs_;
  Answer<app::DoctorReport> findings_;
  Answer<app::CheckReport> check_;
  Answer<void> fault_words_;
  jobs::Asker<Answer<app::ShowReport>> machine_asker_;
  jobs::Asker<Answer<app::PredictReport>> times_asker_;
  std::vector<std::unique_ptr<jobs::Asker<Answer<app::SimulateReport>>>> run_askers_;  // by side
  jobs::Asker<Answer<app::DoctorReport>> findings_asker_;
  jobs::Asker<Answer<app::CheckReport>> check_asker_;
  jobs::Asker<Answer<void>> fault_words_asker_;
  bool was_busy_ = false;
  bool is_cost_wanted_ = false;
};

}  // namespace treering::gui::models
