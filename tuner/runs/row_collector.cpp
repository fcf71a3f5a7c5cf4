#include "tuner/runs/row_collector.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/call.h"
#include "core/text/quote.h"
#include "core/units.h"
#include "sim/test_size.h"

namespace treering::tuner::runs {
namespace {

// nccl-tests prints times and bandwidths of one measurement; more than this apart they are of two.
constexpr double kTolerance = 0.03;

/// algbw that size and time come to.
double algbw_of(const Measurement& row, double time_us) {
  return (core::Bytes::of(row.bytes) / core::Duration::from_us(time_us)).in_gb_per_s();
}

/// Whether `printed` may stand for a figure between the two.
bool fits(const Figure& printed, double least, double greatest) {
  const double low = (printed.value - printed.half_step) * (1 - kTolerance);
  const double high = (printed.value + printed.half_step) * (1 + kTolerance);
  return low <= greatest && least <= high;
}

/// "busbw 12.3 GB/s, but size over time makes 24.6"; empty where all is well.
std::string contradiction(const Measurement& row, const PlacementFigures& figures) {
  if (!figures.time_us || figures.time_us->value <= 0) return "";
  const Figure& time = *figures.time_us;
  // A time may be rounded down to less than half of its last digit.
  const double shortest = std::max(time.value - time.half_step, time.value / 2);
  const double least = algbw_of(row, time.value + time.half_step);
  const double greatest = algbw_of(row, shortest);
  const double expected = algbw_of(row, time.value);
  if (const auto& algbw = figures.algbw_gb_per_s; algbw && !fits(*algbw, least, greatest)) {
    return fmt::format("algbw {:g} GB/s, but size over time makes {:.4g}", algbw->value, expected);
  }
  if (row.ranks == 0) return "";
  const double factor = core::bus_factor(row.collective, row.ranks);
  const auto& busbw = figures.busbw_gb_per_s;
  if (!busbw || fits(*busbw, least * factor, greatest * factor)) return "";
  return fmt::format("busbw {:g} GB/s, but size over time makes {:.4g} with {}", busbw->value,
                     expected * factor, core::counted(row.ranks, "rank"));
}

/// A time from a bandwidth above zero.
std::optional<double> time_from_bandwidth(const Measurement& row, const PlacementFigures& figures) {
  double algbw = figures.algbw_gb_per_s ? figures.algbw_gb_per_s->value : 0;
  if (algbw <= 0 && figures.busbw_gb_per_s && row.ranks > 0) {
    const double factor = core::bus_factor(row.collective, row.ranks);
    if (factor > 0) algbw = figures.busbw_gb_per_s->value / factor;
  }
  if (!(algbw > 0)) return {};
  const double us = (core::Bytes::of(row.bytes) / core::Bandwidth::from_gb_per_s(algbw)).in_us();
  if (!std::isfinite(us) || us <= 0) return {};
  return us;
}

std::optional<core::Duration> duration_of(const std::optional<Figure>& time_us) {
  if (!time_us) return {};
  return core::Duration::from_us(time_us->value);
}

/// Fills in the times; why the row has none otherwise.
std::string fill_times(ParsedRow& parsed) {
  Measurement& row = parsed.row;
  if (row.bytes == 0) return "a call of 0 bytes, which NCCL drops";
  if (core::Bytes::of(row.bytes) > sim::kLargestCall) {
    return fmt::format("size {}, expected at most {}", row.bytes,
                       core::format_size(sim::kLargestCall));
  }
  for (const auto& time : {parsed.out_of_place.time_us, parsed.in_place.time_us}) {
    if (time && !(time->value > 0))
      return fmt::format("time {:g} us, expected above 0", time->value);
  }
  row.out_of_place = duration_of(parsed.out_of_place.time_us);
  row.in_place = duration_of(parsed.in_place.time_us);
  if (time_of(row)) return "";
  const auto out = time_from_bandwidth(row, parsed.out_of_place);
  const auto in = time_from_bandwidth(row, parsed.in_place);
  if (!out && !in) return "neither a time nor a bandwidth above 0";
  row.is_time_derived = true;
  if (out) row.out_of_place = core::Duration::from_us(*out);
  if (in) row.in_place = core::Duration::from_us(*in);
  return "";
}

/// A log's facts about its job may be damaged or of several jobs: contradictions become unknown.
/// Returns what was doubtful, empty otherwise.
std::string forget_impossible_job(Measurement& row) {
  std::string doubt;
  const bool lacks_ranks = row.ranks > 0 && row.ranks < row.nodes;
  const bool lacks_gpus = row.nodes > 0 && row.gpus_per_node > 0 &&
                          row.ranks > std::int64_t{row.nodes} * row.gpus_per_node;
  if (lacks_ranks || lacks_gpus) {
    doubt = fmt::format("{} cannot run on {}; the number of nodes stays unknown",
                        core::counted(row.ranks, "rank"), core::counted(row.nodes, "node"));
    row.nodes = 0;
    row.gpus_per_node = 0;
  }
  // A thread's GPUs may be in several communicators; a row is about one.
  const int most = row.gpus_per_node > 0 ? row.gpus_per_node : row.ranks;
  if (most > 0) row.gpus_per_process = std::min(row.gpus_per_process, most);
  return doubt;
}

/// Texts from outside stand in tables and JSON later on.
void make_printable(Measurement& row) {
  for (std::string* text : {&row.id, &row.gpu, &row.network, &row.way.algorithm, &row.way.protocol,
                            &row.nccl_version, &row.file}) {
    *text = core::printable(*text);
  }
}

}  // namespace

void RowCollector::add(ParsedRow parsed) {
  if (parsed.problem.empty()) parsed.problem = fill_times(parsed);
  if (!parsed.problem.empty()) {
    reject(std::move(parsed.where), std::move(parsed.problem));
    return;
  }
  if (auto doubt = forget_impossible_job(parsed.row); !doubt.empty()) {
    note_once(parsed.where, std::move(doubt));
  }
  make_printable(parsed.row);
  note_contradictions(parsed);
  if (!parsed.doubt.empty()) note(parsed.where, std::move(parsed.doubt));
  if (parsed.row.wrong.value_or(0) > 0) {
    note(parsed.where,
         fmt::format("{} came out wrong", core::counted(*parsed.row.wrong, "element")));
  }
  set_.rows.push_back(std::move(parsed.row));
}

namespace {

/// Up to June 2020 algbw of all_gather and reduce_scatter was that of what a rank receives from
/// others (nccl-tests, ec1b5e2): busbw is the same.
bool has_old_algbw(const ParsedRow& parsed) {
  const core::Collective one = parsed.row.collective;
  const bool is_one = one == core::Collective::AllGather || one == core::Collective::ReduceScatter;
  const auto& figures = parsed.out_of_place;
  return is_one && !parsed.signs.root && parsed.signs.count > 0 && figures.algbw_gb_per_s &&
         figures.algbw_gb_per_s == figures.busbw_gb_per_s;
}

}  // namespace

void RowCollector::note_contradictions(const ParsedRow& parsed) {
  if (has_old_algbw(parsed)) return;
  const std::string out = contradiction(parsed.row, parsed.out_of_place);
  if (!out.empty()) note(parsed.where, "out of place: " + out);
  const std::string in = contradiction(parsed.row, parsed.in_place);
  if (!in.empty()) note(parsed.where, "in place: " + in);
}

void RowCollector::reject(std::string where, std::string text) {
  set_.rejected.push_back({core::Severity::Error, std::move(where), std::move(text)});
}

void RowCollector::note(std::string where, std::string text) {
  set_.notes.push_back({core::Severity::Warning, std::move(where), std::move(text)});
}

void RowCollector::fault(RunFault fault) {
  // Each process that ran alone shows it again.
  const bool is_known =
      fault.what == RunFault::What::RanAlone &&
      std::ranges::find(set_.faults, fault.what, &RunFault::what) != set_.faults.end();
  if (!is_known && said_.insert(fault.text).second) set_.faults.push_back(std::move(fault));
}

void RowCollector::variables(const std::map<std::string, std::string>& of_run) {
  if (!std::exchange(has_run_, true)) {
    set_.variables = of_run;
    return;
  }
  std::erase_if(set_.variables, [&](const auto& one) {
    const auto found = of_run.find(one.first);
    return found == of_run.end() || found->second != one.second;
  });
}

void RowCollector::settings(RunSettings of_run) {
  variables(of_run.variables);
  set_.runs.push_back(std::move(of_run));
}

void RowCollector::open(const std::vector<core::Collective>& collectives) {
  auto& all = set_.open_collectives;
  for (const core::Collective one : collectives) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
}

void RowCollector::deduced(std::string where, std::string text) {
  if (!said_.insert(text).second) return;
  set_.deduced.push_back({core::Severity::Note, std::move(where), std::move(text)});
}

void RowCollector::note_once(std::string where, std::string text) {
  if (said_.insert(text).second) note(std::move(where), std::move(text));
}

bool RowCollector::is_full() const {
  return set_.rows.size() > kMaxMeasurements ||
         set_.rejected.size() + set_.notes.size() + set_.faults.size() > kMaxRemarks;
}

core::Result<MeasurementSet> RowCollector::finish(const std::string& file) && {
  if (!is_full()) return std::move(set_);
  if (set_.rows.size() > kMaxMeasurements) {
    return core::bad_input(file, fmt::format("more than {} rows", kMaxMeasurements), "",
                           "give it in parts");
  }
  if (set_.rejected.empty() && set_.notes.empty()) {
    return core::bad_input(file, fmt::format("more than {} runs that are not whole", kMaxRemarks));
  }
  const auto& sample = set_.rejected.empty() ? set_.notes.back() : set_.rejected.back();
  return core::bad_input(
      file, fmt::format("more than {} rows that are broken or doubtful", kMaxRemarks),
      fmt::format("such as {}: {}", sample.where, sample.text), "is this the right file?");
}

}  // namespace treering::tuner::runs
