#include "app/normal.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "hw/catalogue/gpus.h"

namespace treering::app {
namespace {

using sim::Prediction;
using tuner::check::CheckedRow;
using tuner::reference::PublishedFigure;

std::vector<Prediction> predicted(const Job& job, core::Collective collective, core::Bytes bytes) {
  sim::PredictionRequest request;
  request.collectives = {collective};
  request.sizes = {bytes.count()};
  request.model = job.time_model.model;
  request.ranks = job.ranks();
  return sim::predict(job.alternatives(request.type, request.op), job.bound, request);
}

/// NCCL's own choice, or where it has none the only row.
void expect(const Job& job, PublishedBeside& beside) {
  const auto rows = predicted(job, beside.figure.collective, beside.figure.bytes);
  const auto row = std::ranges::find_if(rows, [](const Prediction& one) {
    return one.estimate && (one.is_nccl_default || one.way.algorithm.empty());
  });
  if (row == rows.end()) return;
  const auto busbw = sim::busbw(*row, job.ranks());
  if (!busbw || !row->estimate->interval) return;
  beside.expected = busbw;
  beside.low = *busbw * (*row->time() / row->estimate->interval->high);
  beside.high = *busbw * (*row->time() / row->estimate->interval->low);
}

core::Bandwidth busbw_of(const CheckedRow& row, int ranks) {
  return core::Bytes::of(row.measurement.bytes) / row.measured *
         core::bus_factor(row.measurement.collective, ranks);
}

/// How many times as large as the other, whichever is larger.
double distance(std::uint64_t one, std::uint64_t other) {
  return static_cast<double>(std::max(one, other)) / static_cast<double>(std::min(one, other));
}

/// Whether the row was forced as the published run was. Of one that NCCL chose for itself any row
/// is of interest.
bool is_forced_alike(const tuner::reference::PublishedRun& run, const CheckedRow& row) {
  if (!run.is_forced()) return true;
  const tuner::Measurement& measured = row.measurement;
  return !measured.is_own_choice && !measured.is_fallback &&
         core::is_same_name(measured.way.algorithm, run.way.algorithm) &&
         core::is_same_name(measured.way.protocol, run.way.protocol);
}

/// As the check has it of a row that was forced alike.
void expect_forced(int ranks, const std::vector<CheckedRow>& rows, PublishedBeside& beside) {
  const PublishedFigure& figure = beside.figure;
  const auto row = std::ranges::find_if(rows, [&](const CheckedRow& one) {
    return one.measurement.collective == figure.collective &&
           one.measurement.bytes == figure.bytes.count() && is_forced_alike(figure.run, one);
  });
  if (row == rows.end()) return;
  const auto busbw = [&](core::Duration time) {
    return figure.bytes / time * core::bus_factor(figure.collective, ranks);
  };
  beside.expected = busbw(row->expected);
  beside.low = busbw(row->high);
  beside.high = busbw(row->low);
}

void add_measured(int ranks, const std::vector<CheckedRow>& rows, PublishedBeside& beside) {
  const PublishedFigure& figure = beside.figure;
  double nearest = 2;  // sizes of nccl-tests are powers of two; others are near enough
  for (const CheckedRow& row : rows) {
    if (row.measurement.collective != figure.collective) continue;
    if (!is_forced_alike(figure.run, row)) continue;
    const double far = distance(row.measurement.bytes, figure.bytes.count());
    const core::Bandwidth busbw = busbw_of(row, ranks);
    const bool is_as_near = far == nearest && (!beside.measured || busbw > *beside.measured);
    if (far > nearest || (far == nearest && !is_as_near)) continue;
    beside.measured = busbw;
    beside.measured_at = core::Bytes::of(row.measurement.bytes);
    nearest = far;
  }
}

/// Whether its loss is of more interest than that of the other.
bool tells_more(const CheckedRow& row, const CheckedRow& other, bool is_slow_run) {
  const auto is_slow = [&](const CheckedRow& one) {
    return is_slow_run && one.place == tuner::check::Place::Slow;
  };
  if (is_slow(row) != is_slow(other)) return is_slow(row);
  return is_slow(row) ? row.share() < other.share()
                      : row.measurement.bytes > other.measurement.bytes;
}

bool was_forced_alike(const PublishedFigure& figure, const std::vector<CheckedRow>& rows) {
  return std::ranges::any_of(rows, [&](const CheckedRow& row) {
    return row.measurement.collective == figure.collective && is_forced_alike(figure.run, row);
  });
}

bool has_nvlink(const core::Topology& node) {
  return std::ranges::any_of(node.links(),
                             [](const auto& link) { return link.kind == core::LinkKind::NvLink; });
}

bool is_of_network(const tuner::reference::PublishedRun& run, const Job& job) {
  if (run.network == "NVLink bridge") return has_nvlink(job.machine.cluster.node);
  const std::string network = job.network();
  if (network.empty() || run.network.empty() || run.network == "NVLink") return true;
  return network.starts_with(core::lower_case(run.network));  // "efa1" is an EFA
}

/// "H100 SXM5" of "H100 SXM5 64GB": the links of a GPU do not go by its memory.
std::string_view without_memory(std::string_view name) {
  const std::size_t last = name.rfind(' ');
  return name.ends_with("GB") && last != std::string_view::npos ? name.substr(0, last) : name;
}

/// By the machine, else, where its PCI ids are unknown, by the log.
std::string_view gpu_of(const core::Topology& node, const std::vector<CheckedRow>& rows) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  if (gpus.empty()) return {};
  const std::string_view known = hw::catalogue::gpu_model_name(node.device(gpus.front()));
  if (!known.empty() || rows.empty()) return without_memory(known);
  const auto* const logged = hw::catalogue::nvlink_model_of(rows.front().measurement.gpu);
  return logged == nullptr ? std::string_view() : without_memory(logged->name);
}

}  // namespace

