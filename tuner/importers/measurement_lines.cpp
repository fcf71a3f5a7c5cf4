#include "tuner/importers/measurement_lines.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "tuner/measure/journal.h"

namespace treering::tuner::importers {
namespace {

using measure::Summary;

bool is_on_cpus(const Summary& summary) {
  return summary.library == "mpi" || summary.library == "gloo";
}

/// Of GPUs nccl-tests' own, where there is one: all that is compared with such rows has it, the
/// cost model too. A sample holds launch and wait besides.
double time_us(const Summary& summary) {
  const double median = summary.precision->median;
  return is_on_cpus(summary) ? median : summary.average_us.value_or(median);
}

Measurement row_of(const Summary& summary, const std::string& file) {
  Measurement row;
  row.id = label_of(file);
  row.collective = summary.configuration.collective;
  row.bytes = summary.configuration.bytes;
  row.type = summary.configuration.type;
  row.op = summary.configuration.op;
  row.nodes = summary.nodes;
  row.ranks = summary.ranks;
  row.algorithm = summary.configuration.algorithm;
  row.protocol = summary.configuration.protocol;
  row.channels = summary.configuration.channels;
  row.wrong = summary.wrong;
  row.file = file;
  if (is_on_cpus(summary)) row.cpu_library = summary.library;
  const auto time = core::Duration::from_us(time_us(summary));
  (summary.configuration.is_in_place ? row.in_place : row.out_of_place) = time;
  return row;
}

}  // namespace

bool are_measurement_lines(std::string_view text) {
  constexpr std::size_t kSeen = 100;
  const std::string_view start = text.substr(0, std::min(text.find('\n'), kSeen));
  return start.find(measure::kSchema) != std::string_view::npos;
}

MeasurementSet measurements_of(const std::vector<Summary>& summaries, const std::string& file) {
  MeasurementSet set;
  std::size_t pairs = 0;
  std::size_t cold = 0;
  for (const Summary& summary : summaries) {
    const auto& one = summary.configuration;
    if (one.cache == measure::Cache::Cold) {
      ++cold;
      continue;
    }
    if (one.pair) {
      ++pairs;
      continue;
    }
    if (summary.precision) {
      set.rows.push_back(row_of(summary, file));
      continue;
    }
    set.rejected.push_back(
        {core::Severity::Warning, file,
         fmt::format("{} {}{}{} failed: {}", name_of(one.collective), core::format_size(one.bytes),
                     one.algorithm.empty() ? "" : " ", one.algorithm,
                     summary.errors.empty() ? "no sample" : summary.errors.front())});
  }
  if (pairs > 0) {
    set.rejected.push_back({core::Severity::Warning, file,
                            fmt::format("{} of two ranks alone left out: no sendrecv of all ranks",
                                        core::counted(pairs, "row"))});
  }
  const auto open = static_cast<std::size_t>(std::ranges::count_if(
      summaries, [](const Summary& one) { return one.precision && !one.is_converged; }));
  if (open > 0) {
    set.notes.push_back(
        {core::Severity::Note, file,
         fmt::format("{} not converged: their medians are not known as well as asked",
                     core::counted(open, "result"))});
  }
  if (cold > 0) {
    set.rejected.push_back(
        {core::Severity::Warning, file,
         fmt::format("{} with cold caches left out: they are no rows beside warm "
                     "ones",
                     core::counted(cold, "row"))});
  }
  std::ranges::stable_sort(set.rows, {}, [](const Measurement& row) {
    return std::tie(row.collective, row.algorithm, row.protocol, row.bytes);
  });
  return set;
}

core::Result<MeasurementSet> read_measurement_lines(const ImportSource& source,
                                                    const ImportHints& hints) {
  const auto records = measure::parse_measured(source.text, source.file);
  if (!records) return core::fail(records.error());
  MeasurementSet set = measurements_of(measure::summarise(*records), source.file);
  if (!hints.id.empty()) {
    for (Measurement& row : set.rows) row.id = hints.id;
  }
  return set;
}

}  // namespace treering::tuner::importers
