// The same figures as tables: CSV, which check --floors reads again, and Markdown.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "tuner/floors/forms.h"

namespace treering::tuner::floors {
namespace {

std::string share_text(double share) {
  return fmt::format("{}", core::rounded(share));
}

/// Separated by blanks.
std::string published_text(const Row& row) {
  std::vector<std::string> figures;
  for (const core::Bandwidth one : row.published) figures.push_back(figure(one));
  return fmt::format("{}", fmt::join(figures, " "));
}

/// In the order of kSheetColumns.
std::vector<std::string> cells_of(const Sheet& sheet, const Row& row) {
  const bool has_floor = row.floor.has_value();
  return {sheet.topology,
          sheet.gpu,
          fmt::format("{}", sheet.nodes),
          fmt::format("{}", sheet.hosts),
          fmt::format("{}", sheet.ranks),
          sheet.nccl_version,
          std::string(core::name_of(row.collective)),
          fmt::format("{}", row.bytes.count()),
          row.way.algorithm,
          row.way.protocol,
          row.way.channels > 0 ? fmt::format("{}", row.way.channels) : "",
          figure(row.busbw),
          figure(row.low),
          figure(row.high),
          has_floor ? figure(*row.floor) : "",
          has_floor ? share_text(row.catches_small) : "",
          has_floor ? share_text(row.catches_large) : "",
          published_text(row)};
}

/// A cell of a table in Markdown.
std::string markdown_row(const Row& row) {
  return fmt::format("| {} | {} | {} | {}..{} | {} | {} | {} |\n", core::name_of(row.collective),
                     core::format_size(row.bytes), figure(row.busbw), figure(row.low),
                     figure(row.high), row.floor ? figure(*row.floor) : "-",
                     row.floor ? power_text(row) : "-",
                     row.way.is_named() ? text_of(row.way) : "-");
}

}  // namespace

Written write_csv(const Sheet& sheet) {
  std::string text =
      core::csv_line(std::vector<std::string>(kSheetColumns.begin(), kSheetColumns.end()));
  for (const Row& row : sheet.rows) text += core::csv_line(cells_of(sheet, row));
  return {text, ""};
}

Written write_markdown(const Sheet& sheet) {
  std::string text =
      fmt::format("# {}\n\n", core::printable(job_text(sheet))) +
      fmt::format(
          "busbw in GB/s that a healthy machine reaches, what 80 % of such machines lie "
          "between, and the floor that at most {:.0f} of 100 of them are below: expected "
          "by treering, not measured on this machine.\n\n",
          100 * kGoodBelow) +
      "| collective | size | busbw | 80 % within | floor | the floor | NCCL's choice |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Row& row : sheet.rows) text += markdown_row(row);
  return {text, ""};
}

}  // namespace treering::tuner::floors
