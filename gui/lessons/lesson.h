// Lessons: short tours, step by step, each a value, and the sentences with figures that their steps
// are made of.
#pragma once

#include <QStringList>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/setup/trees.h"
#include "core/call.h"
#include "gui/models/session.h"

namespace treering::gui::lessons {

// Lessons: short tours, step by step, each a value. The window plays them (lessons_dock.h).

/// What the program knows when a step is shown; answers may be null.
struct Known {
  models::Question question;
  models::Answer<app::SimulateReport> run;
  models::Answer<app::SimulateReport> rival;
};

/// What a step says in figures: computed when it is shown, and never part of its text.
struct Figures {
  QStringList lines;
  std::vector<int> ranks;  // that they are about: to be selected
};

enum class Layout { Machines, Unfolded };

struct Machine {
  const char* topology = "";
  int nodes = 0;
};

/// Where the machine that is open does not do.
inline constexpr Machine kUsualMachine{"dgx-h100", 4};

struct Step {
  const char* title = "";
  const char* text = "";  // paragraphs apart by an empty line
  const char* view = "algorithm";
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = std::uint64_t{1} << 20U;
  const char* shown = "";  // "Tree/LL", "Tree"; empty: as NCCL chooses
  const char* rival = "";  // likewise
  int nodes = 0;           // 0: those of the machine
  double share = 0;        // of the run's time
  int rank = -1;           // that is selected; -1: none
  Layout layout = Layout::Machines;
  const Machine* only = nullptr;                     // the step is about this one; null: about any
  Figures (*figures)(const Known& known) = nullptr;  // in a worker thread
};

struct Lesson {
  const char* id = "";
  const char* title = "";
  /// "NVIDIA/nccl#1327", or a version of NCCL and a file in it.
  std::span<const char* const> sources{};
  int least_nodes = 1;  // of the machine
  const Machine* usual = &kUsualMachine;
  /// Why a run on the open machine does not show what the lesson is about: "its ports ..."; empty
  /// where it does. Null: every machine with that many nodes does.
  QString (*why_not)(const app::SimulateReport& run) = nullptr;
  std::span<const Step> steps{};
};

/// In the order in which they build on each other.
const std::vector<Lesson>& all_lessons();

/// Null where there is none.
const Lesson* find_lesson(const QString& id);

// Sentences with figures of the program, of which lessons are made.

const app::SimulateReport* report_of(const models::Answer<app::SimulateReport>& answer);

/// "Tree/LL128: 199.90 us over 16 channels, simulated"; empty where there is no run.
QString run_line(const models::Answer<app::SimulateReport>& answer);

/// Of both runs of a comparison, and how many times as long the slower takes.
Figures compared_runs(const Known& known);

/// The run alone.
Figures shown_run(const Known& known);

/// NCCL's trees for the job; nothing where it has none to show.
std::optional<app::setup::Trees> trees_of(const Known& known);

/// The time of the same call with another collective, carried likewise.
std::optional<core::Duration> time_of(const Known& known, core::Collective collective);

/// The best time of an algorithm by the cost model, with any protocol or the one that is named.
std::optional<core::Duration> predicted(const Known& known, const sim::Way& way);

}  // namespace treering::gui::lessons
