// What `treering check` found, in its three forms.
#pragma once

#include <string>

#include "cli/options/job_options.h"
#include "sim/nccl/types.h"
#include "tuner/check/check.h"

namespace treering::cli {

struct CheckReport {
  JobOptions job;
  sim::nccl::Shape shape;
  std::string profile;  // its name
  std::string network;  // that the expectation goes by
  tuner::check::Check check;
  bool is_quiet = false;
};

/// "4 nodes, 8 GPUs per node, NVIDIA H100"; empty where the log says nothing of it.
std::string said_of_machine(const tuner::Measurement& row);

std::string check_text(const CheckReport& report);
std::string check_json(const CheckReport& report);
std::string check_csv(const CheckReport& report);

}  // namespace treering::cli
