// Metrics for the textfile collector of Prometheus' node_exporter, in its text format
// (prometheus.io/docs/instrumenting/exposition_formats), in bytes per second as its naming asks
// for. Beside a gauge of measured busbw with the same labels a floor makes an alert.
#include <fmt/format.h>

#include "core/text/quote.h"
#include "tuner/floors/forms.h"

namespace treering::tuner::floors {
namespace {

/// The value of a label.
std::string label(std::string_view text) {
  std::string escaped;
  for (const char c : core::printable(text)) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string labels_of(const Sheet& sheet, const Row& row) {
  return fmt::format("{{topology=\"{}\",nodes=\"{}\",ranks=\"{}\",collective=\"{}\",bytes=\"{}\"}}",
                     label(sheet.topology), sheet.nodes, sheet.ranks, core::name_of(row.collective),
                     row.bytes.count());
}

std::string metric_line(std::string_view name, const std::string& labels, core::Bandwidth rate) {
  constexpr double kBytesPerGb = 1e9;
  return fmt::format("{}{} {:.0f}\n", name, labels, rate.in_gb_per_s() * kBytesPerGb);
}

std::string head_of(std::string_view name, std::string_view help) {
  return fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help);
}

}  // namespace

Written write_prometheus(const Sheet& sheet) {
  constexpr std::string_view kFloor = "treering_busbw_floor_bytes_per_second";
  constexpr std::string_view kExpected = "treering_busbw_expected_bytes_per_second";
  std::string floors = head_of(kFloor, "Bus bandwidth below which the machine is faulty.");
  std::string expected = head_of(kExpected, "Bus bandwidth that a healthy machine reaches.");
  for (const Row& row : sheet.rows) {
    if (!row.floor) continue;
    const std::string labels = labels_of(sheet, row);
    floors += metric_line(kFloor, labels, *row.floor);
    expected += metric_line(kExpected, labels, row.busbw);
  }
  return {heading_of(sheet, "#") +
              "# An alert, with busbw_bytes_per_second as measured, under the same labels:\n"
              "#   expr: busbw_bytes_per_second < on(topology, nodes, ranks, collective, bytes)\n"
              "#         treering_busbw_floor_bytes_per_second\n" +
              floors + expected,
          ""};
}

}  // namespace treering::tuner::floors
