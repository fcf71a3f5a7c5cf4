#include "app/measuring/check_hosts.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/hosts/records.h"
#include "app/measuring/compared_side.h"
#include "app/measuring/notes.h"
#include "core/units.h"
#include "sim/libraries/library.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/conditions.h"

namespace treering::app::measuring {
namespace {

using tuner::hosts::HostCheck;
using tuner::hosts::Outcome;
using tuner::hosts::Row;
using tuner::measure::fact_of;
using tuner::measure::Record;
using tuner::measure::Summary;

/// "mpi on 4 ranks of 2 nodes, links of 0.1 Gbit/s".
std::string job_of(const Record& one) {
  const std::string shaped = fact_of(one, tuner::measure::kShapedFact);
  return fmt::format("{} on {} of {}{}", one.runner, core::counted(one.ranks, "rank"),
                     core::counted(one.nodes, "node"),
                     shaped.empty() ? "" : ", links of " + shaped + " Gbit/s");
}

core::Failure several_jobs(const std::string& file, const std::string& one,
                           const std::string& other) {
  return core::bad_input(file, fmt::format("runs of {} and of {}", one, other), "expected one job",
                         "check them one by one");
}

/// All results have to be of one job, on one kind of machine and by one library.
core::Result<void> check_one_job(const std::vector<Record>& records, const std::string& file) {
  const std::string job = job_of(records.front());
  for (const Record& one : records) {
    if (job_of(one) != job) return several_jobs(file, job, job_of(one));
  }
  for (const std::string_view fact : {"library", "cpu"}) {
    std::string known;  // a result that failed at once may lack it
    for (const Record& one : records) {
      const std::string value = fact_of(one, fact);
      if (known.empty()) known = value;
      if (!value.empty() && value != known) return several_jobs(file, known, value);
    }
  }
  return {};
}

/// Each rank needs a link of its own.
core::Result<void> check_links(const Record& one, const std::string& file) {
  if (!sim::libraries::find_on_cpus(one.runner)) {
    return core::bad_input(file, "runs of " + one.runner, sim::libraries::expected_on_cpus());
  }
  if (one.ranks < 2) return core::bad_input(file, "one rank", "expected two or more");
  if (!fact_of(one, tuner::measure::kShapedFact).empty() || one.nodes == one.ranks) return {};
  return core::bad_input(file,
                         fmt::format("{} of {}", core::counted(one.ranks, "rank"),
                                     core::counted(one.nodes, "machine")),
                         "expected a rank on each, or links that ⟨shaped⟩ laid out",
                         "ranks of one machine use none of its links");
}

bool is_of_one_size(const HostCheck& check) {
  return std::ranges::all_of(check.rows, [&](const Row& row) {
    return row.configuration.call.bytes == check.rows.front().configuration.call.bytes;
  });
}

std::vector<std::string> notes_on(const HostCheck& check) {
  std::vector<std::string> notes;
  if (check.judged < check.rows.size()) {
    notes.push_back(
        fmt::format("{} too small to be judged: latency, as the smallest calls have it, "
                    "would take more than a quarter of their time",
                    core::counted(check.rows.size() - check.judged, "call")));
  }
  if (check.sought.calls < check.sought.of) {
    notes.push_back(fmt::format(
        "a slow link was sought in {} of {}, spread over their sizes; any that is found is checked "
        "with all",
        check.sought.calls, core::counted(check.sought.of, "call")));
  }
  const std::string slow = slow_text(check);
  if (!slow.empty() && check.outcome != Outcome::Unexplained) {
    notes.push_back((check.late.empty()
                         ? "longer than the links explain, as calls may be by chance: "
                         : "longer than the links and the late rank explain: ") +
                    slow);
  }
  if (!check.links.empty() && is_of_one_size(check)) {
    notes.emplace_back(
        "calls of one size do not tell a slow link from a rank that is late with each message: "
        "measure several sizes");
  }
  notes.insert(notes.end(), check.left_out.begin(), check.left_out.end());
  return notes;
}

/// How well the medians are known that all of this goes by; nothing where they are.
std::string note_on_medians(const std::vector<Summary>& rows) {
  const auto open = std::ranges::count_if(
      rows, [](const Summary& row) { return row.precision && !row.is_converged; });
  std::vector<std::string> parts;
  if (open > 0) {
    parts.push_back(
        fmt::format("{} of {} not converged: their medians are not known as well as "
                    "asked",
                    open, core::counted(rows.size(), "result")));
  }
  if (std::string late = late_text(rows); !late.empty()) parts.push_back(std::move(late));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// \param notes of the files
std::vector<std::string> all_notes(std::vector<std::string> notes, const HostCheck& check,
                                   const std::vector<Summary>& rows) {
  for (std::string& note : notes_on(check)) notes.push_back(std::move(note));
  if (std::string note = note_on_medians(rows); !note.empty()) notes.push_back(std::move(note));
  for (const Summary& row : rows) {
    for (const std::string& error : row.errors) {
      notes.push_back(fmt::format("{} failed: {}", text_of(row.configuration), error));
    }
  }
  return notes;
}

}  // namespace

core::Result<CheckHostsReport> answer(const CheckHostsRequest& request) {
  if (request.nic_rate.empty()) {
    return core::usage_error("⟨nic-rate⟩", "not given",
                             "expected the rate of the hosts' links in Gbit/s");
  }
  const auto records = hosts::read_records(request.files);
  if (!records) return core::fail(records.error());
  const std::vector<Summary> rows = tuner::measure::summarise(records->list);
  const std::string& file = request.files.front();
  if (const auto same = check_one_job(records->list, file); !same) return core::fail(same.error());
  if (const auto own = check_links(records->list.front(), file); !own) {
    return core::fail(own.error());
  }
  CheckHostsReport report;
  report.runner = rows.front().runner;
  report.ranks = rows.front().ranks;
  const auto library = records->list.back().environment.find("library");
  if (library != records->list.back().environment.end()) report.library = library->second;
  auto gbit = tuner::launch::parse_links(request.nic_rate, report.ranks, "⟨nic-rate⟩");
  if (!gbit) return core::fail(gbit.error());
  report.gbit = *std::move(gbit);
  report.check = tuner::hosts::check_hosts(rows, report.gbit);
  std::ranges::stable_sort(report.check.rows, {}, [](const tuner::hosts::Row& row) {
    const auto& one = row.configuration;
    return std::tuple(one.call.collective, row.algorithm, one.pair, one.call.bytes);
  });
  report.notes = all_notes(records->notes, report.check, rows);
  const std::vector<std::string> mixed = differing_facts(records->list);
  if (!mixed.empty()) {
    report.notes.push_back(fmt::format("results of unlike conditions: {}", fmt::join(mixed, ", ")));
  }
  return report;
}

std::string verdict_of(const CheckHostsReport& report) {
  return verdict_text(report.check, report.ranks);
}

}  // namespace treering::app::measuring
