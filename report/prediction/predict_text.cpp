#include "report/prediction/predict_text.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/setup/guesses.h"
#include "report/display.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/prediction/cells.h"
#include "report/prediction/nearest_text.h"
#include "report/prediction/predict_heading.h"
#include "report/prediction/ranges_text.h"
#include "report/prediction/recommend_text.h"
#include "report/remarks.h"
#include "sim/nccl/rules/call.h"

namespace treering::report::prediction {
namespace {

using app::PredictReport;
using core::Align;
using core::Collective;
using sim::Prediction;

constexpr std::string_view kInterval = "80 % within";
constexpr std::string_view kBound = "bound";
constexpr std::size_t kFewSizes = 7;  // of a short table

/// A table and what its legend has to explain.
struct MarkedTable {
  FittedTable table;
  Marks marks;
  std::string left_out;  // for want of room
  std::string skipped;   // a sentence on the sizes that a short table leaves out; mostly empty
};

std::string marks(const Prediction& row) {
  if (row.way.algorithm.empty()) return "  ";  // nothing else could be
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

/// The first are nccl-tests' own, in its order, but for what a port carries. Its count follows from
/// the size, and its type and reduction stand above the table.
std::vector<FittedColumn> choice_columns(const PredictReport& report) {
  std::vector<FittedColumn> columns{{{"size", Align::Right, 12, "(B)"}},
                                    {{"time", Align::Right, 7, "(us)"}, 1},
                                    {{"algbw", Align::Right, 6, "(GB/s)"}, 6},
                                    {{"busbw", Align::Right, 6, "(GB/s)"}, 2},
                                    {{std::string(kPort), Align::Right, 6, "(GB/s)"}, 4}};
  if (has_intervals(report)) {
    columns.push_back({{std::string(kInterval), Align::Right, 12, "(us)"}, 3});
  }
  columns.push_back({{"   choice", Align::Left, 18}, 1});
  columns.push_back({{"channels", Align::Right, 8}, 5});
  columns.push_back({{std::string(kBound), Align::Right, 7, "(us)"}, 7});
  return columns;
}

/// One row a size: NCCL's default, and below it the best where that is another. Quiet: without what
/// a port carries, so that scripts find the columns of nccl-tests and the interval in their places.
MarkedTable choice_table(const PredictReport& report, const Rows& rows,
                         const TextOptions& options) {
  MarkedTable result{FittedTable(choice_columns(report)), {}, {}, {}};
  for (const Prediction* row : rows) {
    if (!row->way.algorithm.empty() && !row->is_nccl_default && !row->is_best) continue;
    result.marks.add(*row);
    const bool is_bold = options.display.is_terminal && row->is_best;
    std::vector<std::string> cells{
        fmt::format("{}", row->bytes.count()), time_or_dash(row->time()),
        bandwidth_or_dash(sim::algbw(*row)), bandwidth_or_dash(sim::busbw(*row, report.ranks)),
        options.is_quiet ? std::string(kUnknown) : port_or_dash(report, *row)};
    if (has_intervals(report)) cells.push_back(interval_or_dash(*row));
    cells.push_back(fmt::format("{} {}", marks(*row), bold(pair_or_dash(*row), is_bold)));
    cells.push_back(row->way.channels > 0 ? fmt::format("{}", row->way.channels)
                                          : std::string(kUnknown));
    cells.push_back(time_figure(row->bound));
    result.table.add_row(std::move(cells));
  }
  result.left_out = result.table.fit(options.display.width);
  return result;
}

/// Candidates in NCCL's order, each once.
std::vector<std::string> candidates_in(const Rows& rows) {
  std::vector<std::string> names;
  for (const Prediction* row : rows) {
    if (row->way.algorithm.empty()) continue;  // a call of no elements
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

/// How much longer than the best each candidate takes at least, by name: what is far off at every
/// size is the first to go.
double least_slowdown(const Rows& rows, const std::string& name) {
  double least = std::numeric_limits<double>::infinity();
  for (const Prediction* row : rows) {
    if (pair_or_dash(*row) != name || !row->time()) continue;
    if (row->is_best || row->is_nccl_default) return 0;
    const auto best = std::ranges::find_if(rows, [&](const Prediction* other) {
      return other->asked == row->asked && other->is_best;
    });
    if (best != rows.end()) least = std::min(least, *row->time() / *(*best)->time());
  }
  return least;
}

/// The sizes at which a candidate is NCCL's choice or the best.
std::ptrdiff_t count_marked(const Rows& rows, const std::string& name) {
  return std::ranges::count_if(rows, [&](const Prediction* row) {
    return (row->is_best || row->is_nccl_default) && pair_or_dash(*row) == name;
  });
}

/// Candidates that are NCCL's choice or the best somewhere go last, those of the fewest sizes
/// first; of the others those go first that come least near, but for the columns that every table
/// has.
std::vector<int> ranks_of(const Rows& rows, const std::vector<std::string>& names) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < names.size(); ++i)
    order.emplace_back(least_slowdown(rows, names[i]), i);
  std::ranges::sort(order);
  std::vector<int> ranks(names.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t name = order[i].second;
    ranks[name] = order[i].first > 0 ? static_cast<int>(i) + 1
                                     : -static_cast<int>(count_marked(rows, names[name]));
  }
  return ranks;
}

/// One row a size, with a column for each candidate's time.
MarkedTable candidate_table(const PredictReport& report, const Rows& rows, const Display& display) {
  const std::vector<std::string> names = candidates_in(rows);
  const std::vector<int> ranks = ranks_of(rows, names);
  const int most = static_cast<int>(names.size());
  std::vector<FittedColumn> columns{{{"size", Align::Right, 12, "(B)"}}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    // Two columns more for the marks behind the figures.
    const std::size_t slash = names[i].find('/');
    columns.push_back(
        {{names[i].substr(0, slash) + "  ", Align::Right, 9, names[i].substr(slash + 1) + "  "},
         ranks[i]});
  }
  columns.push_back({{"busbw*", Align::Right, 6, "(GB/s)"}, most + 1});
  columns.push_back({{std::string(kBound), Align::Right, 7, "(us)"}, most + 2});
  MarkedTable result{FittedTable(std::move(columns), 1), {}, {}, {}};
  for (std::size_t i = 0; i < rows.size();) {
    const Rows same_size = rows_of_size(rows, i);
    i += same_size.size();
    std::vector<std::string> cells{fmt::format("{}", same_size.front()->bytes.count())};
    for (const std::string& name : names) {
      cells.push_back(candidate_cell(same_size, name, display));
    }
    for (const Prediction* row : same_size) result.marks.add(*row);
    cells.push_back(best_busbw(report, same_size));
    cells.push_back(time_figure(same_size.front()->bound));
    result.table.add_row(std::move(cells));
  }
  result.left_out = result.table.fit(display.width);
  return result;
}

bool has_columns(Collective collective, const TextOptions& options) {
  return options.has_columns && sim::nccl::rules::is_tuned(collective);
}

// The sizes of a short table.

/// Sizes that were asked for and carry something, rising.
std::vector<core::Bytes> sizes_in(const Rows& rows) {
  std::vector<core::Bytes> sizes;
  for (const Prediction* row : rows) {
    if (row->count > 0 && (sizes.empty() || sizes.back() != row->asked)) {
      sizes.push_back(row->asked);
    }
  }
  return sizes;
}

/// Where NCCL's own choice loses most by the fastest; nothing where that is not worth a word.
std::optional<core::Bytes> most_gained_at(const Rows& rows, const tuner::advice::Gain& gain) {
  if (gain.greatest < tuner::advice::kLeastGain) return {};
  const auto row = std::ranges::find_if(
      rows, [&](const Prediction* one) { return one->bytes.count() == gain.greatest_at; });
  return row == rows.end() ? std::nullopt : std::optional((*row)->asked);
}

/// Evenly spread from the first to the last. \pre there are more than kFewSizes
std::vector<core::Bytes> spread_over(const std::vector<core::Bytes>& sizes) {
  std::vector<core::Bytes> few;
  for (std::size_t i = 0; i < kFewSizes; ++i) {
    few.push_back(sizes[i * (sizes.size() - 1) / (kFewSizes - 1)]);
  }
  return few;
}

/// Whether the table has every size that was asked for.
bool has_every_size(const TextOptions& options) {
  return options.has_all_sizes || options.is_quiet || options.has_columns;
}

/// The rows of a few sizes, and a sentence on that; all rows where they are few.
std::pair<Rows, std::string> shortened(const PredictReport& report, std::size_t index,
                                       const Rows& rows) {
  const std::vector<core::Bytes> sizes = sizes_in(rows);
  if (sizes.size() <= kFewSizes + 1) return {rows, ""};
  std::vector<core::Bytes> few = spread_over(sizes);
  const auto most = most_gained_at(rows, report.summaries[index].gain);
  if (most && std::ranges::find(few, *most) == few.end()) few.push_back(*most);
  Rows shown;
  std::ranges::copy_if(rows, std::back_inserter(shown), [&](const Prediction* row) {
    return row->count > 0 && std::ranges::find(few, row->asked) != few.end();
  });
  return {shown, fmt::format("{} of {} sizes; ⟨table⟩ has all.", few.size(), sizes.size())};
}

MarkedTable table_of(const PredictReport& report, std::size_t index, const Rows& rows,
                     const TextOptions& options) {
  if (has_columns(report.calls.collectives[index], options)) {
    return candidate_table(report, rows, options.display);
  }
  if (has_every_size(options)) return choice_table(report, rows, options);
  auto [few, skipped] = shortened(report, index, rows);
  MarkedTable table = choice_table(report, few, options);
  table.skipped = std::move(skipped);
  return table;
}

/// By collective; nothing where no candidate is left.
std::vector<std::optional<MarkedTable>> tables_of(const PredictReport& report,
                                                  const TextOptions& options) {
  std::vector<std::optional<MarkedTable>> tables;
  for (std::size_t i = 0; i < report.calls.collectives.size(); ++i) {
    const Rows rows = rows_of(report, report.calls.collectives[i]);
    tables.push_back(rows.empty() ? std::nullopt
                                  : std::optional(table_of(report, i, rows, options)));
  }
  return tables;
}

/// "a port: of 50 GB/s each way". \pre a row has one
std::string port_legend(const PredictReport& report) {
  const auto share = std::ranges::find_if(
      report.ports, [](const std::optional<app::PortShare>& one) { return one.has_value(); });
  return fmt::format("{}: of {} GB/s each way", kPort, significant((*share)->rate.in_gb_per_s()));
}

/// Explains the marks and columns that not everybody knows.
std::string legend(const PredictReport& report,
                   const std::vector<std::optional<MarkedTable>>& tables,
                   const TextOptions& options) {
  Marks marks;
  bool has_intervals = false;
  bool has_bound = false;
  bool has_ports = false;
  for (const auto& one : tables) {
    if (!one) continue;
    marks.add(one->marks);
    has_intervals = has_intervals || one->table.has(kInterval);
    has_bound = has_bound || one->table.has(kBound);
    has_ports = has_ports || one->table.has(kPort);
  }
  std::vector<std::string> parts = marks.texts();
  if (has_intervals) parts.emplace_back("80 % within: 4 of 5 runs");
  if (has_bound) {
    parts.emplace_back(app::setup::is_guess(report.job) ? "bound: by the links that are counted"
                                                        : "bound: no faster on these wires");
  }
  if (has_ports) parts.push_back(port_legend(report));
  return legend_line(parts, options.display.text_width());
}

std::string title_of(const PredictReport& report, Collective collective,
                     const TextOptions& options) {
  return call_title(report, collective) + (has_columns(collective, options) ? ": times in us" : "");
}

/// What stands around a table.
struct Frame {
  std::size_t index;   // of the collective
  std::string legend;  // empty where a table before has it
};

std::string block(const PredictReport& report, const MarkedTable& marked, const Frame& frame,
                  const TextOptions& options) {
  const Collective collective = report.calls.collectives[frame.index];
  const FittedTable& table = marked.table;
  if (options.is_quiet) {
    const bool is_alone = report.calls.collectives.size() == 1;
    return (is_alone ? "" : fmt::format("# {}\n", core::name_of(collective))) + table.body();
  }
  const std::size_t width = options.display.text_width();
  const std::string ranges =
      options.has_columns ? "" : ranges_text(report, collective, options.display.width);
  const std::string skipped = marked.skipped.empty() ? "" : remark(marked.skipped, 0, width);
  return fmt::format("#\n# {}\n#\n{}{}{}{}{}{}{}{}{}", title_of(report, collective, options),
                     answer_text(report, frame.index, width), ranges, frame.legend, table.heading(),
                     table.body(), skipped, left_out_line(marked.left_out, width),
                     advice_text(report, frame.index, width),
                     nearest_text(report, frame.index, width));
}

}  // namespace

std::string predict_text(const PredictReport& report, const TextOptions& options) {
  const std::size_t width = options.display.text_width();
  std::string text = options.is_quiet ? "" : predict_heading(report, width);
  if (report.ranks == 1) return options.is_quiet ? "" : text + "#\n" + remark(kLoneRank, 0, width);
  if (!report.channel_limits.empty()) return channels_text(report, options);
  const auto tables = tables_of(report, options);
  std::string unsaid = options.is_quiet ? "" : legend(report, tables, options);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (!tables[i]) {
      text += fmt::format("#\n# {}: no candidate is left\n",
                          core::name_of(report.calls.collectives[i]));
      continue;
    }
    text += block(report, *tables[i], {i, std::exchange(unsaid, "")}, options);
  }
  return options.is_quiet ? text : text + closing_text(report, width);
}

}  // namespace treering::report::prediction
