// The names that options take.
#pragma once

#include <span>
#include <string_view>
#include <type_traits>

#include "app/setup/names.h"
#include "cli/options/options.h"
#include "core/result.h"

namespace treering::cli {

enum class Format { Text, Json, Csv };

/// The value of --format; Text when it is not given.
core::Result<Format> parse_format(std::string_view text);

/// Calls the function for that format alone, and returns its text.
template <class Text, class Json, class Csv>
auto written(Format format, const Text& text, const Json& json, const Csv& csv)
    -> std::common_type_t<decltype(text()), decltype(json()), decltype(csv())> {
  if (format == Format::Json) return json();
  if (format == Format::Csv) return csv();
  return text();
}

/// The same where there is no CSV.
core::Result<Format> parse_text_or_json(std::string_view text);

/// Of a report; `treering report` takes it by the ending of its file where it is not given.
enum class ReportFormat { Html, Markdown, Csv, Json };

core::Result<ReportFormat> parse_report_format(std::string_view text);

/// The lists that `treering list` shows, in its order: "topologies", ...
struct Inventory {
  app::setup::NameKind value;
  std::string_view name;
};
std::span<const Inventory> all_inventories();

}  // namespace treering::cli
