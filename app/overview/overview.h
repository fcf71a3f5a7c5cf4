// All that is known of how the collectives of a job run, as the values of one report: predictions,
// measurements beside them, advice in forms that NCCL reads, whether runs agree, and what is
// missing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/advice/recommend.h"
#include "app/check.h"
#include "app/measuring/compare.h"
#include "app/normal.h"
#include "app/overview/advice_beside_runs.h"
#include "app/overview/agreement.h"
#include "app/overview/curves.h"
#include "app/overview/measured.h"
#include "app/predict.h"
#include "core/call.h"
#include "core/result.h"

namespace treering::app::overview {

struct OverviewRequest {
  /// Measured rows fill in nodes, GPUs of a node and NCCL where unset, the machine where they name
  /// the GPUs of one that is built in, and collectives where none are named; without rows that is
  /// all_reduce.
  PredictRequest times;
  CurveKind curves = CurveKind::Algorithms;
  std::vector<std::string> measurements;  // files
  std::optional<std::string> id;          // the rows of this series only
  std::optional<measuring::CompareRequest> compared;
};

struct CollectivePart {
  core::Collective collective = core::Collective::AllReduce;
  Curves curves;
  std::vector<MeasuredSeries> measured;
  std::vector<KeyFigure> key_figures;
  std::vector<advice::RecommendedRange> ranges;
  std::vector<advice::Crossover> crossovers;  // of the fastest
  /// At the size where it gains most; where nothing gains, at the largest. Nothing without advice.
  std::optional<advice::Recommended> advice;
  AdviceBesideRuns beside_runs;
};

/// One form of the advice for all collectives.
struct SettingsForm {
  std::string name;              // "env"
  std::string text;              // empty where it is refused
  std::string refusal;           // a sentence
  std::string undo;              // without full stop
  std::string caveat;            // without which NCCL does not read it, without full stop
  std::vector<FormReach> reach;  // by collective, where something is advised
};

struct OverviewReport {
  PredictReport times;
  std::vector<CollectivePart> collectives;  // as in times.calls
  std::optional<CheckReport> check;         // nothing without measurements
  std::vector<PublishedBeside> published;   // runs on such machines; none where these are a guess
  std::vector<MeasuredLoss> losses;         // by collective; none without measurements
  Agreement agreement;
  std::vector<Unmeasured> unmeasured;
  /// None where NCCL chooses no algorithm for any collective, or something is to be repaired first.
  std::vector<SettingsForm> settings;
  std::optional<RepairFirst> repair_first;
  std::optional<measuring::CompareReport> compared;
};

/// Fails where a file cannot be read, or no measured row belongs to the job.
core::Result<OverviewReport> answer(const OverviewRequest& request);

}  // namespace treering::app::overview
