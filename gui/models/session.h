// What the window knows: the question, its answers as far as they are there, and the way back.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QUndoStack>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "gui/models/inquiry.h"
#include "gui/models/question.h"

namespace treering::gui::models {

/// What a view needs. Nobody waits for what no visible view needs.
enum class Need { Machine, Times, Run, RivalRun, FaultCost, Findings, Check };

/// What a part shows until the answer to the question is there.
enum class Until {
  Old,      // what was there before, dimmed, and what is computed is named
  Nothing,  // nothing of it, and what is computed is named
  Unsaid,   // nothing of it: the part says so itself, or it is a small part of all that it shows
};

/// A part of a view that shows what an inquiry has brought.
struct Showing {
  QPointer<QObject> part;
  QPointer<Inquiry> inquiry;
  Until until = Until::Old;
};

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

  /// The user has chosen logs in a view: the window opens them as by its menu.
  void wantLogs(const QStringList& files) { Q_EMIT logsWanted(files); }
  /// A file that was to be opened is not, for a reason that is a sentence.
  void refuse(const QString& why);
  /// Of the file that was opened last; empty where it was opened, and after another question.
  QString refusal() const { return refusal_; }

  /// From now on the answer is kept up to date. \param part that shows it, and the one before until
  /// then; null: none does
  void need(Need need, QObject* part = nullptr);
  /// From now on it is not: what is there stays, and what is under way comes.
  void release(Need need);
  /// From now on an inquiry of a view's own follows the question.
  void follow(Inquiry& inquiry);
  /// Likewise, and the part shows what it brings, and until then what it brought before, or nothing
  /// of it.
  void show(Inquiry& inquiry, QObject& part, Until until = Until::Old);
  /// The part shows the answer where others need it.
  void show(Need need, QObject& part, Until until = Until::Old) {
    show(inquiry_of(need), part, until);
  }
  const std::vector<Showing>& showings() const { return showings_; }
  /// What faults cost a large job takes long: it is asked for only where the user wants it.
  bool isCostDeferred() const;
  /// Of the question as it is now.
  void wantCost();
  /// The run with the faults, recorded or not.
  const app::SimulateReport* faultyReport() const;
  /// Asks again for what is kept up to date.
  void renew();
  /// Asks anew what was answered from files that have changed since. Whether there is any.
  bool lookAtFiles();
  /// What was cancelled and not asked again, by its names: "the run".
  QStringList cancelled() const;
  /// The question as it is: anew what was cancelled, and what was answered from files that have
  /// changed since. Views with questions of their own hear questionChanged().
  void askAgain() { become(question_); }

  const Answer<app::ShowReport>& machine() const { return machine_.answer(); }
  const Answer<app::PredictReport>& times() const { return times_.answer(); }
  const Answer<app::SimulateReport>& run(Side side) const { return run_of(side).answer(); }
  const Answer<app::DoctorReport>& findings() const { return findings_.answer(); }
  const Answer<app::CheckReport>& check() const { return check_.answer(); }
  /// Whether the faults that are tried are faults of the machines; null while that is not known.
  const Answer<void>& faultWords() const { return fault_words_.answer(); }
  /// What parts show that also show the answer to an earlier question.
  const InquiryFor<app::ShowReport>& machineInquiry() const { return machine_; }
  const InquiryFor<app::PredictReport>& timesInquiry() const { return times_; }
  const InquiryFor<app::DoctorReport>& findingsInquiry() const { return findings_; }
  const InquiryFor<app::CheckReport>& checkInquiry() const { return check_; }
  const InquiryFor<void>& faultWordsInquiry() const { return fault_words_; }
  const InquiryFor<app::SimulateReport>& runInquiry(Side side) const { return run_of(side); }
  /// What is compared: chosen, or in contrast to what is shown; null while that is not known.
  std::optional<sim::Way> rival() const;
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
  void logsWanted(const QStringList& files);
  void showingsChanged();
  void busyChanged(bool is_busy);
  void cancelledChanged();

 private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  bool needs(Need need) const { return needs_.at(static_cast<std::size_t>(need)); }
  const InquiryFor<app::SimulateReport>& run_of(Side side) const { return *runs_[index(side)]; }
  Inquiry& inquiry_of(Need need);
  void listen();
  void become(const Question& question);
  void ask_run(Side side);
  void ask_fault_words();
  void ask_cost();
  void tell_work();

  Question question_;
  QUndoStack history_;
  QString refusal_;
  std::array<bool, 7> needs_{};
  InquiryFor<app::ShowReport> machine_;
  InquiryFor<app::PredictReport> times_;
  std::vector<std::unique_ptr<InquiryFor<app::SimulateReport>>> runs_;  // by side
  InquiryFor<app::DoctorReport> findings_;
  InquiryFor<app::CheckReport> check_;
  InquiryFor<void> fault_words_;
  std::vector<QPointer<Inquiry>> inquiries_;  // these, and those that are attached
  std::vector<Showing> showings_;
  bool was_busy_ = false;
  QStringList was_cancelled_;
  bool is_cost_wanted_ = false;
};

}  // namespace treering::gui::models
