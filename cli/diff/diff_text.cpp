// Text and JSON of `treering diff`; docs/json.md describes the fields.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/diff/diff_report.h"
#include "cli/help/help.h"
#include "cli/output/json_document.h"
#include "core/unit_text.h"
#include "tuner/diff/compare.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;
using tuner::diff::Difference;
using tuner::diff::Severity;

// Predictions nearer to each other than this are the same to a reader.
constexpr double kSameTime = 0.005;

std::string_view title_of(Severity severity) {
  switch (severity) {
    case Severity::Heavy:
      return "Slows collectives down, or changes NCCL's choices";
    case Severity::Possible:
      return "May matter";
    case Severity::Harmless:
      return "Harmless: other names for the same";
    case Severity::Unknown:
      break;
  }
  return "Not compared, as one of the two does not tell it";
}

std::string gpus_of(const DiffSide& side) {
  const std::string gpus = core::counted(side.cluster.node.gpu_count(), "GPU");
  return side.cluster.node_count == 1
             ? gpus
             : fmt::format("{} of {}", core::counted(side.cluster.node_count, "node"), gpus);
}

bool has_unknown(const DiffReport& report) {
  return std::ranges::any_of(
      report.differences, [](const Difference& one) { return one.severity == Severity::Unknown; });
}

/// "Predicted: all_reduce of 1 GiB takes 3.10 ms on A, 4.20 ms on B by the cost model"; nothing
/// where neither is slower.
std::string effect_text(const DiffReport& report) {
  const auto& [a, b] = report.sides;
  if (!a.time || !b.time) return "";
  if (std::abs(*a.time / *b.time - 1) < kSameTime) return "";
  const bool is_same = a.cluster.node_count == b.cluster.node_count;
  return wrapped(
             fmt::format("Predicted: all_reduce of 1 GiB{} takes {} on A, {} on B by the cost "
                         "model{}",
                         is_same ? "" : " within one node", core::format_duration(*a.time),
                         core::format_duration(*b.time),
                         has_unknown(report) ? ", with what is assumed where it is not told" : ""),
             100, 0) +
         "\n";
}

std::string list_of(const DiffReport& report) {
  std::string text;
  const Severity* last = nullptr;
  for (const Difference& difference : report.differences) {
    if (last == nullptr || *last != difference.severity) {
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", title_of(difference.severity));
    }
    last = &difference.severity;
    text += "- " + wrapped(difference.text(), 98, 2) + "\n";
  }
  return text;
}

ordered_json side_json(const DiffSide& side) {
  const core::Topology& node = side.cluster.node;
  ordered_json json{{"source", side.source},
                    {"name", node.name()},
                    {"fingerprint", node.fingerprint()},
                    {"nodes", side.cluster.node_count},
                    {"gpus_per_node", node.gpu_count()}};
  json["time_us"] = side.time ? ordered_json(rounded(side.time->in_us())) : ordered_json();
  return json;
}

}  // namespace

std::string diff_text(const DiffReport& report, bool is_quiet) {
  std::string text;
  for (std::size_t i = 0; i < report.sides.size() && !is_quiet; ++i) {
    const DiffSide& side = report.sides.at(i);
    text += fmt::format("{}: {} ({})\n", i == 0 ? "A" : "B", side.source, gpus_of(side));
  }
  if (!is_quiet) text += "\n";
  if (tuner::diff::is_alike(report.differences)) {
    text += fmt::format("A and B are alike{}\n", has_unknown(report) ? " in what both tell" : "");
  }
  if (report.differences.empty()) return text;
  if (tuner::diff::is_alike(report.differences)) text += "\n";
  text += list_of(report);
  const std::string effect = effect_text(report);
  return effect.empty() ? text : text + "\n" + effect;
}

std::string diff_json(const DiffReport& report) {
  ordered_json json;
  json["schema"] = "treering.diff/1";
  json["alike"] = tuner::diff::is_alike(report.differences);
  json["a"] = side_json(report.sides[0]);
  json["b"] = side_json(report.sides[1]);
  json["call"] = {{"collective", "all_reduce"}, {"bytes", kDiffBytes}, {"nodes", report.nodes}};
  json["differences"] = ordered_json::array();
  for (const Difference& difference : report.differences) {
    json["differences"].push_back({{"topic", difference.topic},
                                   {"weight", name_of(difference.severity)},
                                   {"devices", difference.devices},
                                   {"text", difference.what}});
  }
  return to_lines(json);
}

}  // namespace treering::cli
