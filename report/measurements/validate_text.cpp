#include "report/measurements/validate_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/text/table.h"
#include "core/units.h"
#include "report/display.h"
#include "report/fitted_table.h"
#include "report/remarks.h"

namespace treering::report::measurements {

namespace {

constexpr std::array<std::string_view, sim::cost::kSizeClasses> kTitles{"below 1 MiB",
                                                                        "1 to 64 MiB", "above"};

}  // namespace

std::string_view size_class_title(std::size_t size_class) {
  return kTitles.at(size_class);
}

std::string share_figure(double share, std::size_t rows) {
  return rows == 0 ? "-" : fmt::format("{:.1f} %", share * 100);
}

std::vector<FittedColumn> score_columns() {
  using core::Align;
  return {{{"rows"}},
          {{"cost", Align::Right, 0, "median"}},
          {{"", Align::Right, 0, "p90"}, 1, "cost p90"},
          {{"", Align::Right, 0, "inside"}, 2, "cost inside"},
          {{"NCCL", Align::Right, 0, "median"}, 3},
          {{"", Align::Right, 0, "p90"}, 4, "NCCL p90"},
          {{"event", Align::Right, 0, "median"}, 5},
          {{"", Align::Right, 0, "p90"}, 6, "event p90"}};
}

std::vector<std::string> score_cells(const tuner::calibration::ModelScores& scores) {
  const auto& [cost, nccl, event] = scores;
  return {fmt::format("{}", cost.rows),           share_figure(cost.median, cost.rows),
          share_figure(cost.p90, cost.rows),      share_figure(cost.covered, cost.rows),
          share_figure(nccl.median, nccl.rows),   share_figure(nccl.p90, nccl.rows),
          share_figure(event.median, event.rows), share_figure(event.p90, event.rows)};
}

std::vector<NamedScores> by_size(
    const tuner::calibration::BySize<tuner::calibration::ModelScores>& scores) {
  std::vector<NamedScores> result{{"all", scores.all}};
  for (std::size_t i = 0; i < scores.by_size_class.size(); ++i) {
    const tuner::calibration::ModelScores& some = scores.by_size_class[i];
    if (some.cost.rows > 0) result.push_back({size_class_title(i), some});
  }
  return result;
}

namespace {

using app::ValidateReport;
using core::Align;
using tuner::calibration::Compared;
using tuner::calibration::ModelScores;
using Sizes = tuner::calibration::BySize<ModelScores>;

std::string name_or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// The first columns of a table, then those of the scores.
std::vector<FittedColumn> columns_behind(std::vector<FittedColumn> first) {
  for (FittedColumn& column : score_columns()) first.push_back(std::move(column));
  return first;
}

/// A table, of which the event model's columns are the last.
struct Scores {
  std::vector<FittedColumn> columns;
  TableRows rows;
};

/// Only where calls were simulated.
Scores without_events(Scores scores) {
  scores.columns.resize(scores.columns.size() - kEventColumns);
  for (auto& row : scores.rows) row.resize(row.size() - kEventColumns);
  return scores;
}

std::vector<FittedColumn> group_columns() {
  return columns_behind({{{"  system", Align::Left}},
                         {{"collective", Align::Left}},
                         {{"algorithm", Align::Left}},
                         {{"size", Align::Left}}});
}

std::vector<FittedColumn> size_columns(std::string title) {
  return columns_behind({{{std::move(title), Align::Left}}, {{"size", Align::Left}}});
}

void add_row(std::vector<std::string> cells, const tuner::calibration::ModelScores& scores,
             TableRows& table) {
  for (std::string& cell : score_cells(scores)) cells.push_back(std::move(cell));
  table.push_back(std::move(cells));
}

TableRows group_rows(const std::vector<tuner::calibration::GroupScores>& groups) {
  TableRows table;
  for (const tuner::calibration::GroupScores& group : groups) {
    table.push_back({"  " + name_or_dash(group.system), group.collective,
                     name_or_dash(group.algorithm),
                     std::string(size_class_title(group.size_class))});
    for (std::string& cell : score_cells(group.scores)) table.back().push_back(std::move(cell));
  }
  return table;
}

/// As if of the cost model alone.
Sizes alone(const tuner::calibration::BySize<tuner::calibration::Score>& scores) {
  Sizes result{{scores.all, {}}, {}};
  std::ranges::transform(scores.by_size_class, result.by_size_class.begin(),
                         [](const tuner::calibration::Score& score) {
                           return ModelScores{score, {}};
                         });
  return result;
}

void add_sizes(const std::string& name, const Sizes& scores, TableRows& table) {
  if (scores.all.cost.rows == 0) return;
  std::string title = "  " + name;
  for (const NamedScores& one : by_size(scores)) {
    add_row({std::exchange(title, ""), std::string(one.size)}, one.scores, table);
  }
}

/// Without intervals: predictions that are other measurements.
void add_plain(const std::string& name,
               const tuner::calibration::BySize<tuner::calibration::Score>& scores,
               TableRows& table) {
  if (scores.all.rows == 0) return;
  std::string title = "  " + name;
  for (const NamedScores& one : by_size(alone(scores))) {
    std::vector<std::string> cells = score_cells(one.scores);
    cells[3] = "-";
    cells.insert(cells.begin(), {std::exchange(title, ""), std::string(one.size)});
    table.push_back(std::move(cells));
  }
}

/// "cost, NCCL and event".
std::string models_text(const tuner::calibration::Answering& models) {
  if (models.nccl && models.event) return "cost, NCCL and event";
  if (models.nccl) return "cost and NCCL";
  return models.event ? "cost and event" : "cost alone";
}

/// All rows, and where not all models have an answer for all of them, those that the same ones have
/// one for: models are compared on the same rows.
void add_strata(const std::string& name, const Sizes& scores,
                const std::vector<tuner::calibration::SameRows>& parts, TableRows& table) {
  add_sizes(name, scores, table);
  if (parts.size() < 2) return;
  for (const tuner::calibration::SameRows& part : parts) {
    add_sizes("- by " + models_text(part.models), part.scores, table);
  }
}

TableRows overall_rows(const app::ValidateScores& scores) {
  TableRows table;
  add_strata("predicted", scores.main, scores.by_models, table);
  for (const app::StratumScores& one : scores.strata_apart) {
    add_strata(fmt::format("apart: {}", one.stratum), one.scores, one.by_models, table);
  }
  add_plain("replicates by each other", scores.replicates, table);
  return table;
}

std::vector<FittedColumn> kind_columns() {
  return columns_behind({{{"  not fitted to", Align::Left}},
                         {{"algorithm", Align::Left}},
                         {{"nodes", Align::Left}},
                         {{"link", Align::Left}},
                         {{"size", Align::Left}}});
}

/// A star where the event model is nearer.
TableRows kind_rows(const std::vector<tuner::calibration::KindScores>& kinds) {
  TableRows table;
  for (const tuner::calibration::KindScores& one : kinds) {
    const std::string_view mark = tuner::calibration::is_event_nearer(one) ? " *" : "";
    table.push_back({fmt::format("  {}", core::name_of(one.kind.collective)),
                     name_or_dash(one.kind.algorithm), one.kind.crosses_nodes ? "several" : "one",
                     one.kind.link,
                     fmt::format("{}{}", size_class_title(one.kind.size_class), mark)});
    for (std::string& cell : score_cells(one.scores)) table.back().push_back(std::move(cell));
  }
  return table;
}

TableRows cross_rows(const app::CrossScores& cross) {
  TableRows table;
  add_sizes("new cluster", alone(cross.unanchored), table);
  add_sizes("anchored by two rows", alone(cross.anchored), table);
  add_sizes("20 rows of a sweep", alone(cross.swept), table);
  add_plain("interpolation of these", cross.interpolated, table);
  add_sizes("larger node counts", alone(cross.larger), table);
  return table;
}

std::vector<FittedColumn> floor_columns(std::string title) {
  return {{{std::move(title), Align::Left}},
          {{"rows"}},
          {{"below", Align::Right, 0, "floor"}},
          {{"2 % at", Align::Right, 0, "spreads"}, 1},
          {{"15 % lost", Align::Right, 0, "caught"}, 2},
          {{"", Align::Right, 0, "said"}, 3, "15 % lost said"},
          {{"35 % lost", Align::Right, 0, "caught"}, 2},
          {{"", Align::Right, 0, "said"}, 3, "35 % lost said"}};
}

TableRows floor_rows(const std::vector<tuner::floors::FloorGroup>& groups) {
  TableRows table;
  for (const auto& [rows, score] : groups) {
    table.push_back(
        {"  " + rows, fmt::format("{}", score.rows), share_figure(score.below, score.rows),
         fmt::format("{:.2f}", score.spreads_needed), share_figure(score.caught_small, score.rows),
         share_figure(score.said_small, score.rows), share_figure(score.caught_large, score.rows),
         share_figure(score.said_large, score.rows)});
  }
  return table;
}

/// Of clusters that the model does not know.
std::string floors_text(const app::CrossScores& cross, const Display& display) {
  std::string text;
  for (const auto& [title, groups] :
       {std::pair("  floors by the model", &cross.floors),
        std::pair("  and by published runs", &cross.floors_beside_published)}) {
    if (groups->empty()) continue;
    text += "#\n" + grouped_table(floor_columns(title), floor_rows(*groups), display.width);
  }
  if (text.empty()) return text;
  return text +
         remark(
             "below floor: good rows of unknown clusters that their floors would call faulty, 2 % "
             "at best; caught: rows that would be below had they lost so much, and what their "
             "floors say of it (docs/floors.md)",
             0, display.text_width());
}

std::string picks_line(std::string_view who, const tuner::calibration::Picks& picks,
                       std::size_t width) {
  if (picks.questions == 0) return "";
  return dashed_remark(
      fmt::format("{}: right in {} of {} ({:.0f} %), mean regret {:.1f} %", who, picks.right,
                  picks.questions, picks.share_right() * 100, picks.regret * 100),
      width);
}

std::string picks_text(const ValidateReport& report, std::size_t width) {
  if (report.picks.cost.questions == 0) return "";
  return "#\n" +
         remark("Ring or Tree, where both were forced and differ by more than 10 %:", 0, width) +
         picks_line("cost", report.picks.cost, width) +
         (report.cross ? picks_line("cost, not knowing the cluster", report.cross->picks, width)
                       : "") +
         picks_line("NCCL", report.picks.nccl, width);
}

/// The NCCL version that chooses where nothing was forced: that of the run, or the default.
std::string choice_line(const ValidateReport& report, std::size_t width) {
  std::map<std::string, std::size_t> chosen;
  std::size_t rows = 0;
  for (const Compared& row : report.rows) {
    if (row.seen().choice_version.empty()) continue;
    ++chosen[row.seen().choice_version];
    ++rows;
  }
  if (rows == 0) return "";
  const std::string what =
      fmt::format("{} without a forced algorithm:", core::counted(rows, "row"));
  if (chosen.size() == 1) {
    return remark(fmt::format("{} NCCL {}'s choice is taken", what, chosen.begin()->first), 0,
                  width);
  }
  std::string versions;
  for (const auto& [version, count] : chosen) {
    versions += fmt::format("{}{} ({})", versions.empty() ? "" : ", ", version, count);
  }
  return remark(fmt::format("{} the choice of NCCL {} is taken", what, versions), 0, width);
}

std::string versions_text(const std::vector<std::string>& replaced, std::size_t width) {
  std::string text;
  for (const std::string& one : replaced) text += dashed_remark(one, width);
  return text;
}

std::string skipped_text(const std::vector<tuner::calibration::Skipped>& skipped,
                         std::size_t width) {
  if (skipped.empty()) return "";
  std::size_t rows = 0;
  for (const tuner::calibration::Skipped& one : skipped) rows += one.rows;
  std::string text = fmt::format("#\n# left out, {}:\n", core::counted(rows, "row"));
  for (const tuner::calibration::Skipped& one : skipped) {
    text += dashed_remark(
        fmt::format("{}, {}: {}", name_or_dash(one.id), core::counted(one.rows, "row"), one.reason),
        width);
  }
  return text;
}

}  // namespace

std::string validate_text(const ValidateReport& report, bool is_quiet, const Display& display) {
  const bool has_events =
      std::ranges::any_of(report.rows, [](const Compared& row) { return row.event_us > 0; });
  const auto shown = [&](Scores scores) {
    return has_events ? scores : without_events(std::move(scores));
  };
  const auto table = [&](std::vector<FittedColumn> columns, TableRows rows) {
    const Scores scores = shown({std::move(columns), std::move(rows)});
    return "#\n" + grouped_table(scores.columns, scores.rows, display.width);
  };
  const Scores groups = shown({group_columns(), group_rows(report.scores.groups)});
  if (is_quiet) return plain_rows(groups.columns, groups.rows);
  const std::size_t width = display.text_width();
  std::string text =
      remark(
          fmt::format("treering: |predicted / measured - 1| of {}, profile {}; {}, {} rejected",
                      report.runs->machines, report.profile,
                      core::counted(report.rows.size(), "row"), report.runs->set.rejected_rows()),
          0, width) +
      remark("p90: nine rows in ten are nearer; inside: share of rows in the 80 % interval", 0,
             width);
  text += choice_line(report, width) + versions_text(report.runs->nearest_versions, width) +
          table(group_columns(), group_rows(report.scores.groups)) +
          table(size_columns("  overall"), overall_rows(report.scores));
  if (!report.scores.unfitted.empty()) {
    text += table(kind_columns(), kind_rows(report.scores.unfitted)) +
            remark("* the event model is nearer, on 20 rows or more of several systems", 0, width);
  }
  if (report.cross) {
    text += table(size_columns("  left out"), cross_rows(*report.cross)) +
            floors_text(*report.cross, display);
  }
  return text + picks_text(report, width) + skipped_text(report.runs->gathered.skipped, width);
}

}  // namespace treering::report::measurements
