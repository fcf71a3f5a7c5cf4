#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/libraries/library.h"
#include "tuner/measure/journal.h"
#include "tuner/runs/formats.h"

namespace treering::tuner::runs {
namespace {

using measure::Summary;

/// NCCL alone, with a process or a thread for each GPU, runs on GPUs: whatever else a file names
/// is not compared with it.
bool is_on_cpus(const Summary& summary) {
  return !sim::libraries::is_on_gpus(summary.library);
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
  row.collective = summary.configuration.call.collective;
  row.bytes = summary.configuration.call.bytes;
  row.type = summary.configuration.call.type;
  row.op = summary.configuration.call.op;
  row.nodes = summary.nodes;
  row.ranks = summary.ranks;
  row.way = summary.configuration.way;
  // A time is one of what ran, whatever was asked for.
  const measure::Used& used = summary.used;
  if (is_another_algorithm(used, summary.configuration)) {
    row.way.algorithm = used.ways.front().algorithm;
    row.is_own_choice = true;  // in place of the one that was asked for
  }
  if (used.is_known()) {
    const sim::Way& ran = used.ways.front();
    if (!row.way.protocol.empty() && !ran.protocol.empty()) row.way.protocol = ran.protocol;
    if (row.way.channels > 0 && ran.channels > 0) row.way.channels = ran.channels;
  }
  row.wrong = summary.wrong;
  row.median = MedianKnown{core::rounded(summary.known.low), core::rounded(summary.known.high),
                           summary.is_converged, summary.late};
  row.file = file;
  if (is_on_cpus(summary)) row.way.library = summary.library;
  const auto time = core::Duration::from_us(time_us(summary));
  (summary.configuration.is_in_place ? row.in_place : row.out_of_place) = time;
  return row;
}

std::string row_name(const Summary& summary) {
  const std::string way = way_text(summary.configuration);
  return fmt::format("{} {}{}{}", core::name_of(summary.configuration.call.collective),
                     core::format_size(summary.configuration.call.bytes), way.empty() ? "" : " ",
                     way);
}

/// One remark for all of `rows`, where there are some.
void reject(std::size_t rows, const std::string& file, const char* why, MeasurementSet& set) {
  if (rows == 0) return;
  set.rejected.push_back(
      {core::Severity::Warning, file, fmt::format("{} {}", core::counted(rows, "row"), why)});
  set.rejected_besides += rows - 1;
}

void add_row(const Summary& summary, const std::string& under, const std::string& file,
             MeasurementSet& set) {
  if (!summary.precision) {
    set.rejected.push_back(
        {core::Severity::Warning, file,
         fmt::format("{} failed: {}", row_name(summary),
                     summary.errors.empty() ? "no sample" : summary.errors.front())});
    return;
  }
  Measurement row = row_of(summary, file);
  if (!under.empty()) row.id += " " + under;
  set.rows.push_back(std::move(row));
  for (const std::string& error : summary.errors) {
    set.notes.push_back({core::Severity::Warning, file,
                         fmt::format("{} failed once: {}", row_name(summary), error)});
  }
}

}  // namespace

bool are_measurement_lines(std::string_view text) {
  constexpr std::size_t kSeen = 100;
  const std::string_view start = text.substr(0, std::min(text.find('\n'), kSeen));
  const std::string_view any_version = measure::kSchema.substr(0, measure::kSchema.find('/') + 1);
  return start.find(any_version) != std::string_view::npos;
}

MeasurementSet measurements_of(const std::vector<Summary>& summaries, const std::string& file) {
  MeasurementSet set;
  std::size_t pairs = 0;
  std::size_t cold = 0;
  std::size_t repeats = 0;
  std::size_t open = 0;  // of those that are kept
  const std::vector<std::string> conditions = condition_texts(summaries);
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const Summary& summary = summaries[i];
    repeats += summary.repeats;
    const auto& one = summary.configuration;
    if (one.cache == measure::Cache::Cold) {
      ++cold;
    } else if (one.pair) {
      ++pairs;
    } else {
      add_row(summary, conditions[i], file, set);
      if (summary.precision && !summary.is_converged) ++open;
    }
  }
  if (repeats > 0) {
    set.notes.push_back(
        {core::Severity::Warning, file,
         core::counted(repeats, "result") + " left out: equal ones stand before them"});
  }
  reject(pairs, file, "of two ranks alone left out: no sendrecv of all ranks", set);
  reject(cold, file, "with cold caches left out: they are no rows beside warm ones", set);
  if (open > 0) {
    set.notes.push_back(
        {core::Severity::Note, file,
         fmt::format("{} not converged: their medians are not known as well as asked",
                     core::counted(open, "result"))});
  }
  std::ranges::stable_sort(set.rows, {}, [](const Measurement& row) {
    return std::tie(row.collective, row.way.algorithm, row.way.protocol, row.bytes);
  });
  return set;
}

core::Result<RunFile> read_measurement_lines(const ImportSource& source, const ImportHints& hints) {
  auto records = measure::parse_measured(source.text, source.file);
  if (!records) return core::fail(records.error());
  RunFile runs{.file = source.file,
               .set = measurements_of(measure::summarise(*records), source.file),
               .records = *std::move(records),
               .has_records = true,
               .is_torn = measure::is_torn(source.text)};
  MeasurementSet& set = runs.set;
  if (!hints.id.empty()) {
    const std::size_t own = label_of(source.file).size();
    for (Measurement& row : set.rows) row.id.replace(0, own, hints.id);
  }
  if (runs.is_torn) {
    set.notes.push_back({core::Severity::Warning, source.file, measure::kTornLine});
  }
  return runs;
}

}  // namespace treering::tuner::runs
