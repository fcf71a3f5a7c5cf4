// Choices by size for NVIDIA's example tuner plugin; tuner/plugin_csv.h says how it reads them.
#include <fmt/format.h>

#include "tuner/exporter.h"
#include "tuner/plugin_csv.h"

namespace treering::tuner {
namespace {

PluginRow row_of(const Recommendation& recommendation, core::Collective collective,
                 const RangeAdvice& range) {
  PluginRow row;
  row.collective = plugin_name(collective);
  row.first = range.first;
  row.last = range.last;
  row.algorithm = plugin_name_of_algorithm(range.algorithm);
  row.protocol = plugin_name_of_protocol(range.protocol);
  row.channels = range.max_channels;
  row.nodes = recommendation.nodes;
  row.ranks = recommendation.ranks;
  return row;
}

bool is_same_choice(const PluginRow& a, const PluginRow& b) {
  return a.algorithm == b.algorithm && a.protocol == b.protocol && a.channels == b.channels;
}

/// Neighbours with the same choice are one row, whether advised or NCCL's own.
std::vector<PluginRow> rows_of(const Recommendation& recommendation,
                               const CollectiveAdvice& advice) {
  std::vector<PluginRow> rows;
  for (const RangeAdvice& range : advice.ranges) {
    PluginRow row = row_of(recommendation, advice.collective, range);
    if (!rows.empty() && is_same_choice(row, rows.back())) {
      rows.back().last = row.last;
    } else {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

/// For what no other row serves: calls whose pair NCCL has ruled out (an operation that NVLS does
/// not know, say), and other communicators. Without it these would run on one channel.
PluginRow catch_all(const Recommendation& recommendation, core::Collective collective) {
  PluginRow row;
  row.collective = plugin_name(collective);
  row.last = kAnySize;
  row.algorithm = plugin_name_of_algorithm("Ring");
  row.protocol = plugin_name_of_protocol("Simple");
  row.channels = recommendation.channels;
  return row;
}

std::string heading(const Recommendation& recommendation) {
  return fmt::format(
      "# Choices for {} of {} ({} ranks), NCCL {}\n"
      "# from {}: predicted, not measured; topology fingerprint {}\n"
      "# For NVIDIA's example tuner plugin: NCCL_TUNER_PLUGIN=<its .so>,\n"
      "# NCCL_TUNER_CONFIG_FILE=<this file>. Build it from NCCL 2.30.3 or later, whose plugin "
      "serves\n"
      "# NCCL 2.28 too: the one shipped with 2.28 and 2.29 crashes at the first row that matches.\n"
      "# The first row that matches wins. Rows for another shape of communicator (another export) "
      "go\n"
      "# above the last row of each collective, which serves all that is left and keeps it from\n"
      "# running on one channel.\n"
      "# collective,min_bytes,max_bytes,algorithm,protocol,channels,nodes,ranks,pipe_ops,"
      "registered\n",
      nodes_text(recommendation), recommendation.topology, recommendation.ranks,
      recommendation.nccl_version, recommendation.evidence, recommendation.fingerprint);
}

}  // namespace

Export write_tuner_csv(const Recommendation& recommendation) {
  std::string text = heading(recommendation);
  for (const CollectiveAdvice& advice : recommendation.collectives) {
    text += fmt::format("\n# {}: {}\n", core::name_of(advice.collective),
                        advice.is_advised ? "as advised" : "not asked for, NCCL's own choices");
    for (const PluginRow& row : rows_of(recommendation, advice)) text += to_line(row) + "\n";
    text += to_line(catch_all(recommendation, advice.collective)) + "\n";
  }
  return {text, ""};
}

}  // namespace treering::tuner
