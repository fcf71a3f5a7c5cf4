#include "report/prediction/ceiling_text.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "core/topology/names.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/prediction/reach_text.h"
#include "report/remarks.h"

namespace treering::report::prediction {
namespace {

using app::Ceiling;
using app::CeilingKind;
using app::CeilingStep;

/// Smaller changes are not worth a line.
constexpr double kLeastChange = 0.005;

bool is_next_to_all(double share) {
  return share > 1 - kLeastChange && share < 1 + kLeastChange;
}

/// "Tree/LL128"; the collective where there is nothing to choose.
std::string row_text(const Ceiling& ceiling, core::Collective collective) {
  return ceiling.way.algorithm.empty() ? std::string(core::name_of(collective))
                                       : text_of(ceiling.way);
}

/// "NVLink 900 + C2C 225 + PCIe 63.02 = "; empty where there is one kind.
std::string kinds_text(const Ceiling& ceiling) {
  std::vector<std::string> parts;
  for (const app::LinkShare& share : ceiling.wire_kinds) {
    parts.push_back(
        fmt::format("{} {}", core::title_of(share.kind), significant(share.rate.in_gb_per_s(), 4)));
  }
  return parts.empty() ? "" : fmt::format("{} = ", fmt::join(parts, " + "));
}

std::string wires_text(const Ceiling& ceiling) {
  const std::string kinds = kinds_text(ceiling);
  std::string text = fmt::format("{}{} {}{} GB/s each way", ceiling.wires,
                                 kinds.empty() ? "," : ", all together:", kinds,
                                 significant(ceiling.wire_rate.in_gb_per_s(), 4));
  const double share = ceiling.steps.front().busbw / ceiling.wire_rate;
  if (is_next_to_all(share)) return text;
  return text + fmt::format(", which carry {:.4g} x the size", ceiling.traffic);
}

/// Names the term that takes most of the time, where that is not one of the steps.
std::string predicted_text(const Ceiling& ceiling, const sim::nccl::call::Limit& limit) {
  std::string text = "predicted; the rest is latency and pipeline fill";
  bool is_step = limit.term.empty() || !limit.steps.empty();
  for (const CeilingStep& step : ceiling.steps) is_step = is_step || step.what == limit.term;
  if (!is_step) {
    text += fmt::format(", most of it {} ({:.0f} % of the time)", limit.term, 100 * limit.share);
  }
  return text;
}

/// Where little of the wires is reached, other parts of the path are narrower than they.
std::string reached_text(const Ceiling& ceiling, const CeilingStep& step,
                         const CeilingStep& before) {
  constexpr double kMuch = 0.6;
  if (step.what == ceiling.wires && step.busbw / before.busbw > kMuch) {
    return "what measured machines reach of that";
  }
  return fmt::format("what measured machines reach on the paths that NCCL takes ({})", step.what);
}

std::string step_text(const Ceiling& ceiling, std::size_t index,
                      const sim::nccl::call::Limit& limit) {
  const CeilingStep& step = ceiling.steps[index];
  switch (step.kind) {
    case CeilingKind::Wires:
      return wires_text(ceiling);
    case CeilingKind::Flags:
      return fmt::format("with the flags that {} sends beside the data", ceiling.way.protocol);
    case CeilingKind::Reached:
      return reached_text(ceiling, step, ceiling.steps[index - 1]);
    case CeilingKind::Transfer:
      if (!limit.steps.empty()) return "by NCCL's model: " + bandwidth_text(limit);
      if (step.what.empty()) return "by the bandwidths of NCCL's model";
      if (step.what == ceiling.steps[index - 1].what) return "with all that moves the data";
      return "with all that moves the data, above all " + step.what;
    case CeilingKind::Predicted:
      return predicted_text(ceiling, limit);
  }
  return "";
}

/// Where wires do not matter.
std::string small_call_text(const Ceiling& ceiling, const sim::nccl::call::Limit& limit,
                            const CeilingContext& context) {
  const std::string most =
      limit.term.empty() ? ""
                         : fmt::format(", mostly {} ({:.0f} %)", limit.term, 100 * limit.share);
  return remark(
      fmt::format("At {} nearly all of the time of {} is latency{}.",
                  core::format_size(ceiling.bytes), row_text(ceiling, context.collective), most),
      0, context.width);
}

}  // namespace

std::string allowed_text(const Ceiling& ceiling) {
  constexpr std::string_view kArticle = "the ";  // names of cuts have one, those of terms none
  std::string_view wires = ceiling.wires;
  if (wires.starts_with(kArticle)) wires.remove_prefix(kArticle.size());
  return fmt::format("what the {} allow {}", wires,
                     ceiling.way.algorithm.empty() ? "it" : ceiling.way.algorithm);
}

std::vector<CeilingLine> ceiling_lines(const Ceiling& ceiling,
                                       const sim::nccl::call::Limit& limit) {
  std::vector<CeilingLine> lines;
  for (std::size_t i = 0; i < ceiling.steps.size(); ++i) {
    const CeilingStep& step = ceiling.steps[i];
    const bool is_end = i == 0 || i + 1 == ceiling.steps.size();
    if (!is_end && is_next_to_all(step.busbw / lines.back().busbw)) continue;
    lines.push_back({step.busbw, step_text(ceiling, i, limit)});
  }
  return lines;
}

bool is_mostly_latency(const Ceiling& ceiling) {
  constexpr double kLeastShare = 0.01;
  return ceiling.steps.back().busbw / ceiling.steps.front().busbw < kLeastShare;
}

std::string ceiling_text(const Ceiling& ceiling, const sim::nccl::call::Limit& limit,
                         const CeilingContext& context) {
  if (is_mostly_latency(ceiling)) return small_call_text(ceiling, limit, context);
  std::string text =
      remark(fmt::format("busbw of {} at {}, in GB/s, from the wires down:",
                         row_text(ceiling, context.collective), core::format_size(ceiling.bytes)),
             0, context.width);
  for (const CeilingLine& line : ceiling_lines(ceiling, limit)) {
    text += led_remark(fmt::format("  {:>6}  ", bandwidth_figure(line.busbw)), line.text,
                       context.width);
  }
  return text;
}

std::string above_wires_text(const Ceiling& ceiling, const CeilingContext& context) {
  const double factor = core::bus_factor(context.collective, context.ranks);
  const core::Bandwidth busbw = ceiling.steps.back().busbw;
  const std::string_view definition =
      context.collective == core::Collective::AllReduce ? " (2(n-1)/n)" : "";
  const std::string name =
      ceiling.way.algorithm.empty() ? row_text(ceiling, context.collective) : ceiling.way.algorithm;
  return fmt::format(
      "{}'s busbw of {} at {} is above the {:.4g} GB/s of the {}. That is right: nccl-tests "
      "defines busbw as algbw x {:.4g}{}, a ring's traffic; {} sends {:.4g} x the size, {} GB/s.",
      name, bandwidth_figure(busbw), core::format_size(ceiling.bytes),
      ceiling.wire_rate.in_gb_per_s(), ceiling.wires, factor, definition, name, ceiling.traffic,
      bandwidth_figure(busbw / factor * ceiling.traffic));
}

}  // namespace treering::report::prediction
