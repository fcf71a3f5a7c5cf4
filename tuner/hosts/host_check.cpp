#include "tuner/hosts/host_check.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/hosts/host_profile.h"
#include "sim/libraries/library.h"
#include "tuner/hosts/link_hypotheses.h"
#include "tuner/hosts/measured_calls.h"
#include "tuner/hosts/slow_calls.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Hosts;

// Rows that a hypothesis has to leave unexplained, of all, before it is out.
constexpr double kUnexplained = 0.1;
// So many rows has a slow link to explain, which are off without it.
constexpr double kFewestExplained = 3;
// A link that has more of its rate is not slow; where chance does not explain the slow calls it may
// have so much, since the share is as uncertain as the calls.
constexpr double kMostShare = 1 / kTolerance;
constexpr double kMostShareBeyondChance = 0.9;

/// Over links; Open MPI's where the library is not known.
std::size_t eager_bytes_of(const std::string& runner) {
  using sim::libraries::Library;
  const Library library = sim::libraries::find_on_cpus(runner).value_or(Library::OpenMpi);
  const auto limit = entry_of(library).eager_limit(sim::libraries::Transport::Tcp);
  return static_cast<std::size_t>(limit.bytes);
}

/// What a judgement asks of: links that may be slow, and which latency is theirs.
struct Suspects {
  std::vector<int> ranks;  // kEveryLink: all alike
  Latency latency = Latency::Fitted;
};

/// Each link alone, and all alike.
Suspects all_links(const Hosts& hosts, Latency latency) {
  Suspects all{{kEveryLink}, latency};
  for (int rank = 0; rank < static_cast<int>(hosts.gbit.size()); ++rank) all.ranks.push_back(rank);
  return all;
}

/// Each with the share of the rate that fits best.
std::vector<Hypothesis> all_fitted(const std::vector<Row>& rows, const Hosts& hosts,
                                   const Suspects& suspects) {
  std::vector<Hypothesis> all;
  for (const int rank : suspects.ranks) {
    all.push_back(fitted(rows, hosts, rank, suspects.latency));
  }
  return all;
}

/// With the latency that fits the smallest calls, if the links are as they should be.
Hypothesis no_slow_link(const std::vector<Row>& rows, const Hosts& hosts) {
  return supposed(rows, hosts, {.rank = kEveryLink}, Latency::Fitted);
}

/// As if links decided each of them.
std::vector<Row> all_judged(std::vector<Row> rows) {
  for (Row& row : rows) row.is_judged = true;
  return rows;
}

/// Where a slow link, or all, explain all these calls clearly better than none does.
std::optional<Hypothesis> slow_link_in(const std::vector<Row>& rows, const Hosts& hosts) {
  const std::vector<Hypothesis> all = all_fitted(rows, hosts, all_links(hosts, Latency::Fitted));
  Hypothesis best = *std::ranges::min_element(all, {}, &Hypothesis::misfit);
  const double gained = no_slow_link(rows, hosts).misfit - best.misfit;
  if (gained < kFewestExplained * std::log(kTolerance)) return {};
  return best;
}

/// The hypotheses that are left: those that explain about as much as the best.
std::vector<Hypothesis> likely(std::vector<Hypothesis> all, std::size_t rows) {
  std::ranges::sort(all, {}, &Hypothesis::misfit);
  // What a wrong link leaves: the rows that feel the right one.
  const double more = kUnexplained * static_cast<double>(rows) * std::log(kTolerance);
  const double limit = all.front().misfit + std::max(more, 2 * std::log(kTolerance));
  std::erase_if(all, [&](const Hypothesis& one) { return one.misfit > limit; });
  return all;
}

Outcome outcome_of(std::size_t hypotheses, bool can_be_all) {
  if (hypotheses == 1) return can_be_all ? Outcome::AllSlow : Outcome::SlowLink;
  return can_be_all ? Outcome::OneOrAll : Outcome::SlowLinks;
}

/// How much an outcome says of what is wrong with the links.
int told_by(Outcome outcome) {
  switch (outcome) {
    case Outcome::SlowLink:
    case Outcome::SlowLinks:
      return 2;
    case Outcome::AllSlow:
    case Outcome::OneOrAll:
      return 1;
    default:
      return 0;
  }
}

