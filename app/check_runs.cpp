#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/check_job.h"
#include "core/text/quote.h"
#include "sim/job/variables.h"

namespace treering::app {
namespace {

// The runs of a text that did not run alike: each has an expectation of its own.

using tuner::Measurement;

/// How a run ran, as far as its text says so.
struct RunKind {
  std::string version;
  std::map<std::string, std::string> variables;  // that times go by
  bool operator==(const RunKind&) const = default;
};

/// Rows have what was forced by themselves.
bool is_of_expectation(std::string_view variable) {
  return variable != "NCCL_ALGO" && variable != "NCCL_PROTO" &&
         sim::job::find_variable(variable) != nullptr;
}

/// What the text says of the row's run; null for nothing.
const tuner::RunSettings* settings_of(const Measurement& row, const tuner::MeasurementSet& set) {
  const auto run = std::ranges::find_if(set.runs, [&](const tuner::RunSettings& one) {
    return one.file == row.file && one.run == row.run;
  });
  return run == set.runs.end() ? nullptr : &*run;
}

RunKind kind_of(const Measurement& row, const tuner::MeasurementSet& set) {
  RunKind kind{row.nccl_version, {}};
  const tuner::RunSettings* const run = settings_of(row, set);
  if (run == nullptr) return kind;
  for (const auto& [name, value] : run->variables) {
    if (is_of_expectation(name)) kind.variables.emplace(name, value);
  }
  return kind;
}

struct Part {
  RunKind kind;
  std::vector<Measurement> rows;
};

std::vector<Part> parts_of(const tuner::MeasurementSet& set) {
  std::vector<Part> parts;
  for (const Measurement& row : set.rows) {
    RunKind kind = kind_of(row, set);
    auto part = std::ranges::find(parts, kind, &Part::kind);
    if (part == parts.end()) part = parts.insert(part, {std::move(kind), {}});
    part->rows.push_back(row);
  }
  return parts;
}

/// "NCCL 2.8.3, NCCL_P2P_DISABLE=1": what of it differs between the parts.
std::string name_of(const RunKind& kind, const std::vector<Part>& parts) {
  const auto differs = [&](const auto& is_as_here) {
    return !std::ranges::all_of(parts, [&](const Part& one) { return is_as_here(one.kind); });
  };
  std::vector<std::string> words;
  if (differs([&](const RunKind& one) { return one.version == kind.version; })) {
    words.push_back(kind.version.empty() ? "NCCL unknown" : "NCCL " + kind.version);
  }
  for (const auto& [name, value] : kind.variables) {
    const auto is_as_here = [&, name = name, value = value](const RunKind& one) {
      const auto found = one.variables.find(name);
      return found != one.variables.end() && found->second == value;
    };
    if (differs(is_as_here)) words.push_back(core::printable(fmt::format("{}={}", name, value)));
  }
  const bool have_other_variables =
      differs([&](const RunKind& one) { return one.variables == kind.variables; });
  if (words.empty() && have_other_variables) words.emplace_back("without these variables");
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Those that its rows and nothing else of the text are about.
WantedRuns only(const Part& part, const WantedRuns& runs) {
  WantedRuns own = runs;
  own.set.rows = part.rows;
  own.set.variables.clear();
  if (const auto* const run = settings_of(part.rows.front(), runs.set)) {
    own.set.variables = run->variables;
  }
  return own;
}

bool is_slowed(const CheckReport& report) {
  return report.is_odd || !report.slowed.empty();
}

}  // namespace

std::vector<LikeRuns> told_apart(const WantedRuns& runs) {
  constexpr std::size_t kMost = 6;
  const auto& rows = runs.set.rows;
  const bool is_one_text = std::ranges::all_of(
      rows, [&](const Measurement& row) { return row.file == rows.front().file; });
  std::vector<Part> parts;
  if (is_one_text && !runs.set.runs.empty()) parts = parts_of(runs.set);
  if (parts.size() < 2 || parts.size() > kMost) return {{"", runs}};
  std::vector<LikeRuns> apart;
  for (const Part& part : parts) apart.push_back({name_of(part.kind, parts), only(part, runs)});
  return apart;
}

CheckReport joined(std::vector<CheckReport> reports) {
  auto first = std::ranges::find_if(reports, is_slowed);
  if (first == reports.end()) first = reports.begin();
  const bool is_odd = std::ranges::any_of(reports, &CheckReport::is_odd);
  CheckReport report = std::move(*first);
  report.is_odd = is_odd;
  reports.erase(first);
  report.other_runs = std::move(reports);
  return report;
}

}  // namespace treering::app
