// Kinds of calls for which the event model came nearer to published runs than the cost model, among
// the runs that no parameter was fitted to. For people to weigh two models; no model reads it.
//
// nearer_models.csv has a line for each, as `treering validate --event` finds them
// (docs/simulator.md has the command, docs/json.md the member `unfitted`).
#pragma once

#include <vector>

#include "tuner/calibration/calibration.h"

namespace treering::tuner::reference {

/// All of them, with the median errors of both models.
const std::vector<calibration::KindScores>& event_nearer_kinds();

/// The one of this kind; null where the cost model is as near, or too few runs say so.
const calibration::KindScores* find_event_nearer(const calibration::CallKind& kind);

}  // namespace treering::tuner::reference
