#include "report/machine/matrix_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/table.h"
#include "core/text/words.h"
#include "report/grouped_table.h"

namespace treering::report::machine {
namespace {

using core::Align;
using core::TextTable;

enum class Affinity { Shown, Left };

std::string or_not_known(const std::string& affinity, bool is_gpu) {
  return is_gpu && affinity.empty() ? "N/A" : affinity;
}

bool is_gpu(const sim::SmiRow& row) {
  return row.name.starts_with("GPU");
}

/// Columns `first` to before `last`, and those of affinity.
std::string block_of(const sim::SmiMatrix& paths, std::size_t first, std::size_t last,
                     Affinity affinity) {
  std::vector<core::Column> columns{{"", Align::Left}};
  for (std::size_t j = first; j < last; ++j) {
    columns.push_back({paths.rows[j].name, Align::Left, 4});
  }
  if (affinity == Affinity::Shown) {
    columns.push_back({"CPU Affinity", Align::Left});
    columns.push_back({"NUMA Affinity", Align::Left});
  }
  TextTable table(std::move(columns), 1);  // eight GPUs and eight NICs must fit into a terminal
  for (std::size_t i = 0; i < paths.rows.size(); ++i) {
    const sim::SmiRow& row = paths.rows[i];
    std::vector<std::string> cells{row.name};
    for (std::size_t j = first; j < last; ++j) {
      cells.push_back(i == j ? " X" : text_of(paths.cell(i, j)));
    }
    if (affinity == Affinity::Shown) {
      cells.push_back(or_not_known(row.cpu_affinity, is_gpu(row)));
      cells.push_back(or_not_known(row.numa_affinity, is_gpu(row)));
    }
    table.add_row(std::move(cells));
  }
  return table.heading() + table.body();
}

/// CPUs in a list such as "0-3,8".
int cpu_count(std::string_view list) {
  int count = 0;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view part = list.substr(0, end);
    const std::size_t dash = part.find('-');
    const auto first = core::whole_number<int>(part.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : core::whole_number<int>(part.substr(dash + 1));
    if (first && last) count += *last - *first + 1;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return count;
}

/// "0,2,4,...,86 (44 CPUs)" for a list that is too long for a line.
std::string short_list(const std::string& list) {
  constexpr std::size_t kMost = 40;
  constexpr int kShown = 3;
  if (list.size() <= kMost || std::ranges::count(list, ',') <= kShown) return list;
  std::size_t end = 0;
  for (int i = 0; i < kShown; ++i) end = list.find(',', end) + 1;
  return fmt::format("{}...,{} ({} CPUs)", list.substr(0, end), list.substr(list.rfind(',') + 1),
                     cpu_count(list));
}

/// A line for each GPU; those in a row that share both affinities are one.
std::string affinity_lines(const sim::SmiMatrix& paths) {
  TextTable table(
      {{"", Align::Left}, {"CPU Affinity", Align::Left}, {"NUMA Affinity", Align::Left}});
  for (std::size_t i = 0; i < paths.rows.size() && is_gpu(paths.rows[i]);) {
    const sim::SmiRow& first = paths.rows[i];
    std::size_t last = i;
    while (last + 1 < paths.rows.size() && is_gpu(paths.rows[last + 1]) &&
           paths.rows[last + 1].cpu_affinity == first.cpu_affinity &&
           paths.rows[last + 1].numa_affinity == first.numa_affinity) {
      ++last;
    }
    table.add_row({last == i ? first.name : first.name + " to " + paths.rows[last].name,
                   short_list(or_not_known(first.cpu_affinity, true)),
                   or_not_known(first.numa_affinity, true)});
    i = last + 1;
  }
  const std::string body = table.body();
  return body.empty() ? "" : "\n" + table.heading() + body;
}

}  // namespace

std::string matrix_text(const sim::SmiMatrix& paths) {
  return block_of(paths, 0, paths.rows.size(), Affinity::Shown);
}

std::string matrix_text(const sim::SmiMatrix& paths, std::size_t width) {
  const std::size_t all = paths.rows.size();
  std::string whole = block_of(paths, 0, all, Affinity::Shown);
  if (width_of(whole) <= width) return whole;
  whole = block_of(paths, 0, all, Affinity::Left);
  if (width_of(whole) <= width) return whole + affinity_lines(paths);
  constexpr std::size_t kCell = 6;  // "NV18" or "NIC10" and a space
  const std::size_t columns = std::max<std::size_t>(width / kCell, 2) - 1;  // beside the names
  std::string text;
  for (std::size_t first = 0; first < all; first += columns) {
    if (first > 0) text += "\n";
    text += block_of(paths, first, std::min(first + columns, all), Affinity::Left);
  }
  return text + affinity_lines(paths);
}

}  // namespace treering::report::machine
