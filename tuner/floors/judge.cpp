#include "tuner/floors/judge.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "hw/catalogue/gpus.h"

namespace treering::tuner::floors {
namespace {

std::vector<const Row*> floors_of(const Sheet& sheet, core::Collective collective) {
  std::vector<const Row*> rows;
  for (const Row& row : sheet.rows) {
    if (row.collective == collective && row.floor) rows.push_back(&row);
  }
  return rows;
}

core::Bandwidth between(const Row& left, const Row& right, core::Bytes bytes) {
  const auto log_size = [](core::Bytes size) {
    return std::log(static_cast<double>(size.count()));
  };
  const double share =
      (log_size(bytes) - log_size(left.bytes)) / (log_size(right.bytes) - log_size(left.bytes));
  return *left.floor * std::pow(*right.floor / *left.floor, share);
}

std::string place_of(const Measurement& row) {
  const std::string file = core::printable(row.file);
  return row.line > 0 ? fmt::format("{}:{}", file, row.line) : file;
}

/// Both are known, and have other NVLinks.
bool is_other_gpu(const std::string& one, const std::string& other) {
  const auto* const first = hw::catalogue::nvlink_model_of(one);
  const auto* const second = hw::catalogue::nvlink_model_of(other);
  return first != nullptr && second != nullptr && !hw::catalogue::have_same_links(*first, *second);
}

core::Failure other_job(const Measurement& row, std::string found, std::string expected) {
  return core::bad_input(place_of(row), std::move(found), std::move(expected),
                         "make floors of the run's own job with treering expect");
}

core::Result<void> expect_same_job(const Sheet& sheet, const Measurement& row) {
  const bool has_ranks = row.ranks == 0 || row.ranks == sheet.ranks;
  if (!has_ranks || !row.possible_ranks.has(sheet.ranks)) {
    return other_job(row,
                     row.ranks > 0 ? "a run of " + core::counted(row.ranks, "rank")
                                   : "a run of another number of ranks",
                     fmt::format("the floors are of {}", core::counted(sheet.ranks, "rank")));
  }
  if (row.nodes != 0 && row.nodes != sheet.nodes && row.nodes != sheet.hosts) {
    return other_job(row, "a run on " + core::counted(row.nodes, "node"),
                     fmt::format("the floors are of {}", core::counted(sheet.hosts, "node")));
  }
  if (is_other_gpu(row.gpu, sheet.gpu)) {
    return other_job(row, "a run on GPUs " + core::in_quotes(row.gpu),
                     fmt::format("the floors are of {}", core::in_quotes(sheet.gpu)));
  }
  return {};
}

bool is_forced(const Measurement& row) {
  return row.way.is_named() && !row.is_own_choice && !row.is_fallback;
}

JudgedRow judged(const Sheet& sheet, const Measurement& row) {
  JudgedRow result;
  result.measurement = row;
  result.busbw =
      core::Bytes::of(row.bytes) / *time_of(row) * core::bus_factor(row.collective, sheet.ranks);
  if (is_forced(row)) {
    result.why_not = fmt::format("forced to {}", text_of(row.way));
    return result;
  }
  result.floor = floor_at(sheet, row.collective, core::Bytes::of(row.bytes));
  if (!result.floor) {
    result.why_not = floors_of(sheet, row.collective).empty() ? "no floor of this collective"
                                                              : "no floor at this size";
  }
  return result;
}

/// "all_reduce from 1 MiB to 8 GiB".
std::string ranges_text(const Sheet& sheet) {
  std::vector<std::string> texts;
  for (const core::Collective collective : collectives_of(sheet)) {
    const auto rows = floors_of(sheet, collective);
    if (rows.empty()) continue;
    texts.push_back(fmt::format("{} from {} to {}", core::name_of(collective),
                                core::format_size(rows.front()->bytes),
                                core::format_size(rows.back()->bytes)));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

core::Failure nothing_judged(const Sheet& sheet, const std::vector<JudgedRow>& rows) {
  const JudgedRow& first = rows.front();
  const bool are_alike =
      std::ranges::all_of(rows, [&](const JudgedRow& row) { return row.why_not == first.why_not; });
  return core::bad_input(
      core::printable(first.measurement.file),
      fmt::format("no row has a floor: {}",
                  are_alike ? first.why_not : "other collectives or sizes, or forced choices"),
      fmt::format("the floors are of {}", ranges_text(sheet)),
      "make floors of the run's collectives and sizes with treering expect");
}

}  // namespace

std::optional<core::Bandwidth> floor_at(const Sheet& sheet, core::Collective collective,
                                        core::Bytes bytes) {
  const auto rows = floors_of(sheet, collective);
  if (rows.empty() || bytes < rows.front()->bytes) return std::nullopt;
  const Row& largest = *rows.back();
  if (bytes > largest.bytes) {
    return bytes <= largest.bytes * 2 ? largest.floor : std::nullopt;
  }
  const auto right =
      std::ranges::lower_bound(rows, bytes, {}, [](const Row* row) { return row->bytes; });
  if ((*right)->bytes == bytes) return (*right)->floor;
  return between(**(right - 1), **right, bytes);
}

core::Result<std::vector<JudgedRow>> judge(const Sheet& sheet,
                                           const std::vector<Measurement>& rows) {
  std::vector<JudgedRow> all;
  for (const Measurement& row : rows) {
    if (const auto same = expect_same_job(sheet, row); !same) return core::fail(same.error());
    all.push_back(judged(sheet, row));
  }
  const bool has_floor =
      std::ranges::any_of(all, [](const JudgedRow& row) { return row.floor.has_value(); });
  if (!has_floor) return nothing_judged(sheet, all);
  return all;
}

}  // namespace treering::tuner::floors
