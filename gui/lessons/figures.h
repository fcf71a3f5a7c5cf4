// Sentences with figures of the program, of which lessons are made.
#pragma once

#include <optional>

#include "app/setup/trees.h"
#include "gui/lessons/lesson.h"

namespace treering::gui::lessons {

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
