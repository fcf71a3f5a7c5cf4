#include "app/check_floors.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/check.h"
#include "core/text/field.h"
#include "hw/io/files.h"

namespace treering::app {
namespace {

using tuner::floors::JudgedRow;

core::Result<tuner::floors::Sheet> sheet_in(const std::string& file, const hw::io::Files& files) {
  const auto text = files.read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  return tuner::floors::read_sheet(*text, hw::io::shown_path(file));
}

/// Fails where nothing says which collective the rows are of.
core::Result<void> expect_named(const tuner::MeasurementSet& set) {
  const auto& open = set.open_collectives;
  if (open.size() < 2) return {};
  std::vector<std::string_view> names;
  for (const core::Collective one : open) names.push_back(core::name_of(one));
  return core::usage_error(
      core::field("collective"),
      fmt::format("not given, and the table may be of {}", fmt::join(names, " or ")),
      "expected the one that was run");
}

std::size_t count_of(const std::vector<JudgedRow>& rows, bool (*is_it)(const JudgedRow&)) {
  return static_cast<std::size_t>(std::ranges::count_if(rows, is_it));
}

/// The rows of `report` that are not judged, by reason.
std::vector<std::string> notes_on_left_out(const std::vector<JudgedRow>& rows) {
  std::vector<std::pair<std::string, std::size_t>> reasons;
  for (const JudgedRow& row : rows) {
    if (row.why_not.empty()) continue;
    auto known =
        std::ranges::find(reasons, row.why_not, &std::pair<std::string, std::size_t>::first);
    if (known == reasons.end()) known = reasons.insert(known, {row.why_not, 0});
    ++known->second;
  }
  std::vector<std::string> notes;
  for (const auto& [why, count] : reasons) {
    notes.push_back(fmt::format("{} not judged: {}", core::counted(count, "row"), why));
  }
  return notes;
}

}  // namespace

core::Result<CheckFloorsReport> answer(const CheckFloorsRequest& request) {
  const hw::io::RealFiles files;
  auto sheet = sheet_in(request.floors, files);
  if (!sheet) return core::fail(sheet.error());
  CheckRequest asked;
  asked.files = request.files;
  asked.wanted = request.wanted;
  const auto runs = wanted_runs(asked, files);
  if (!runs) return core::fail(runs.error());
  if (const auto named = expect_named(runs->set); !named) return core::fail(named.error());
  auto rows = tuner::floors::judge(*sheet, runs->set.rows);
  if (!rows) return core::fail(rows.error());
  CheckFloorsReport report;
  report.sheet = *std::move(sheet);
  report.rows = *std::move(rows);
  report.judged = count_of(report.rows, [](const JudgedRow& row) { return row.floor.has_value(); });
  report.below = count_of(report.rows, [](const JudgedRow& row) { return row.is_below(); });
  report.wrong = count_of(report.rows, [](const JudgedRow& row) { return row.is_wrong(); });
  report.notes = notes_on_left_out(report.rows);
  std::ranges::copy(measurements::texts_on_runs(runs->set), std::back_inserter(report.notes));
  return report;
}

std::string junit_text(const CheckFloorsReport& report) {
  return tuner::floors::junit_of(report.sheet, report.rows);
}

}  // namespace treering::app