std::vector<PublishedBeside> published_beside(const Job& job,
                                              const std::vector<core::Collective>& collectives,
                                              const std::vector<CheckedRow>& rows) {
  const int nodes = job.machine.job.nodes;
  const int ranks = job.ranks();
  std::vector<PublishedBeside> result;
  const auto figures =
      tuner::reference::published_on(gpu_of(job.machine.cluster.node, rows), nodes, ranks / nodes);
  for (const PublishedFigure& figure : figures) {
    if (std::ranges::find(collectives, figure.collective) == collectives.end()) continue;
    if (figure.run.is_forced() && !was_forced_alike(figure, rows)) continue;
    PublishedBeside beside;
    beside.figure = figure;
    beside.is_same_network = is_of_network(figure.run, job);
    add_measured(ranks, rows, beside);
    if (figure.run.is_forced()) {
      expect_forced(ranks, rows, beside);
    } else {
      expect(job, beside);
    }
    result.push_back(std::move(beside));
  }
  std::ranges::stable_sort(result, {}, [](const PublishedBeside& one) {
    return std::tuple(one.figure.collective, one.figure.run.is_forced(), !one.is_same_network,
                      !one.figure.run.is_nvidias(), one.figure.run.kernels != "legacy",
                      one.figure.bytes);
  });
  return result;
}

std::optional<tuner::reference::Nearest> nearest_published(const Job& job,
                                                           core::Collective collective,
                                                           core::Bytes bytes) {
  const auto kind = job.time_model_name().kind;
  if (!kind || bytes.count() == 0 || job.ranks() < 2) return {};
  tuner::reference::Sought sought;
  sought.collective = collective;
  sought.bytes = bytes;
  sought.place.gpu = gpu_of(job.machine.cluster.node, {});
  sought.place.generation = kind->gpu;
  sought.place.has_nvlink = kind->link != "pcie";
  sought.place.network = kind->network;
  sought.place.nodes = job.machine.job.nodes;
  sought.place.gpus_per_node = job.ranks() / job.machine.job.nodes;
  return tuner::reference::nearest_to(sought);
}

std::vector<MeasuredLoss> losses_of(const Job& job, const tuner::check::Check& check) {
  const bool is_slow = check.is_slow();
  std::map<core::Collective, const CheckedRow*> telling;
  for (const CheckedRow& row : check.rows) {
    const CheckedRow*& one = telling[row.measurement.collective];
    if (one == nullptr || tells_more(row, *one, is_slow)) one = &row;
  }
  const CeilingSource ceilings(job.plan, job.time_model, job.bound, job.machine.cluster);
  std::vector<MeasuredLoss> losses;
  for (const auto& [collective, row] : telling) {
    const auto candidates = predicted(job, collective, core::Bytes::of(row->measurement.bytes));
    const auto same = std::ranges::find_if(
        candidates, [&](const Prediction& one) { return one.way.has_names_of(row->way); });
    if (same == candidates.end()) continue;
    core::Call call;
    call.collective = collective;
    call.bytes = same->bytes.count();
    auto ceiling = ceilings.of(*same, call);
    if (!ceiling) continue;
    losses.push_back({collective, *std::move(ceiling), busbw_of(*row, job.ranks()),
                      port_share(job, *same, row->measured), job.ranks() / job.plan.shape.nodes});
  }
  return losses;
}

}  // namespace treering::app
