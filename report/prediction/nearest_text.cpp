#include "report/prediction/nearest_text.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/figures.h"
#include "report/remarks.h"

namespace treering::report::prediction {
namespace {

using tuner::reference::Distance;
using tuner::reference::Nearest;
using tuner::reference::NearRun;
using tuner::reference::RunPlace;

/// "24 x", "1.5 x"; to two digits.
std::string factor_text(double factor) {
  return significant(factor, 2) + " x";
}

/// "365", "320..351": GB/s of busbw.
std::string busbw_of_runs(const NearRun& run) {
  const std::string least = significant(run.least.in_gb_per_s());
  const std::string greatest = significant(run.greatest.in_gb_per_s());
  return least == greatest ? least : least + ".." + greatest;
}

/// "2 nodes x 8 H100 SXM5 over EFA", "8 H100 SXM5".
std::string place_text(const RunPlace& place) {
  std::string text = place.nodes > 1 ? fmt::format("{} nodes x ", place.nodes) : "";
  text += fmt::format("{} {}", place.gpus_per_node, place.gpu);
  return place.network.empty() ? text : fmt::format("{} over {}", text, place.network);
}

/// "nvidia-h100-nvl8", "stas-h200-1n and 2 more".
std::string names_of_runs(const NearRun& run) {
  return run.runs == 1 ? run.figure.run.name
                       : fmt::format("{} and {} more", run.figure.run.name, run.runs - 1);
}

std::string run_line(const NearRun& run) {
  return fmt::format("{} at {} on {} ({}): {}", busbw_of_runs(run),
                     core::format_size(run.figure.bytes), place_text(place_of(run.figure.run)),
                     names_of_runs(run), distance_text(run.distance));
}

/// Where a run is missing, or the job beyond all.
std::string edge_sentence(const app::PredictReport& report, const Nearest& nearest) {
  if (nearest.beyond) {
    return fmt::format("Beyond all published runs on such machines: {}.",
                       beyond_runs_text(*nearest.beyond));
  }
  if (nearest.knows_kind) return "";
  const auto& kind = *report.time_model.kind;
  const std::string network = kind.network.empty() ? "" : fmt::format(", {}", kind.network);
  return fmt::format(
      "No run on this kind of machine ({}, {}{}) is among the published ones that treering has.",
      kind.gpu, kind.link, network);
}

}  // namespace

std::string distance_text(const Distance& distance) {
  std::vector<std::string> parts;
  if (distance.is_same_machine()) parts.emplace_back("same machine");
  if (distance.nodes > 1) parts.push_back(factor_text(distance.nodes) + " in nodes");
  if (distance.gpus_per_node > 1) {
    parts.push_back(factor_text(distance.gpus_per_node) + " in GPUs a node");
  }
  if (distance.is_other_gpu) parts.emplace_back("another GPU");
  if (distance.is_other_network) parts.emplace_back("another network");
  if (distance.bytes > 1) parts.push_back(factor_text(distance.bytes) + " in size");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string beyond_runs_text(const tuner::reference::Beyond& beyond) {
  return fmt::format("extrapolated {} in {} from {}", factor_text(beyond.factor),
                     beyond.is_in_nodes ? "nodes" : "GPUs", beyond.run);
}

std::string nearest_text(const app::PredictReport& report, std::size_t index, std::size_t width) {
  if (index >= report.nearest.size() || !report.nearest[index]) return "";
  const Nearest& nearest = *report.nearest[index];
  std::string text;
  if (!nearest.runs.empty()) {
    text += remark(fmt::format("Is that normal? The nearest published runs of {}, busbw in GB/s:",
                               core::name_of(report.calls.collectives[index])),
                   0, width);
  }
  for (const NearRun& run : nearest.runs) text += led_remark("  ", run_line(run), width);
  const std::string edge = edge_sentence(report, nearest);
  if (!edge.empty()) text += remark(edge, 0, width);
  return text.empty() ? "" : "#\n" + text;
}

}  // namespace treering::report::prediction
