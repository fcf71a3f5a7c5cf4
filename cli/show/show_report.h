// What `treering show` found, in its three forms.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/options/job_options.h"
#include "sim/nccl/plan.h"
#include "sim/smi_matrix.h"

namespace treering::cli {

struct ShowReport {
  JobOptions job;
  sim::SmiMatrix paths;
  std::optional<sim::nccl::Plan> plan;  // with --graphs
  bool is_quiet = false;
  bool is_tree = false;  // only what hangs off what
};

/// Above so many GPUs and NICs a matrix is no help to anybody.
inline constexpr std::size_t kMostMatrixRows = 64;
/// Up to so many ranks the rings and trees over all nodes are shown.
inline constexpr int kMostRanksShown = 1024;

std::string show_text(const ShowReport& report, const Display& display);
std::string show_json(const ShowReport& report);
/// The path matrix; with a plan, tables of its graphs, tuning, rings and trees below it.
std::string show_csv(const ShowReport& report);

/// Devices, links and path matrix.
std::string machine_text(const ShowReport& report, const Display& display);
/// Channels, rings and trees, tuning table. \pre report.plan
std::string graphs_text(const ShowReport& report);

}  // namespace treering::cli
