#include <array>

#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"
#include "cli/report/writers.h"

namespace treering::cli {
namespace {

using app::overview::CollectivePart;
using nlohmann::ordered_json;

/// In the order of the columns.
constexpr std::array<std::string_view, 20> kColumns{"bytes",
                                                    "time_us",
                                                    "low_us",
                                                    "high_us",
                                                    "busbw_GBps",
                                                    "algorithm",
                                                    "protocol",
                                                    "channels",
                                                    "nccl_default",
                                                    "best",
                                                    "scatter",
                                                    "samples",
                                                    "launches",
                                                    "expected_us",
                                                    "expected_low_us",
                                                    "expected_high_us",
                                                    "expected_algorithm",
                                                    "expected_protocol",
                                                    "share_reached",
                                                    "place"};

/// Whose points these are.
struct Line {
  core::Collective collective;
  std::string_view kind;  // "predicted", "bound", "measured"
  std::string file;
};

template <class Points>
std::string rows_of(const Line& line, const Points& points) {
  std::string text;
  for (const auto& point : points) {
    const ordered_json json = point_json(point);
    ordered_json row{{"collective", core::name_of(line.collective)},
                     {"kind", line.kind},
                     {"file", or_null(line.file)}};
    for (const std::string_view column : kColumns) {
      const auto found = json.find(column);
      row[std::string(column)] = found == json.end() ? ordered_json() : *found;
    }
    text += csv_row(row);
  }
  return text;
}

}  // namespace

std::string report_csv(const app::overview::OverviewReport& report) {
  std::string text = "collective,kind,file";
  for (const std::string_view column : kColumns) {
    text += ',';
    text += column;
  }
  text += '\n';
  for (const CollectivePart& part : report.collectives) {
    for (const auto& curve : part.curves.candidates) {
      text += rows_of({part.collective, "predicted", ""}, curve.points);
    }
    text += rows_of({part.collective, "bound", ""}, part.curves.bound);
    for (const auto& series : part.measured) {
      text += rows_of({part.collective, "measured", series.file}, series.points);
    }
  }
  return text;
}

}  // namespace treering::cli
