// Predictions for people: of NCCL's calls, under limits on channels, explained, and on hosts.
#pragma once

#include <string>

#include "app/explain.h"
#include "app/hosts/predict_hosts.h"
#include "app/predict.h"
#include "report/display.h"
#include "report/prediction/predict_heading.h"

namespace treering::report::prediction {

// A prediction for people: tables in the manner of nccl-tests, with '#' before all that is no
// figure, so that scripts written for nccl-tests find their way.

/// \pre the report is summarised
std::string predict_text(const app::PredictReport& report, const TextOptions& options);

// A prediction under limits on channels, for people: a row for each size and number of channels,
// with the share of the GPUs that it takes and the time that it loses.

/// \pre the report has channel_limits
std::string channels_text(const app::PredictReport& report, const TextOptions& options);

// NCCL's beliefs about one call, for people.

std::string explain_text(const app::ExplainReport& report, const TextOptions& options);

// Times of MPI and Gloo on hosts, the best algorithm, and what to set, for people.

enum class HostRows { Best, All };  // one row for each size, or one for each algorithm

struct HostTextOptions {
  HostRows rows = HostRows::Best;
  bool is_quiet = false;
  Display display;
};

/// Quiet: the rows alone.
std::string predict_hosts_text(const app::hosts::PredictHostsReport& report,
                               const HostTextOptions& options);

}  // namespace treering::report::prediction
