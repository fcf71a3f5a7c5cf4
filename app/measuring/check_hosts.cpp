#include "app/measuring/check_hosts.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/hosts/records.h"
#include "app/measuring/conditions.h"
#include "app/measuring/configuration_text.h"
#include "app/measuring/start_notes.h"
#include "core/unit_text.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/conditions.h"

namespace treering::app::measuring {
namespace {

using tuner::hosts::HostCheck;
using tuner::hosts::Outcome;
using tuner::hosts::Row;
using tuner::hosts::SlowLink;
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
  if (one.runner != "mpi" && one.runner != "gloo") {
    return core::bad_input(file, "runs of " + one.runner, "expected runs on CPUs: mpi or gloo");
  }
  if (one.ranks < 2) return core::bad_input(file, "one rank", "expected two or more");
  if (!fact_of(one, tuner::measure::kShapedFact).empty() || one.nodes == one.ranks) return {};
  return core::bad_input(file,
                         fmt::format("{} of {}", core::counted(one.ranks, "rank"),
                                     core::counted(one.nodes, "machine")),
                         "expected a rank on each, or links that ⟨shaped⟩ laid out",
                         "ranks of one machine use none of its links");
}

std::string of_its_rate(const SlowLink& link) {
  return fmt::format("{:.3g} of {:.3g} Gbit/s ({:.0f} %)", link.gbit * link.share, link.gbit,
                     100 * link.share);
}

/// Likewise where several shares fit as well.
std::string about_its_rate(const SlowLink& link) {
  constexpr double kAlike = 1.1;
  if (link.share < kAlike * link.least_share) return "about " + of_its_rate(link);
  return fmt::format("{:.2g} to {:.2g} of {:.3g} Gbit/s", link.gbit * link.least_share,
                     link.gbit * link.share, link.gbit);
}

/// "2", "0, 2 or 3".
std::string ranks_text(std::vector<int> ranks) {
  std::ranges::sort(ranks);
  if (ranks.size() == 1) return fmt::format("{}", ranks.front());
  return fmt::format("{} or {}", fmt::join(ranks.begin(), ranks.end() - 1, ", "), ranks.back());
}

/// "the link of rank 2 or 3 carried 0.02 of 0.1 Gbit/s (20 %), or every link ...": each link with
/// its own rate, the best first.
std::string links_text(const CheckHostsReport& report) {
  std::vector<std::pair<std::string, std::vector<int>>> alike;  // by rate
  for (const SlowLink& link : report.check.links) {
    const std::string rate = about_its_rate(link);
    const auto known = std::ranges::find(alike, rate, [](const auto& one) { return one.first; });
    auto& group = known != alike.end() ? *known : alike.emplace_back(rate, std::vector<int>());
    group.second.push_back(link.rank);
  }
  std::vector<std::string> texts;
  for (auto& [rate, ranks] : alike) {
    const auto every = std::ranges::find(ranks, -1);
    const bool is_every = every != ranks.end();
    if (is_every) ranks.erase(every);
    std::vector<std::string> which;
    if (std::ssize(ranks) == report.ranks) {
      which.emplace_back("one link");
    } else if (!ranks.empty()) {
      which.push_back("the link of rank " + ranks_text(ranks));
    }
    if (is_every) which.emplace_back("every link");
    texts.push_back(fmt::format("{} carried {}", fmt::join(which, ", or "), rate));
  }
  return fmt::format("{}", fmt::join(texts, ", or "));
}

/// The slow calls, the slowest first: "0 to 1 64 KiB (5.0 times as long as it may)".
std::string slow_text(const HostCheck& check) {
  std::vector<const Row*> slow;
  for (const Row& row : check.rows) {
    if (row.is_slow) slow.push_back(&row);
  }
  const auto factor = [](const Row* row) { return row->measured_us / row->explained.high_us; };
  std::ranges::stable_sort(slow, std::greater(), factor);
  constexpr std::size_t kNamed = 6;
  std::vector<std::string> texts;
  for (const Row* row : slow) {
    if (texts.size() == kNamed) break;
    tuner::measure::Configuration ran = row->configuration;
    if (!ran.pair) ran.algorithm = row->algorithm;
    texts.push_back(fmt::format("{} ({:.2g} times)", text_of(ran), factor(row)));
  }
  if (slow.size() > kNamed) texts.push_back(fmt::format("{} more", slow.size() - kNamed));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::vector<std::string> notes_on(const HostCheck& check) {
  std::vector<std::string> notes;
  if (check.judged < check.rows.size()) {
    notes.push_back(
        fmt::format("{} too small to be judged: latency, as the smallest calls have it, "
                    "would take more than a quarter of their time",
                    core::counted(check.rows.size() - check.judged, "call")));
  }
  const std::string slow = slow_text(check);
  if (!slow.empty() && check.outcome != Outcome::Unexplained) {
    notes.push_back("longer than the links explain, as calls may be by chance: " + slow);
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

/// What to measure besides, and how; nothing where it was measured, or there is one pair alone.
std::string advice(const HostCheck& check, const std::string& what) {
  const bool has_pairs = std::ranges::any_of(
      check.rows, [](const tuner::hosts::Row& row) { return row.configuration.pair.has_value(); });
  return has_pairs ? "" : what + " (treering measure -c sendrecv --pairs)";
}

constexpr const char* kPairsTell = ", messages between pairs of ranks can";

std::string too_few_text(const HostCheck& check) {
  if (check.judged == check.rows.size() && check.judged >= tuner::hosts::kFewest) {
    return "calls of one size cannot tell latency from slow links, and these take more than " +
           fmt::format("{:.0f} % longer than links alone; measure smaller and larger ones",
                       100 * (tuner::hosts::kTolerance - 1));
  }
  return fmt::format(
      "too few calls to judge these links by: {} of {}; measure more calls, and larger ones",
      check.judged, check.rows.size());
}

std::string one_or_all_text(const CheckHostsReport& report) {
  const HostCheck& check = report.check;
  return fmt::format("{} of {} take as long as if {}; these calls cannot tell which{}",
                     check.links.front().explained, core::counted(check.judged, "call"),
                     links_text(report), advice(check, kPairsTell));
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
    return std::tuple(one.collective, row.algorithm, one.pair, one.bytes);
  });
  report.notes = all_notes(records->notes, report.check, rows);
  const std::vector<std::string> mixed = differing_facts(records->list);
  if (!mixed.empty()) {
    report.notes.push_back(fmt::format("results of unlike conditions: {}", fmt::join(mixed, ", ")));
  }
  return report;
}

std::string verdict_of(const CheckHostsReport& report) {
  const HostCheck& check = report.check;
  const auto rows = core::counted(check.judged, "call");
  switch (check.outcome) {
    case Outcome::TooFew:
      return too_few_text(check);
    case Outcome::AsExpected:
      return fmt::format(
          "as fast as these links allow: {} of {} take no more than {:.0f} % "
          "longer than they may",
          check.judged - check.slow, rows, 100 * (tuner::hosts::kTolerance - 1));
    case Outcome::SlowLink:
      return fmt::format(
          "the link of rank {} carries {}: so {} of {} are explained, and no other link "
          "explains them",
          check.links.front().rank, of_its_rate(check.links.front()), check.links.front().explained,
          rows);
    case Outcome::SlowLinks:
      return fmt::format(
          "one link is slow: {} of {} take as long as if {}; these calls cannot tell which{}",
          check.links.front().explained, rows, links_text(report), advice(check, kPairsTell));
    case Outcome::AllSlow:
      return fmt::format("all links, or all but one, carry {}: so {} of {} are explained",
                         of_its_rate(check.links.front()), check.links.front().explained, rows);
    case Outcome::OneOrAll:
      return one_or_all_text(report);
    case Outcome::TooFast:
      return fmt::format(
          "faster than these links can be: {} of {} of the largest size take less than {:.0f} % of "
          "the least time that they allow; is their rate right, and do the messages take them?",
          check.too_fast, core::counted(check.largest, "call"), 100 / tuner::hosts::kTolerance);
    case Outcome::Unexplained:
      return fmt::format(
          "{} of {} take longer than these links explain, and neither one slow link nor all of "
          "them alike nor chance explains it: {}{}",
          check.slow, rows, slow_text(check),
          advice(check, "; messages between pairs of ranks may tell"));
  }
  return "";
}

}  // namespace treering::app::measuring
