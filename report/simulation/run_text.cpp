#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "report/simulation/simulate_text.h"

namespace treering::report::simulation {

namespace {

using app::simulation::RunFigures;

// A glance's worth and a screen's worth; JSON has all.
constexpr std::size_t kMostLinks = 6;
constexpr std::size_t kMostPathParts = 30;

std::string transfers_text(const RunFigures& run) {
  const auto count = [](std::uint64_t number) { return fmt::format("{}", number); };
  std::string text = fmt::format("Messages: {}", count(run.transfers));
  std::vector<std::string> skipped;
  if (run.symmetric > 0) {
    skipped.push_back(fmt::format("{} go as others at the same time", count(run.symmetric)));
  }
  if (run.periodic > 0) {
    skipped.push_back(fmt::format("{} repeat a steady state", count(run.periodic)));
  }
  if (!skipped.empty()) {
    text += fmt::format(", of which {} were simulated one by one; {}", count(run.simulated),
                        fmt::join(skipped, ", "));
  }
  return text + ".";
}

/// A row of the table of links: the first of a kind, or of several with the same figures.
struct KindRow {
  std::string name;
  int links = 0;
  std::vector<std::string> figures;  // users, bytes, rate, busy
};

KindRow kind_row(const app::simulation::BusyLink& link) {
  return {link.name,
          link.links,
          {link.users.empty() ? "-" : link.users, fmt::format("{:.0f}", link.bytes),
           figure(link.gb_per_s), fmt::format("{:.1f}", 100 * link.busy_share)}};
}

/// The busiest first.
std::vector<KindRow> kind_rows(const RunFigures& run, const Page& page) {
  std::vector<KindRow> rows;
  for (const auto& link : run.links) {
    KindRow row = kind_row(link);
    const auto same =
        page.shows_all_links ? rows.end() : std::ranges::find(rows, row.figures, &KindRow::figures);
    if (same == rows.end()) {
      rows.push_back(std::move(row));
    } else {
      same->links += row.links;
    }
  }
  return rows;
}

std::string links_table(const RunFigures& run, const Page& page) {
  if (run.links.empty()) return "";
  const bool has_users =
      std::ranges::any_of(run.links, [](const auto& link) { return !link.users.empty(); });
  FittedTable table({{{"busiest links, the first of each kind", core::Align::Left}, 0},
                     {{"alike", core::Align::Right}, 0},
                     {{"used by", core::Align::Left}, has_users ? 0 : 1},
                     {{"bytes", core::Align::Right}, 1},
                     {{"rate", core::Align::Right, 0, "GB/s"}, 0},
                     {{"busy", core::Align::Right, 0, "%"}, 0}});
  const std::vector<KindRow> rows = kind_rows(run, page);
  const std::size_t shown = page.shows_all_links ? rows.size() : std::min(rows.size(), kMostLinks);
  for (std::size_t i = 0; i < shown; ++i) {
    const KindRow& row = rows[i];
    table.add_row({row.name, fmt::format("{}", row.links), row.figures[0], row.figures[1],
                   row.figures[2], row.figures[3]});
  }
  std::string text = table_text(std::move(table), page);
  if (rows.size() > shown && !page.is_quiet) {
    text +=
        fmt::format("and {} more kinds of links; ⟨links⟩ all lists them\n", rows.size() - shown);
  }
  return text;
}

std::string path_text(const RunFigures& run, const Page& page) {
  const auto& path = run.critical_path;
  if (!path.why_not.empty()) {
    return fmt::format("The critical path is not known: {}.", path.why_not);
  }
  if (path.parts.empty()) return "";
  const double all = path.parts.back().to_us;
  std::vector<std::string> shares;
  for (const auto& sum : path.sums) {
    shares.push_back(fmt::format("{:.0f} % {}", 100 * sum.us / all, sum.what));
  }
  return fmt::format("Critical path from the first message on: {}{}.", fmt::join(shares, ", "),
                     page.shows_path ? "" : "; ⟨critical-path⟩ lists its parts");
}

std::string path_table(const RunFigures& run, const Page& page) {
  const auto& path = run.critical_path;
  if (path.parts.empty() || !page.shows_path) return "";
  FittedTable table({{{"critical path", core::Align::Left}, 0},
                     {{"channel", core::Align::Right}, 1},
                     {{"from", core::Align::Right, 0, "us"}, 0},
                     {{"to", core::Align::Right, 0, "us"}, 0},
                     {{"what", core::Align::Left}, 0}});
  for (std::size_t i = 0; i < path.parts.size() && i < kMostPathParts; ++i) {
    const auto& part = path.parts[i];
    table.add_row({part.group.empty() ? part.who : fmt::format("{}, {}", part.who, part.group),
                   fmt::format("{}", part.channel), fmt::format("{:.2f}", part.from_us),
                   fmt::format("{:.2f}", part.to_us), part.what});
  }
  std::string text = "\n" + table_text(std::move(table), page);
  if (path.parts.size() > kMostPathParts && !page.is_quiet) {
    text += fmt::format("and {} more parts; JSON has {}\n",
                        path.parts.size() + path.left_out - kMostPathParts,
                        path.left_out == 0 ? "all" : "the first and the last");
  }
  return text;
}

}  // namespace

std::string figure(double value) {
  return fmt::format("{:.4g}", value);
}

std::string us(core::Duration time) {
  const double value = time.in_us();
  return value < 1e4 ? fmt::format("{:.4g} us", value) : fmt::format("{:.0f} us", value);
}

std::string table_text(FittedTable table, const Page& page) {
  if (!page.is_quiet) return fitted_text(std::move(table), page.width);
  if (table.width() > page.width) table.close_up();
  table.fit(page.width);
  return table.heading("") + table.body();
}

std::string run_text(const RunFigures& run, const Page& page) {
  std::string text;
  if (!page.is_quiet) {
    text = core::wrapped(transfers_text(run), page.width, 0) + "\n";
    const std::string path = path_text(run, page);
    if (!path.empty()) text += core::wrapped(path, page.width, 0) + "\n";
  }
  const std::string links = links_table(run, page);
  return text + (links.empty() ? "" : "\n" + links) + path_table(run, page);
}

std::string parameters_table(const app::simulation::Factors& factors, const Page& page) {
  FittedTable table({{{"parameter", core::Align::Left}, 0},
                     {{"value", core::Align::Right}, 0},
                     {{"unit", core::Align::Left}, 0},
                     {{"meaning", core::Align::Left}, 1}});
  for (const auto& factor : factors) {
    const std::string value = std::isinf(factor.value) ? "no limit" : figure(factor.value);
    table.add_row({factor.name, value, factor.unit, factor.meaning});
  }
  return table_text(std::move(table), page);
}

}  // namespace treering::report::simulation
