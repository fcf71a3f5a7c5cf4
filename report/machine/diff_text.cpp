#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text/table.h"
#include "core/units.h"
#include "report/display.h"
#include "report/heading.h"
#include "report/machine/machine_text.h"
#include "report/remarks.h"

namespace treering::report::machine {
namespace {

using tuner::diff::Difference;
using tuner::diff::Weight;

// Predictions nearer to each other than this are the same to a reader.
constexpr double kSameTime = 0.005;

std::string_view heading_of(Weight weight) {
  switch (weight) {
    case Weight::Heavy:
      return "Slows collectives down, or changes NCCL's choices";
    case Weight::Possible:
      return "May matter";
    case Weight::Harmless:
      return "Harmless: other names for the same";
    case Weight::Unknown:
      break;
  }
  return "Not compared, because one of the two does not report it";
}

std::string gpus_of(const app::DiffSide& side) {
  const std::string gpus = core::counted(side.cluster.node.gpu_count(), "GPU");
  return side.cluster.node_count == 1
             ? gpus
             : fmt::format("{} of {}", core::counted(side.cluster.node_count, "node"), gpus);
}

bool has_unknown(const app::DiffReport& report) {
  return std::ranges::any_of(report.differences,
                             [](const Difference& one) { return one.weight == Weight::Unknown; });
}

/// "A: dgx-h100 (8 GPUs)", and below it what is a guess.
std::string side_lines(std::string_view name, const app::DiffSide& side, bool has_times,
                       std::size_t width) {
  constexpr std::size_t kIndent = 3;
  std::string text = fmt::format("{}: {} ({})\n", name, side.source, gpus_of(side));
  const std::string doubtful = has_times ? fmt::format("times on {}", name) : "";
  for (const app::setup::Guess& guess : side.guesses) {
    text += fmt::format("{:{}}{}\n", "", kIndent,
                        core::wrapped(guess_text(guess, doubtful), width - kIndent, kIndent));
  }
  return text;
}

/// "4.20 ms on B", and whether that is a guess.
std::string time_on(std::string_view name, const app::DiffSide& side) {
  return fmt::format("{} on {}{}", core::format_duration(*side.time), name,
                     side.guesses.empty() ? "" : " (a guess)");
}

/// "Predicted: all_reduce of 1 GiB takes 3.10 ms on A, 4.20 ms on B by the cost model"; nothing
/// where neither is slower.
std::string effect_text(const app::DiffReport& report, std::size_t width) {
  const auto& [a, b] = report.sides;
  if (!a.time || !b.time) return "";
  if (std::abs(*a.time / *b.time - 1) < kSameTime) return "";
  const bool is_same = a.cluster.node_count == b.cluster.node_count;
  return core::wrapped(
             fmt::format("Predicted: all_reduce of 1 GiB{} takes {}, {} by the cost model{}",
                         is_same ? "" : " within one node", time_on("A", a), time_on("B", b),
                         has_unknown(report)
                             ? ", counting what is assumed where a source does not say"
                             : ""),
             width, 0) +
         "\n";
}

std::string list_of(const app::DiffReport& report, std::size_t width) {
  std::string text;
  const Weight* last = nullptr;
  for (const Difference& difference : report.differences) {
    if (last == nullptr || *last != difference.weight) {
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", heading_of(difference.weight));
    }
    last = &difference.weight;
    text += dashed(difference.text(), width);
  }
  return text;
}

}  // namespace

std::string diff_text(const app::DiffReport& report, bool is_quiet, const Display& display) {
  const std::size_t width = display.text_width();
  const std::string effect = effect_text(report, width);
  std::string text;
  for (std::size_t i = 0; i < report.sides.size() && !is_quiet; ++i) {
    text += side_lines(i == 0 ? "A" : "B", report.sides.at(i), !effect.empty(), width);
  }
  if (!is_quiet) text += "\n";
  if (report.is_alike) {
    text +=
        fmt::format("A and B are alike{}\n",
                    has_unknown(report) || !report.is_certain ? " in what is known of both" : "");
  }
  if (report.differences.empty()) return text;
  if (report.is_alike) text += "\n";
  text += list_of(report, width);
  return effect.empty() ? text : text + "\n" + effect;
}

}  // namespace treering::report::machine
