// What `treering predict` found, in its three forms.
#pragma once

#include <string>
#include <vector>

#include "cli/call_options.h"
#include "cli/command.h"
#include "cli/job_options.h"
#include "sim/nccl/limit.h"
#include "sim/predict.h"
#include "tuner/summary.h"

namespace treering::cli {

struct PredictReport {
  JobOptions job;
  CallOptions calls;
  int ranks = 1;
  std::vector<sim::Prediction> rows;      // by collective, size, candidate
  std::vector<tuner::Summary> summaries;  // by collective; not in CSV
  std::vector<sim::nccl::Limit> limits;   // of the best at the largest size, by collective
  bool has_columns = false;               // text: a column for each candidate
  bool is_quiet = false;
};

std::string predict_text(const PredictReport& report, const Display& display);
std::string predict_json(const PredictReport& report);
std::string predict_csv(const PredictReport& report);

}  // namespace treering::cli
