// The formats of measured runs, a reader for each: our CSV, results of treering measure, the text
// and the JSON of nccl-tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "tuner/measure/summary.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {

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

/// Whether the first line of `text` has the names of such columns.
bool is_measurement_csv(std::string_view text);

core::Result<MeasurementSet> read_measurement_csv(const ImportSource& source,
                                                  const ImportHints& hints);

/// All columns, but those of a median's interval only where a row has one, and notes only where
/// there is a note for all rows. Reading it gives the same rows but for `file` and `line`.
std::string write_measurement_csv(const std::vector<Measurement>& rows,
                                  const std::string& note = "");

// Results of treering measure: JSON lines of treering.measurement/1.

/// Whether the first line of `text` is such a result.
bool are_measurement_lines(std::string_view text);

/// A row per configuration: of NCCL nccl-tests' time, as the median of its launches; else the
/// median of the medians of its launches. Failed configurations are rejected with their reasons. An
/// unfinished last line is left out.
core::Result<RunFile> read_measurement_lines(const ImportSource& source, const ImportHints& hints);

/// The same of summaries; `file` names rows and remarks.
MeasurementSet measurements_of(const std::vector<measure::Summary>& summaries,
                               const std::string& file);

// Reads the text of nccl-tests, of any version since 2017 (nccl_tests_table.h): with any prefix of
// lines (mpirun --tag-output, srun -l, kubectl logs --prefix), with colours, several runs, and
// NCCL's debug output between and within rows.

/// Whether something in `text` looks like a table of nccl-tests.
bool is_nccl_tests_text(std::string_view text);

core::Result<MeasurementSet> read_nccl_tests_text(const ImportSource& source,
                                                  const ImportHints& hints);

// Tables of others whose headings name their columns (headed_columns.h).

/// Whether a line of `text` is such a heading, and a line below it a row.
bool is_headed_table(std::string_view text);

/// Sizes are those of nccl-tests: of all ranks together in all_gather. Rows of columns that may be
/// several things are rejected.
core::Result<MeasurementSet> read_headed_table(const ImportSource& source,
                                               const ImportHints& hints);

// Reads what nccl-tests writes with -J (2.17.3 and later; "version" 1 to 3).
//
// Source: NVIDIA/nccl-tests, src/util.cu of 00f5281 (the first) to 2.19.6. Reads only what a
// measurement needs; later versions added figures of single iterations. "devices" has one entry per
// process, its first GPU, so that ranks = entries x "nthreads" x "ngpus".

core::Result<MeasurementSet> read_nccl_tests_json(const ImportSource& source,
                                                  const ImportHints& hints);

}  // namespace treering::tuner::runs
