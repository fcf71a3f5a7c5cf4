// Measurements as CSV: a row each, under a line of column names in any order.
//
//   id, gpu, gpus_per_node, nodes, ranks, nccl_version, collective,
//   gpus_per_process   that one thread submits to: nccl-tests' -g; at most those of a node
//   algo_forced, proto_forced, nchannels_forced   empty where NCCL chose
//   datatype, redop, size_bytes,
//   time_us_oop, algbw_oop_GBps, busbw_oop_GBps   out of place
//   time_us_ip, busbw_ip_GBps                     in place
//   notes       free text; "-g 8" in it stands for gpus_per_process
//   wrong       elements that came out wrong
//   time_from   "bandwidth" where there was no time and ours was reckoned from it
//   low_us, high_us, converged, late    of treering measure alone: what the median of the samples
//               lies in, "true" or "false", and how many calls are no samples
//
// Needed are collective, size_bytes and a time or a bandwidth. An algo_forced may end in
// "(default choice)", where NCCL chose it, or in "(unavailable, fallback)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {

/// Whether the first line of `text` has the names of such columns.
bool is_measurement_csv(std::string_view text);

core::Result<MeasurementSet> read_measurement_csv(const ImportSource& source,
                                                  const ImportHints& hints);

/// All columns, but those of a median's interval only where a row has one, and notes only where
/// there is a note for all rows. Reading it gives the same rows but for `file` and `line`.
std::string write_measurement_csv(const std::vector<Measurement>& rows,
                                  const std::string& note = "");

}  // namespace treering::tuner::runs