/// How much better than none the hypothesis explains the judged rows.
double gained_by(const Hypothesis& one, const std::vector<Row>& rows) {
  double gained = -one.misfit;
  for (const Row& row : rows) gained += row.is_judged ? misfit_of(row, row.expected) : 0;
  return gained;
}

/// Whether the times leave no more than chance explains: large calls that are too fast for them,
/// too. Small ones pass at once where a link is idle.
bool are_explained(const std::vector<Row>& rows, const std::vector<Expected>& times) {
  std::uint64_t most = 0;
  for (const Row& row : rows) most = std::max(most, row.configuration.call.bytes);
  double judged = 0;
  double left = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_judged) continue;
    ++judged;
    const bool is_fast = rows[i].configuration.call.bytes == most &&
                         rows[i].measured_us * kTolerance < times[i].low_us;
    if (is_fast || is_slow(rows[i].measured_us, times[i])) ++left;
  }
  return left <= kByChance * judged && are_by_chance(rows, times);
}

void set_explained(const std::vector<Expected>& times, std::vector<Row>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].explained = times[i];
    rows[i].is_slow = rows[i].is_judged && is_slow(rows[i].measured_us, times[i]);
  }
}

void judge(const Hosts& hosts, const Suspects& suspects, HostCheck& check) {
  if (check.judged < kFewest) return;
  check.outcome = Outcome::AsExpected;
  if (check.slow == 0) return;
  std::vector<Expected> times;
  for (const Row& row : check.rows) times.push_back(row.expected);
  set_explained(times, check.rows);
  const bool is_chance = are_by_chance(check.rows, times);
  if (!is_chance) check.outcome = Outcome::Unexplained;
  const std::vector<Row> some = rows_to_fit(check.rows);
  const auto judged = std::ranges::count_if(some, &Row::is_judged);
  check.sought = {static_cast<std::size_t>(judged), check.judged};
  std::vector<Hypothesis> left = likely(all_fitted(some, hosts, suspects), check.sought.calls);
  Hypothesis& best = left.front();
  const std::vector<Expected> slowed = times_if(best, check.rows, hosts);
  weigh(check.rows, slowed, best);
  if (best.link.share > (is_chance ? kMostShare : kMostShareBeyondChance)) return;
  if (gained_by(best, check.rows) < kFewestExplained * std::log(kTolerance)) return;
  if (!are_explained(check.rows, slowed)) return;
  const bool can_be_all =
      std::ranges::any_of(left, [](const Hypothesis& one) { return one.link.rank == kEveryLink; });
  check.outcome = outcome_of(left.size(), can_be_all);
  for (const Hypothesis& one : left) check.links.push_back(one.link);
  set_explained(slowed, check.rows);
}

/// Whether calls of one size pass only because they were given latency: as well it could be links.
bool is_latency_a_guess(const HostCheck& check, Hosts hosts) {
  const auto is_of_one_size = [&](const Row& row) {
    return row.configuration.call.bytes == check.rows.front().configuration.call.bytes;
  };
  if (!std::ranges::all_of(check.rows, is_of_one_size)) return false;
  hosts.latency_us = 0;
  std::vector<Expected> times;
  for (const Row& row : check.rows) times.push_back(expected_of(laid_out(row, hosts), hosts));
  return !are_by_chance(check.rows, times);
}

/// Whether so many of the calls of the greatest size are no chance.
bool are_many(std::size_t calls, const HostCheck& check) {
  return static_cast<double>(calls) > kByChance * static_cast<double>(check.largest);
}

/// Links alone, without any latency.
void count_too_fast(Hosts hosts, HostCheck& check) {
  hosts.latency_us = 0;
  std::uint64_t most = 0;
  for (const Row& row : check.rows) most = std::max(most, row.configuration.call.bytes);
  std::size_t for_idle = 0;
  for (const Row& row : check.rows) {
    if (row.configuration.call.bytes != most) continue;
    ++check.largest;
    if (row.most_us * kTolerance < laid_out(row, hosts).time(hosts).in_us()) ++check.too_fast;
    if (row.most_us * kTolerance < time_if_idle_us(row, hosts)) ++for_idle;
  }
  check.is_too_fast = are_many(check.too_fast, check);
  check.is_too_fast_for_idle = are_many(for_idle, check);
}

