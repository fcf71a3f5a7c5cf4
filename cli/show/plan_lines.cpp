// The channels of a log without a machine; docs/json.md describes the fields.
#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "cli/show/forms.h"
#include "report/machine/plan_lines_text.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

std::string json_of(const app::PlanLinesReport& report) {
  const auto& channels = report.lines.channels;
  JsonLines lines;
  lines.add("schema", "treering.show_log/1");
  lines.add("source", report.source);
  const auto& job = report.job;
  lines.add("ranks", or_null(job.ranks));
  lines.add("ranks_seen", or_null(job.ranks_seen));
  lines.add("nodes", or_null(job.nodes));
  lines.add("gpus_per_node", or_null(job.gpus_per_node));
  lines.add("channels", or_null(channels.channels));
  lines.begin_array("rings");
  for (const auto& [channel, ring] : channels.rings) {
    lines.add_element({{"channel", channel}, {"ranks", ring}});
  }
  lines.begin_array("trees");
  for (const auto& [channel, places] : channels.trees) {
    for (const auto& [rank, place] : places) {
      ordered_json below = ordered_json::array();
      for (const int child : place.down) {
        if (child >= 0) below.push_back(child);
      }
      lines.add_element({{"channel", channel},
                         {"rank", rank},
                         {"above", place.up < 0 ? ordered_json() : ordered_json(place.up)},
                         {"below", below}});
    }
  }
  lines.begin_array("connections");
  for (const auto& one : report.lines.connections) {
    lines.add_element({{"channel", one.channel},
                       {"index", one.index},
                       {"from", one.from},
                       {"to", one.to},
                       {"via", or_null(one.via)},
                       {"received_via", or_null(one.received_via)}});
  }
  return lines.finish();
}

}  // namespace

Answer plan_lines_answer(const app::PlanLinesReport& report, bool is_quiet, Format format,
                         const Display& display) {
  return Answer{.text = format == Format::Json
                            ? json_of(report)
                            : report::machine::plan_lines_text(report, is_quiet, display),
                .form = form_of(format)};
}

}  // namespace treering::cli
