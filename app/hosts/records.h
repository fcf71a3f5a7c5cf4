// Results of treering measure on CPUs, from files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "core/result.h"
#include "tuner/hosts/measured_calls.h"
#include "tuner/measure/record.h"

namespace treering::app::hosts {

/// In place of a topology: CPUs, behind links of known rates or on one machine.
inline constexpr const char* kHosts = "hosts";

struct HostRecords {
  std::vector<tuner::measure::Record> list;  // one or more
  std::vector<std::string> notes;
};

/// All results of the files; "-" is standard input. Fails where there are none.
core::Result<HostRecords> read_records(const std::vector<std::string>& files);

struct HostRunsRequest {
  std::vector<std::string> files;
  std::string nic_rate;  // Gbit/s of the ranks' links, "10" or "10,3=25"; empty: as recorded
};

/// Their calls. Fails where none has a time and a known pattern.
core::Result<tuner::hosts::MeasuredCalls> read_calls(const HostRunsRequest& request);

/// From the file, laid over what is assumed; without a file that alone.
core::Result<core::Profile> read_host_profile(const std::optional<std::string>& file);

/// "4 ranks of mpi behind links of 0.1 Gbit/s", "2 ranks of gloo on one machine with 2 cores".
std::string text_of(const sim::hosts::HostJob& job);

/// Each job of the calls once.
std::vector<std::string> jobs_of(const std::vector<tuner::hosts::MeasuredCall>& calls);

}  // namespace treering::app::hosts