/// \param basis has the latency, and says which rows links decide
HostCheck judged(HostCheck check, Hosts hosts, const Hypothesis& basis, const Suspects& suspects) {
  const Hosts slowed = hosts_if(basis, hosts);
  check.latency_us = basis.latency_us;
  hosts.latency_us = basis.latency_us;
  expect(hosts, slowed, check);
  judge(hosts, suspects, check);
  return check;
}

/// What was found, with latencies of its own. That of links without a fault has in it what slow
/// ones did to the smallest calls: with it they seem less slow than they are, and fewer calls
/// decided. As it was where that explains the calls no more.
HostCheck refitted(const HostCheck& check, const Hosts& hosts, const HostCheck& found) {
  Suspects suspects;
  for (const SlowLink& link : found.links) suspects.ranks.push_back(link.rank);
  const Hypothesis best =
      fitted(rows_to_fit(found.rows), hosts, suspects.ranks.front(), Latency::Fitted);
  HostCheck again = judged(check, hosts, best, suspects);
  return again.links.empty() ? found : again;
}

/// First with the latency that fits links without a fault. A slow link may have held back the
/// smallest calls, too, and so hide in it.
HostCheck judged_twice(const HostCheck& check, const Hosts& hosts) {
  HostCheck first = judged(check, hosts, no_slow_link(rows_to_fit(check.rows), hosts),
                           all_links(hosts, Latency::Given));
  if (first.outcome == Outcome::AsExpected && is_latency_a_guess(first, hosts)) {
    first.outcome = Outcome::TooFew;
  }
  const bool is_open = first.outcome != Outcome::AllSlow && told_by(first.outcome) < 2;
  if (is_open) {
    const std::vector<Row> some = rows_to_fit(all_judged(check.rows));
    first.sought = {some.size(), check.rows.size()};
    if (const auto slow = slow_link_in(some, hosts)) {
      HostCheck other = judged(check, hosts, *slow, all_links(hosts, Latency::Fitted));
      if (told_by(other.outcome) > told_by(first.outcome)) return other;
    }
  }
  return first.links.empty() ? first : refitted(check, hosts, first);
}

/// The rows that have a time and a known pattern; the others are left out.
HostCheck with_rows(const std::vector<measure::Summary>& summaries, const Hosts& hosts) {
  HostCheck check;
  for (const measure::Summary& summary : summaries) {
    Row row{summary.configuration, algorithm_of(summary)};
    if (!summary.precision) {
      check.left_out.push_back(name_of_row(summary) + ": no sample");
    } else if (!has_known_pattern(row, static_cast<int>(hosts.gbit.size()))) {
      check.left_out.push_back(name_of_row(summary) + ": what ran is not known");
    } else {
      row.measured_us = summary.precision->median;
      row.most_us = std::max(row.measured_us, summary.known.high);
      const bool is_known = summary.known.high > 0;
      row.least_us = is_known ? std::min(row.measured_us, summary.known.low) : row.measured_us;
      check.rows.push_back(std::move(row));
    }
  }
  return check;
}

/// Without any thought of late ranks.
HostCheck judged_links(HostCheck check, const Hosts& hosts) {
  if (check.is_too_fast_for_idle) {
    expect(hosts, hosts, check);
    check.outcome = Outcome::TooFast;
    return check;
  }
  check = judged_twice(check, hosts);
  // What may have passed at once proves no rate wrong, nor any right.
  const bool is_open = check.outcome == Outcome::AsExpected || check.outcome == Outcome::TooFew;
  if (is_open && check.is_too_fast) check.outcome = Outcome::TooFast;
  return check;
}

}  // namespace

HostCheck check_hosts(const std::vector<measure::Summary>& summaries,
                      const std::vector<double>& gbit) {
  Hosts hosts;
  hosts.gbit = gbit;
  hosts.eager_bytes = eager_bytes_of(summaries.empty() ? "" : summaries.front().runner);
  HostCheck check = with_rows(summaries, hosts);
  if (check.rows.empty()) return check;
  count_too_fast(hosts, check);
  check = judged_links(std::move(check), hosts);
  explain_by(late_ranks(check.rows), hosts, check);
  return check;
}

}  // namespace treering::tuner::hosts
