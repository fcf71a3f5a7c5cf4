// What `treering predict` found, in its three forms.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/options/call_options.h"
#include "cli/options/job_options.h"
#include "cli/output/time_model.h"
#include "sim/nccl/call/limit.h"
#include "sim/predict.h"
#include "tuner/advice/summary.h"

namespace treering::cli {

/// How many times as long calls take as without NCCL_ALGO and NCCL_PROTO, by the model asked.
struct Handicap {
  double greatest = 1;
  std::uint64_t greatest_at = 0;  // bytes
};

struct PredictReport {
  JobOptions job;
  CallOptions calls;
  TimeModelName time_model;
  int ranks = 1;
  std::vector<sim::Prediction> rows;              // by collective, size, candidate
  std::vector<tuner::advice::Summary> summaries;  // by collective; not in CSV
  std::vector<sim::nccl::call::Limit> limits;  // by the model: of the best at the largest size, by
                                               // collective
  std::vector<Handicap> handicaps;             // by collective
  std::vector<int> channel_limits;             // of --channels, rising; empty without it
  int own_channels = 0;                        // rings and trees that NCCL makes by itself
  int own_nvls_channels = 0;                   // of NVLS and NVLSTree, likewise
  std::optional<int> multiprocessors;          // SMs of each GPU of the job, where all have as many
  std::string failed_search;                   // failed_search_text() of the plan
  bool has_columns = false;                    // text: a column for each candidate
  bool is_quiet = false;
};

std::string predict_text(const PredictReport& report, const Display& display);
/// The text where --channels is given.
std::string channels_text(const PredictReport& report, const Display& display);
std::string predict_json(const PredictReport& report);
std::string predict_csv(const PredictReport& report);

}  // namespace treering::cli
