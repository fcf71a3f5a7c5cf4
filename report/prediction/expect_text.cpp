#include "report/prediction/expect_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/setup/guesses.h"
#include "core/text/quote.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/prediction/cells.h"
#include "report/prediction/predict_heading.h"
#include "report/remarks.h"

namespace treering::report::prediction {
namespace {

using app::ExpectReport;
using core::Align;
using FloorRow = tuner::floors::Row;
using tuner::floors::JudgedRow;

std::string rate_figure(core::Bandwidth rate) {
  return significant(rate.in_gb_per_s());
}

std::string floor_figure(const std::optional<core::Bandwidth>& floor) {
  return floor ? bandwidth_figure(*floor) : std::string(kUnknown);
}

/// "40": of 100 machines that lost so much, rounded down.
std::string caught_figure(const FloorRow& row, double share) {
  return row.floor ? fmt::format("{:.0f}", std::floor(100 * share)) : std::string(kUnknown);
}

/// "351..367 at 8 GiB (3)": those at the size that is nearest; the size where it is another.
std::string published_figure(const std::vector<app::PublishedBeside>& published,
                             const FloorRow& row) {
  if (published.empty()) return std::string(kUnknown);
  const auto far = [&](const app::PublishedBeside& one) {
    return std::abs(std::log2(static_cast<double>(one.figure.bytes.count())) -
                    std::log2(static_cast<double>(row.bytes.count())));
  };
  const core::Bytes at = std::ranges::min_element(published, {}, far)->figure.bytes;
  core::Bandwidth least = core::Bandwidth::from_gb_per_s(std::numeric_limits<double>::infinity());
  core::Bandwidth most;
  for (const app::PublishedBeside& one : published) {
    if (one.figure.bytes != at) continue;
    least = std::min(least, one.figure.busbw);
    most = std::max(most, one.figure.busbw);
  }
  const std::string rates =
      least == most ? rate_figure(most) : rate_figure(least) + ".." + rate_figure(most);
  return at == row.bytes ? rates : fmt::format("{} at {}", rates, core::format_size(at));
}

FittedTable table_of(const ExpectReport& report, core::Collective collective) {
  FittedTable table({{{"size", Align::Right, 12, "(B)"}},
                     {{"busbw", Align::Right, 6, "(GB/s)"}},
                     {{"80 % within", Align::Right, 12, "(GB/s)"}, 2},
                     {{"floor", Align::Right, 6, "(GB/s)"}},
                     {{"of 100", Align::Right, 6, "15 %"}, 3, "15 % caught"},
                     {{"caught", Align::Right, 6, "35 %"}, 3, "35 % caught"},
                     {{"published", Align::Right, 0, "(GB/s)"}, 4},
                     {{"choice", Align::Left}, 5}});
  for (std::size_t i = 0; i < report.sheet.rows.size(); ++i) {
    const FloorRow& row = report.sheet.rows[i];
    if (row.collective != collective) continue;
    table.add_row({fmt::format("{}", row.bytes.count()), bandwidth_figure(row.busbw),
                   rate_figure(row.low) + ".." + rate_figure(row.high), floor_figure(row.floor),
                   caught_figure(row, row.catches_small), caught_figure(row, row.catches_large),
                   published_figure(report.published[i], row),
                   row.way.is_named() ? text_of(row.way) : std::string(kUnknown)});
  }
  return table;
}

/// "At 8 GiB a healthy machine reaches 367 GB/s, and below 310 GB/s it is faulty. The floor catches
/// a loss of 15 % in 40 of 100, of 35 % in 95."
std::string answer_of(const ExpectReport& report, core::Collective collective, std::size_t width) {
  const FloorRow* const row = tuner::floors::largest_of(report.sheet, collective);
  if (row == nullptr) return "";
  return remark(fmt::format("At {} a healthy machine reaches {} GB/s, and below {} GB/s it is "
                            "faulty. The floor {}.",
                            core::format_size(row->bytes), rate_figure(row->busbw),
                            rate_figure(*row->floor), tuner::floors::power_text(*row)),
                0, width) +
         "#\n";
}

std::string block_of(const ExpectReport& report, core::Collective collective, bool is_quiet,
                     const Display& display) {
  FittedTable table = table_of(report, collective);
  const std::string left_out = table.fit(display.width);
  if (is_quiet) {
    const bool is_alone = report.calls.collectives.size() == 1;
    return (is_alone ? "" : fmt::format("# {}\n", core::name_of(collective))) + table.body();
  }
  const std::size_t width = display.text_width();
  return fmt::format("#\n# {}\n#\n{}{}{}{}", core::name_of(collective),
                     answer_of(report, collective, width), table.heading(), table.body(),
                     left_out_line(left_out, width));
}

std::string heading_of(const ExpectReport& report, std::size_t width) {
  const sim::nccl::Shape shape{report.sheet.nodes, report.sheet.ranks / report.sheet.nodes};
  return "# treering: expected of a healthy machine, not measured\n" +
         job_heading(report.job, shape, width, order_behind_intervals(report.job.cluster)) +
         heading_line("model", model_text(report.time_model), width) +
         guess_lines(report.job, width);
}

/// What the columns mean.
std::string legend_of(const ExpectReport& report, std::size_t width) {
  if (!report.why_no_floor.empty()) return remark(report.why_no_floor, 0, width);
  return remark(
      fmt::format("floor: {:.0f} of 100 healthy machines are below it at most. of 100 caught: "
                  "machines below the floor that lost 15 % or 35 %. published: runs of such "
                  "machines near that size, which do not move the floor (docs/floors.md)",
                  100 * tuner::floors::kGoodBelow),
      0, width);
}

std::string verdict_text(const JudgedRow& row) {
  if (row.is_wrong()) return fmt::format("wrong results: {}", *row.measurement.wrong);
  if (row.is_below()) return "below";
  return row.floor ? "" : row.why_not;
}

std::string share_of_floor(const JudgedRow& row) {
  return row.floor ? fmt::format("{:.0f}", 100 * (row.busbw / *row.floor)) : std::string(kUnknown);
}

FittedTable table_of(const app::CheckFloorsReport& report) {
  FittedTable table({{{"collective", Align::Left}},
                     {{"size"}},
                     {{"busbw", Align::Right, 0, "(GB/s)"}},
                     {{"floor", Align::Right, 0, "(GB/s)"}},
                     {{"of floor", Align::Right, 0, "(%)"}, 2},
                     {{"", Align::Left}}});
  for (const JudgedRow& row : report.rows) {
    table.add_row({std::string(core::name_of(row.measurement.collective)),
                   core::format_size(row.measurement.bytes), bandwidth_figure(row.busbw),
                   floor_figure(row.floor), share_of_floor(row), verdict_text(row)});
  }
  return table;
}

std::string verdict_sentence(const app::CheckFloorsReport& report) {
  if (report.wrong > 0) {
    return fmt::format(
        "{} came out wrong: the machine computes other results than it should, "
        "whatever its speed.",
        core::counted(report.wrong, "row"));
  }
  const std::string rows = core::counted(report.judged, "row");
  if (report.below == 0) return fmt::format("None of {} is below its floor.", rows);
  return fmt::format("{} of {} below the floor: the machine is slower than a healthy one.",
                     report.below, rows);
}

}  // namespace

std::string expect_text(const ExpectReport& report, bool is_quiet, const Display& display) {
  const std::size_t width = display.text_width();
  std::string text = is_quiet ? "" : heading_of(report, width);
  if (report.sheet.ranks == 1) return is_quiet ? "" : text + "#\n" + remark(kLoneRank, 0, width);
  if (!is_quiet) text += "#\n" + legend_of(report, width);
  for (const core::Collective collective : tuner::floors::collectives_of(report.sheet)) {
    text += block_of(report, collective, is_quiet, display);
  }
  return text;
}

std::string check_floors_text(const app::CheckFloorsReport& report, bool is_quiet,
                              const Display& display) {
  FittedTable table = table_of(report);
  const std::string left_out = table.fit(display.width);
  if (is_quiet) return table.body();
  const std::size_t width = display.text_width();
  return "# treering: measured beside floors\n" +
         heading_line("floors", core::printable(tuner::floors::job_text(report.sheet)), width) +
         "#\n" + remark(verdict_sentence(report), 0, width) + "#\n" + table.heading() +
         table.body() + left_out_line(left_out, width);
}

namespace {

/// "40 / 95".
std::string caught_text(const FloorRow& row) {
  if (!row.floor) return std::string(kUnknown);
  return caught_figure(row, row.catches_small) + " / " + caught_figure(row, row.catches_large);
}

std::string atlas_rows(const ExpectReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.sheet.rows.size(); ++i) {
    const FloorRow& row = report.sheet.rows[i];
    text += fmt::format("| {} | {} | {} | {} | {}..{} | {} | {} | {} | {} |\n", report.sheet.nodes,
                        core::name_of(row.collective), core::format_size(row.bytes),
                        rate_figure(row.busbw), rate_figure(row.low), rate_figure(row.high),
                        row.floor ? rate_figure(*row.floor) : "-", caught_text(row),
                        published_figure(report.published[i], row),
                        row.way.is_named() ? text_of(row.way) : std::string(kUnknown));
  }
  return text;
}

}  // namespace

