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
#include "core/units.h"
#include "sim/job/variables.h"

namespace treering::app {
namespace {

// The runs of a text that did not run alike: each has an expectation of its own.

using tuner::Measurement;

/// How a run ran, as far as its text says so.
struct RunKind {
  std::string version;
  int nodes = 0;  // 0: unknown
  int ranks = 0;
  std::map<std::string, std::string> variables;  // that times go by

  /// Whether both may be one job.
  bool is_like(const RunKind& other) const {
    const auto agree = [](int one, int two) { return one == 0 || two == 0 || one == two; };
    return version == other.version && variables == other.variables && agree(nodes, other.nodes) &&
           agree(ranks, other.ranks);
  }
};

/// Rows have what was forced by themselves.
bool is_of_expectation(std::string_view variable) {
  return variable != "NCCL_ALGO" && variable != "NCCL_PROTO" &&
         sim::job::find_variable(variable) != nullptr;
}

/// The settings that the text gives for the row's run; null where it gives none.
const tuner::RunSettings* settings_of(const Measurement& row, const tuner::MeasurementSet& set) {
  const auto run = std::ranges::find_if(set.runs, [&](const tuner::RunSettings& one) {
    return one.file == row.file && one.run == row.run;
  });
  return run == set.runs.end() ? nullptr : &*run;
}

RunKind kind_of(const Measurement& row, const tuner::MeasurementSet& set) {
  RunKind kind{row.nccl_version, row.nodes, row.ranks, {}};
  const tuner::RunSettings* const run = settings_of(row, set);
  if (run == nullptr) return kind;
  for (const auto& [name, value] : run->variables) {
    if (is_of_expectation(name)) kind.variables.emplace(name, value);
  }
  return kind;
}

/// Runs that ran alike, and repeat no call.
struct Part {
  RunKind kind;
  std::string title;  // of the first
  std::vector<Measurement> rows;
};

/// Each run for itself, in the order of the text.
std::vector<Part> single_runs(const tuner::MeasurementSet& set) {
  std::vector<Part> runs;
  for (const Measurement& row : set.rows) {
    auto run = std::ranges::find_if(
        runs, [&](const Part& one) { return one.rows.front().run == row.run; });
    if (run == runs.end()) {
      const tuner::RunSettings* const settings = settings_of(row, set);
      run = runs.insert(run, {kind_of(row, set), settings == nullptr ? "" : settings->title, {}});
    }
    run->rows.push_back(row);
  }
  return runs;
}

/// The same call: a run that repeats it is another one.
bool repeats(const Measurement& one, const Measurement& other) {
  return one.collective == other.collective && one.bytes == other.bytes && one.type == other.type &&
         one.op == other.op && one.way == other.way;
}

bool have_a_repeat(const Part& one, const Part& other) {
  return std::ranges::any_of(one.rows, [&](const Measurement& row) {
    return std::ranges::any_of(other.rows,
                               [&](const Measurement& beside) { return repeats(row, beside); });
  });
}

std::vector<Part> parts_of(const tuner::MeasurementSet& set) {
  // Processes that ran alone each made the same calls.
  const bool are_alone = tuner::fault_of(set, tuner::RunFault::What::RanAlone) != nullptr;
  std::vector<Part> parts;
  for (Part& run : single_runs(set)) {
    const auto part = std::ranges::find_if(parts, [&](const Part& one) {
      return one.kind.is_like(run.kind) && (are_alone || !have_a_repeat(one, run));
    });
    if (part == parts.end()) {
      parts.push_back(std::move(run));
    } else {
      part->rows.insert(part->rows.end(), run.rows.begin(), run.rows.end());
    }
  }
  return parts;
}

/// "NCCL 2.8.3, NCCL_P2P_DISABLE=1": what of it differs between the parts.
std::string kind_text(const RunKind& kind, const std::vector<Part>& parts) {
  const auto differs = [&](const auto& is_as_here) {
    return !std::ranges::all_of(parts, [&](const Part& one) { return is_as_here(one.kind); });
  };
  std::vector<std::string> words;
  if (differs([&](const RunKind& one) { return one.version == kind.version; })) {
    words.push_back(kind.version.empty() ? "NCCL unknown" : "NCCL " + kind.version);
  }
  if (kind.nodes > 0 && differs([&](const RunKind& one) { return one.nodes == kind.nodes; })) {
    words.push_back(core::counted(kind.nodes, "node"));
  }
  if (kind.ranks > 0 && differs([&](const RunKind& one) { return one.ranks == kind.ranks; })) {
    words.push_back(core::counted(kind.ranks, "rank"));
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

/// By what differs, by the titles above where that is not enough, else by the lines of the text.
std::vector<std::string> names_of(const std::vector<Part>& parts) {
  std::vector<std::string> names;
  for (const Part& part : parts) names.push_back(kind_text(part.kind, parts));
  const auto are_unique = [&] {
    return std::ranges::all_of(names, [&](const std::string& name) {
      return !name.empty() && std::ranges::count(names, name) == 1;
    });
  };
  const auto add = [](std::string& name, const std::string& more) {
    if (!more.empty()) name += (name.empty() ? "" : ", ") + more;
  };
  if (are_unique()) return names;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].title.empty()) add(names[i], fmt::format("\"{}\"", parts[i].title));
  }
  if (are_unique()) return names;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    add(names[i], fmt::format("run {} (from line {})", i + 1, parts[i].rows.front().line));
  }
  return names;
}

/// Whether a remark is about the first row of a run: "run.log:13".
bool is_about(const std::string& where, const std::vector<Measurement>& rows) {
  return std::ranges::any_of(rows, [&](const Measurement& row) {
    return where == fmt::format("{}:{}", row.file, row.line);
  });
}

/// Those that its rows and nothing else of the text are about.
WantedRuns only(const Part& part, const WantedRuns& runs) {
  WantedRuns own = runs;
  own.set.rows = part.rows;
  own.set.variables.clear();
  const auto is_of_others = [&](const auto& one) {
    return is_about(one.where, runs.set.rows) && !is_about(one.where, part.rows);
  };
  std::erase_if(own.set.faults, is_of_others);
  std::erase_if(own.set.deduced, is_of_others);
  std::erase_if(own.set.notes, is_of_others);
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
  constexpr std::size_t kMostRows = 5000;  // which are compared with each other
  const auto& rows = runs.set.rows;
  const bool is_one_text = std::ranges::all_of(
      rows, [&](const Measurement& row) { return row.file == rows.front().file; });
  std::vector<Part> parts;
  if (is_one_text && !runs.set.runs.empty() && rows.size() <= kMostRows) parts = parts_of(runs.set);
  if (parts.size() < 2 || parts.size() > kMost) return {{"", runs}};
  const std::vector<std::string> names = names_of(parts);
  std::vector<LikeRuns> apart;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    apart.push_back({names[i], only(parts[i], runs)});
  }
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
