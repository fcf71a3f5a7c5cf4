// Times of MPI and Gloo on hosts, the best algorithm, and what to set, for people.
#pragma once

#include <string>

#include "app/hosts/predict_hosts.h"
#include "report/display.h"

namespace treering::report::prediction {

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
