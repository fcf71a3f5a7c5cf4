#include "app/expect.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "app/work/patience.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/topology/cluster.h"
#include "core/topology/part.h"
#include "hw/catalogue/gpus.h"
#include "sim/predict.h"
#include "tuner/floors/floor.h"

namespace treering::app {
namespace {

using sim::Prediction;
using tuner::floors::Expectation;

std::string gpu_model_of(const core::Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  if (gpus.empty()) return "";
  return std::string(hw::catalogue::gpu_model_name(node.device(gpus.front())));
}

tuner::floors::Sheet sheet_of(const Job& job) {
  const core::Topology& node = job.machine.cluster.node;
  tuner::floors::Sheet sheet;
  sheet.topology = node.name();
  sheet.gpu = gpu_model_of(node);
  sheet.nodes = job.machine.job.nodes;
  sheet.hosts = sheet.nodes * core::host_count(node);
  sheet.ranks = job.ranks();
  sheet.nccl_version = job.machine.job.nccl_version;
  return sheet;
}

/// NCCL's own choices, and where it has none the only row of a call; with a time and an interval.
std::vector<Prediction> choices(const Job& job, const setup::Calls& calls) {
  auto rows = sim::predict(job.alternatives(calls.type, calls.op), job.bound,
                           setup::prediction_request(calls, job.ranks()));
  std::erase_if(rows, [&](const Prediction& row) {
    const bool is_chosen = row.is_nccl_default || row.way.algorithm.empty();
    return !is_chosen || !row.estimate || !row.estimate->interval || !sim::busbw(row, job.ranks());
  });
  // Sizes that are rounded down to the same are one call.
  const auto same = std::ranges::unique(rows, [](const Prediction& one, const Prediction& other) {
    return one.collective == other.collective && one.bytes == other.bytes;
  });
  rows.erase(same.begin(), same.end());
  return rows;
}

/// Whether what is published of such machines holds for the job: another setting, adapter or
/// switch is another machine.
bool is_as_published(const Job& job, const setup::Calls& calls) {
  return job.machine.variables.empty() && job.machine.nics.empty() &&
         core::order_text(job.machine.cluster).empty() && calls.type == core::DataType::Float &&
         calls.op == core::ReduceOp::Sum;
}

/// Those that floors may go by.
std::vector<PublishedBeside> published_for(const Job& job, const setup::Calls& calls) {
  if (!is_as_published(job, calls)) return {};
  auto all = published_beside(job, calls.collectives, {});
  std::erase_if(all, [](const PublishedBeside& one) {
    return !one.is_same_network || !one.expected || one.figure.run.is_forced() ||
           one.figure.run.kernels != "legacy";
  });
  return all;
}

double times_apart(core::Bytes one, core::Bytes other) {
  const auto [less, more] = std::minmax(one, other);
  return static_cast<double>(more.count()) / static_cast<double>(less.count());
}

/// Of each run the figure at the nearest size, if that is no farther than a factor of four.
std::vector<PublishedBeside> near(const std::vector<PublishedBeside>& all, const Prediction& row) {
  constexpr double kNear = 4;
  std::map<std::string, const PublishedBeside*> nearest;  // by run
  for (const PublishedBeside& one : all) {
    const double far = times_apart(one.figure.bytes, row.bytes);
    if (one.figure.collective != row.collective || far > kNear) continue;
    const PublishedBeside*& best = nearest[one.figure.run.name];
    if (best == nullptr || far < times_apart(best->figure.bytes, row.bytes)) best = &one;
  }
  std::vector<PublishedBeside> result;
  for (const auto& [run, one] : nearest) result.push_back(*one);
  return result;
}

tuner::floors::Row row_of(const Job& job, const Prediction& row,
                          const std::vector<PublishedBeside>& published, bool has_floor) {
  tuner::floors::Row result;
  result.collective = row.collective;
  result.bytes = row.bytes;
  result.way = row.way;
  result.busbw = *sim::busbw(row, job.ranks());
  result.low = result.busbw * (*row.time() / row.estimate->interval->high);
  result.high = result.busbw * (*row.time() / row.estimate->interval->low);
  for (const PublishedBeside& one : published) result.published.push_back(one.figure.busbw);
  if (!has_floor) return result;
  // Published runs do not narrow it: beside them far more good runs of unknown clusters would be
  // below (docs/floors.md).
  const Expectation expected =
      tuner::floors::expectation(result.busbw, *row.time(), row.estimate->latest, row.bytes);
  result.floor = tuner::floors::floor_of(expected);
  result.catches_small =
      tuner::floors::share_caught(expected, *result.floor, tuner::floors::kSmallLoss);
  result.catches_large =
      tuner::floors::share_caught(expected, *result.floor, tuner::floors::kLargeLoss);
  return result;
}

/// Why nobody should judge a machine by what is partly a guess of it; empty where nothing is.
std::string why_no_floor(const setup::Setup& machine) {
  std::vector<std::string> sentences;
  for (const setup::Guess& one : setup::guesses_of(machine)) {
    sentences.push_back(fmt::format("{}; {}", one.text, one.hint));
  }
  if (sentences.empty()) return "";
  return fmt::format("no floors, since a machine that is partly a guess would be judged by it. {}",
                     fmt::join(sentences, ". "));
}

void add_job_notes(const Job& job, ExpectReport& report) {
  report.job.notes = setup::notes_on(report.job, job.plan, report.calls.collectives);
  std::string op = setup::op_note(report.calls.collectives, report.calls.op);
  if (!op.empty()) report.job.notes.push_back(std::move(op));
}

/// Collectives without a row, which NCCL fails or which carry nothing at these sizes.
void add_absent(ExpectReport& report) {
  const auto known = tuner::floors::collectives_of(report.sheet);
  for (const core::Collective one : report.calls.collectives) {
    if (std::ranges::find(known, one) != known.end()) continue;
    report.notes.push_back(
        fmt::format("{}: nothing is expected, as NCCL carries no such call here at these sizes",
                    core::name_of(one)));
  }
}

}  // namespace

core::Result<ExpectReport> answer(const Job& job, const ExpectRequest& request) {
  auto calls = setup::calls_of(request.calls);
  if (!calls) return core::fail(calls.error());
  ExpectReport report;
  report.calls = *std::move(calls);
  report.deciding = deciding_facts(job, report.calls);
  report.job = with_doubts(job.machine, report.deciding);
  add_job_notes(job, report);
  report.time_model = job.time_model_name();
  report.sheet = sheet_of(job);
  report.why_no_floor = why_no_floor(report.job);
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  if (job.ranks() == 1) return report;
  const auto published = published_for(job, report.calls);
  for (const Prediction& row : choices(job, report.calls)) {
    const auto beside = near(published, row);
    report.sheet.rows.push_back(row_of(job, row, beside, report.why_no_floor.empty()));
    report.published.push_back(beside);
  }
  add_absent(report);
  return report;
}

core::Result<ExpectReport> answer(const ExpectRequest& request) {
  if (const auto calls = setup::calls_of(request.calls); !calls) return core::fail(calls.error());
  const auto job = open(request.job, request.time_model, request.calls.model);
  if (!job) return core::fail(job.error());
  return answer(**job, request);
}

core::Result<tuner::floors::Written> written_as(const ExpectReport& report, std::string_view form) {
  std::vector<std::string_view> known;
  for (const tuner::floors::Form& one : tuner::floors::all_forms()) {
    if (core::is_same_name(form, one.name)) {
      if (report.sheet.ranks == 1) {
        return tuner::floors::Written{"", "a job of one rank sends nothing, and has no floors"};
      }
      if (!report.why_no_floor.empty() && one.name != "csv" && one.name != "md") {
        return tuner::floors::Written{"", report.why_no_floor};
      }
      return one.write(report.sheet);
    }
    known.push_back(one.name);
  }
  return core::unknown_name(core::field("to"), form, known);
}

}  // namespace treering::app
