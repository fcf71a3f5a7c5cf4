#include "tuner/hosts/slow_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "tuner/hosts/link_hypotheses.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Hosts;

// The share of a call's time that is the links', if they decide it.
constexpr double kDecided = 0.75;

struct Count {
  std::size_t calls = 0;
  std::size_t slow = 0;
};

bool is_slow_at(const std::vector<Row>& rows, const std::vector<Expected>& times, std::size_t at) {
  return rows[at].is_judged && is_slow(rows[at].measured_us, times[at]);
}

/// By kind, the largest judged call that is not slow. A slow link would slow it down as much as a
/// smaller one.
std::map<Kind, std::uint64_t> largest_fast(const std::vector<Row>& rows,
                                           const std::vector<Expected>& times) {
  std::map<Kind, std::uint64_t> largest;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_judged || is_slow_at(rows, times, i)) continue;
    std::uint64_t& most = largest[kind_of(rows[i])];
    most = std::max(most, rows[i].configuration.call.bytes);
  }
  return largest;
}

/// Whether the slow calls gather at a pair, or at one of its directions.
bool is_a_pair_slow(const std::vector<Row>& rows, const std::vector<Expected>& times) {
  using Ranks = std::pair<int, int>;
  std::map<Ranks, Count> directions;
  std::map<Ranks, Count> pairs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& pair = rows[i].configuration.pair;
    if (!pair || !rows[i].is_judged) continue;
    for (Count* const count :
         {&directions[{pair->from, pair->to}], &pairs[std::minmax(pair->from, pair->to)]}) {
      ++count->calls;
      if (is_slow_at(rows, times, i)) ++count->slow;
    }
  }
  constexpr std::size_t kSeveral = 2;
  const auto is_all = [](const auto& one) {
    return one.second.slow >= kSeveral && one.second.slow == one.second.calls;
  };
  const auto is_most = [](const auto& one) {
    return one.second.slow >= kSeveral && 2 * one.second.slow > one.second.calls;
  };
  return std::ranges::any_of(directions, is_all) || std::ranges::any_of(pairs, is_most);
}

/// Whether the links, and not latency, decide what the call takes.
bool is_decided(const sim::hosts::LaidOut& call, Hosts hosts) {
  const double all = call.time(hosts).in_us();
  hosts.latency_us = 0;
  return call.time(hosts).in_us() >= kDecided * all;
}

}  // namespace

void expect(const Hosts& hosts, const Hosts& slowed, HostCheck& check) {
  check.judged = check.slow = 0;
  for (Row& row : check.rows) {
    const sim::hosts::LaidOut call = laid_out(row, hosts);
    row.expected = expected_of(call, hosts);
    row.explained = row.expected;
    row.is_judged = is_decided(call, slowed);
    if (!row.is_judged) continue;
    ++check.judged;
    if (is_slow(row.measured_us, row.expected)) ++check.slow;
  }
}

std::vector<const Row*> slow_rows(const std::vector<Row>& rows,
                                  const std::vector<Expected>& times) {
  std::vector<const Row*> slow;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_slow_at(rows, times, i)) slow.push_back(&rows[i]);
  }
  return slow;
}

bool are_by_chance(const std::vector<Row>& rows, const std::vector<Expected>& times) {
  const auto judged = static_cast<double>(std::ranges::count_if(rows, &Row::is_judged));
  const std::map<Kind, std::uint64_t> fast = largest_fast(rows, times);
  const auto is_larger_one_fast = [&](const Row& row) {
    const auto found = fast.find(kind_of(row));
    return found != fast.end() && found->second > row.configuration.call.bytes;
  };
  std::size_t slow = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_slow_at(rows, times, i)) continue;
    ++slow;
    const bool is_far = rows[i].measured_us >= kMostByChance * times[i].high_us;
    if (is_far && !is_larger_one_fast(rows[i])) return false;
  }
  return static_cast<double>(slow) <= kByChance * judged && !is_a_pair_slow(rows, times);
}

}  // namespace treering::tuner::hosts
