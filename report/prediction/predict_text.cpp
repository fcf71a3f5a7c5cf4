#include "report/prediction/predict_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/setup/nvlinks.h"
#include "core/text/table.h"
#include "report/figures.h"
#include "report/prediction/advice_text.h"
#include "report/prediction/cells.h"
#include "report/prediction/channels_text.h"
#include "report/prediction/predict_heading.h"
#include "sim/nccl/rules/call.h"

namespace treering::report::prediction {
namespace {

using app::PredictReport;
using core::Align;
using core::Collective;
using core::Column;
using core::TextTable;
using sim::Prediction;

std::string_view op_name(const PredictReport& report, Collective collective) {
  return sim::nccl::rules::is_reduction(collective) ? core::name_of(report.calls.op) : "none";
}

std::string marks(const Prediction& row) {
  if (row.algorithm.empty()) return "  ";  // nothing else could be
  return fmt::format("{}{}", row.is_nccl_default ? '=' : ' ', row.is_best ? '*' : ' ');
}

Rows rows_of(const PredictReport& report, Collective collective) {
  Rows rows;
  for (const Prediction& row : report.rows) {
    if (row.collective == collective) rows.push_back(&row);
  }
  return rows;
}

bool has_intervals(const PredictReport& report) {
  return basis_of(report.calls.model) == sim::Basis::Profile;
}

/// Tables with a column for each candidate have no room for intervals.
bool shows_intervals(const PredictReport& report, const TextOptions& options) {
  const bool has_rows = !options.has_columns ||
                        !std::ranges::all_of(report.calls.collectives, sim::nccl::rules::is_tuned);
  return has_rows && has_intervals(report);
}

/// Those up to busbw are nccl-tests' own, in its order.
std::vector<Column> choice_columns(const PredictReport& report) {
  std::vector<Column> columns{
      {"size", Align::Right, 12, "(B)"},   {"count", Align::Right, 12, "(elements)"},
      {"type", Align::Right, 8},           {"redop", Align::Right, 6},
      {"time", Align::Right, 7, "(us)"},   {"algbw", Align::Right, 6, "(GB/s)"},
      {"busbw", Align::Right, 6, "(GB/s)"}};
  if (has_intervals(report)) {
    columns[2].least_width = 5;
    columns[3].least_width = 5;
    columns.push_back({"80 % within", Align::Right, 12, "(us)"});
    columns.push_back({"   choice", Align::Left, 14});
    columns.push_back({"chan-", Align::Right, 5, "nels"});
  } else {
    columns.push_back({"   choice", Align::Left, 18});
    columns.push_back({"channels", Align::Right, 8});
  }
  columns.push_back({"bound", Align::Right, 7, "(us)"});
  return columns;
}

/// One row a size: NCCL's default, and below it the best where that is another.
TextTable choice_table(const PredictReport& report, const Rows& rows, const Display& display) {
  TextTable table(choice_columns(report));
  for (const Prediction* row : rows) {
    if (!row->algorithm.empty() && !row->is_nccl_default && !row->is_best) continue;
    const bool is_bold = display.is_terminal && row->is_best;
    std::vector<std::string> cells{fmt::format("{}", row->bytes.count()),
                                   fmt::format("{}", row->count),
                                   std::string(core::name_of(report.calls.type)),
                                   std::string(op_name(report, row->collective)),
                                   time_or_dash(row->time()),
                                   bandwidth_or_dash(sim::algbw(*row)),
                                   bandwidth_or_dash(sim::busbw(*row, report.ranks))};
    if (has_intervals(report)) cells.push_back(interval_or_dash(*row));
    cells.push_back(fmt::format("{} {}", marks(*row), bold(pair_or_dash(*row), is_bold)));
    cells.push_back(row->channels > 0 ? fmt::format("{}", row->channels) : std::string(kUnknown));
    cells.push_back(time_figure(row->bound));
    table.add_row(std::move(cells));
  }
  return table;
}

/// Candidates in NCCL's order, each once.
std::vector<std::string> candidates_in(const Rows& rows) {
  std::vector<std::string> names;
  for (const Prediction* row : rows) {
    if (row->algorithm.empty()) continue;  // a call of no elements
    const std::string name = pair_or_dash(*row);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

/// The rows of one size, which begins at `first`.
Rows rows_of_size(const Rows& rows, std::size_t first) {
  Rows result;
  for (std::size_t i = first; i < rows.size() && rows[i]->asked == rows[first]->asked; ++i) {
    result.push_back(rows[i]);
  }
  return result;
}

/// The time of the candidate with that name among those of one size.
std::string candidate_cell(const Rows& same_size, const std::string& name, const Display& display) {
  const auto found = std::find_if(same_size.begin(), same_size.end(),
                                  [&](const auto* row) { return pair_or_dash(*row) == name; });
  if (found == same_size.end()) return std::string(kUnknown) + "  ";
  const bool is_bold = display.is_terminal && (*found)->is_best;
  return bold(time_or_dash((*found)->time()), is_bold) + marks(**found);
}

/// The bus bandwidth of the best.
std::string best_busbw(const PredictReport& report, const Rows& same_size) {
  const auto best = std::find_if(same_size.begin(), same_size.end(),
                                 [](const auto* row) { return row->is_best; });
  return best == same_size.end() ? std::string(kUnknown)
                                 : bandwidth_or_dash(sim::busbw(**best, report.ranks));
}

/// One row a size, with a column for each candidate's time.
TextTable candidate_table(const PredictReport& report, const Rows& rows, const Display& display) {
  const std::vector<std::string> names = candidates_in(rows);
  std::vector<Column> columns{{"size", Align::Right, 12, "(B)"}};
  for (const std::string& name : names) {
    // Two columns more for the marks behind the figures.
    const std::size_t slash = name.find('/');
    columns.push_back(
        {name.substr(0, slash) + "  ", Align::Right, 9, name.substr(slash + 1) + "  "});
  }
  columns.push_back({"busbw*", Align::Right, 6, "(GB/s)"});
  columns.push_back({"bound", Align::Right, 7, "(us)"});
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < rows.size();) {
    const Rows same_size = rows_of_size(rows, i);
    i += same_size.size();
    std::vector<std::string> cells{fmt::format("{}", same_size.front()->bytes.count())};
    for (const std::string& name : names) {
      cells.push_back(candidate_cell(same_size, name, display));
    }
    cells.push_back(best_busbw(report, same_size));
    cells.push_back(time_figure(same_size.front()->bound));
    table.add_row(std::move(cells));
  }
  return table;
}

std::string header(const PredictReport& report, const TextOptions& options) {
  return fmt::format(
      "{}"
      "#\n"
      "# = NCCL's choice   * the best by this model   bound: {}\n"
      "{}",
      predict_heading(report),
      app::setup::are_nvlinks_unknown(report.job) ? "by the links that are counted"
                                                  : "faster is impossible on these wires",
      shows_intervals(report, options)
          ? "# 80 % within: four of five runs are expected to take between these times\n"
          : "");
}

std::string block(const PredictReport& report, std::size_t index, const TextOptions& options) {
  const Collective collective = report.calls.collectives[index];
  const Rows rows = rows_of(report, collective);
  if (rows.empty())
    return fmt::format("#\n# {}: no candidate is left\n", core::name_of(collective));
  const bool has_columns = options.has_columns && sim::nccl::rules::is_tuned(collective);
  const TextTable table = has_columns ? candidate_table(report, rows, options.display)
                                      : choice_table(report, rows, options.display);
  if (options.is_quiet) {
    const bool is_alone = report.calls.collectives.size() == 1;
    return (is_alone ? "" : fmt::format("# {}\n", core::name_of(collective))) + table.body();
  }
  const std::string title =
      has_columns ? fmt::format("{}, {}, {}: times in us by algorithm and protocol",
                                core::name_of(collective), core::name_of(report.calls.type),
                                op_name(report, collective))
                  : std::string(core::name_of(collective));
  return fmt::format("#\n# {}\n#\n{}{}{}{}", title, answer_text(report, index), table.heading("#"),
                     table.body(), advice_text(report, index));
}

}  // namespace

std::string predict_text(const PredictReport& report, const TextOptions& options) {
  if (!report.channel_limits.empty()) return channels_text(report, options);
  std::string text = options.is_quiet ? "" : header(report, options);
  for (std::size_t i = 0; i < report.calls.collectives.size(); ++i) {
    text += block(report, i, options);
  }
  return options.is_quiet ? text : text + closing_text(report);
}

}  // namespace treering::report::prediction