std::string atlas_page(const app::Atlas& atlas) {
  std::string text = fmt::format("# {}\n\n{}.\n\n", atlas.topology, atlas.description);
  if (atlas.by_nodes.empty()) return text + "One GPU, and nothing that joins it to others.\n";
  const ExpectReport& first = atlas.by_nodes.front();
  text += fmt::format(
      "busbw in GB/s that a healthy machine reaches with NCCL {}, as `treering expect {} --nodes "
      "N` "
      "has it: expected by {}, not measured. 80 % within: four of five machines. floor: at most "
      "{:.0f} of 100 healthy machines are below; caught: how many of 100 that have lost 15 % / 35 "
      "% "
      "are below it. published: runs of such machines. [floors.md](../floors.md) has the "
      "formula.\n\n"
      "| nodes | collective | size | busbw | 80 % within | floor | caught | published | NCCL's "
      "choice |\n|---|---|---|---|---|---|---|---|---|\n",
      first.sheet.nccl_version, atlas.topology, model_text(first.time_model),
      100 * tuner::floors::kGoodBelow);
  for (const ExpectReport& report : atlas.by_nodes) text += atlas_rows(report);
  return text;
}

std::string atlas_index(const std::vector<std::pair<std::string, std::string>>& pages) {
  std::string text =
      "# Atlas\n\nIs my number normal? A page for each built-in machine: the busbw that a healthy "
      "one reaches by nodes, collective and size, the floor below which it is faulty, NCCL's "
      "choice "
      "and published runs. Made by `treering expect --all docs/atlas`.\n\n"
      "| machine | what it is |\n|---|---|\n";
  for (const auto& [name, description] : pages) {
    text += fmt::format("| [{0}]({0}.md) | {1} |\n", name, description);
  }
  return text;
}

}  // namespace treering::report::prediction
