#include "tuner/fleet/pairs.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "core/text/hash.h"

namespace treering::tuner::fleet {
namespace {

using measure::Pair;
using measure::Record;
using Times = std::map<Pair, double>;  // us

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::optional<double> time_of(const Record& record) {
  if (record.median_us) return record.median_us;
  return record.samples_us.empty() ? record.average_us
                                   : std::optional(median_of(record.samples_us));
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// By rank what names its host in the results, so that pairs within one host can be left out;
/// empty where nothing does.
std::vector<std::string> marks_in(const std::vector<Record>& records) {
  for (const Record& record : records) {
    const auto known = record.environment.find(kHostsByRankFact);
    if (known != record.environment.end()) return parts_of(known->second);
  }
  return {};
}

bool is_between_hosts(const Pair& pair, const std::vector<std::string>& marks) {
  const auto known = static_cast<int>(marks.size());
  if (pair.from >= known || pair.to >= known) return true;
  return marks[static_cast<std::size_t>(pair.from)] != marks[static_cast<std::size_t>(pair.to)];
}

/// The times of the largest size that as many pairs have as any.
std::pair<std::uint64_t, Times> largest_times(const std::vector<Record>& records,
                                              const std::vector<std::string>& marks) {
  std::map<std::uint64_t, std::map<Pair, std::vector<double>>> all;
  for (const Record& record : records) {
    const auto& configuration = record.trial.configuration;
    const auto time = time_of(record);
    if (!configuration.pair || !time || !record.error.empty() || record.nodes < 2) continue;
    if (!is_between_hosts(*configuration.pair, marks)) continue;
    all[configuration.call.bytes][*configuration.pair].push_back(*time);
  }
  std::pair<std::uint64_t, Times> largest;
  for (const auto& [bytes, pairs] : all) {
    if (pairs.size() < largest.second.size()) continue;
    Times times;
    for (const auto& [pair, values] : pairs) times[pair] = median_of(values);
    largest = {bytes, std::move(times)};
  }
  return largest;
}

/// What would make these pairs slow, and no others.
struct Hypothesis {
  PairCause cause;
  std::function<bool(const Pair&)> has;
};

/// Whether it explains most of what is slow of its own, and how many; none of the pairs that it has
/// may be fast but for a few.
std::size_t explained_by(const Hypothesis& one, const std::set<Pair>& slow, const Times& times) {
  std::size_t own = 0;
  std::size_t own_slow = 0;
  for (const auto& [pair, us] : times) {
    if (!one.has(pair)) continue;
    ++own;
    if (slow.contains(pair)) ++own_slow;
  }
  constexpr double kMost = 0.8;
  const bool is_most =
      own_slow >= 2 && static_cast<double>(own_slow) >= kMost * static_cast<double>(own);
  return is_most && own < times.size() ? own_slow : 0;
}

class Ranks {
 public:
  Ranks(const std::vector<std::string>& marks, const std::vector<Host>& hosts, const Cables* cables)
      : hosts_(hosts), cables_(cables) {
    std::map<std::string, std::size_t> by_mark;
    for (std::size_t i = 0; i < hosts.size(); ++i) by_mark[core::host_mark(hosts[i].name)] = i;
    for (const std::string& mark : marks) {
      const auto found = by_mark.find(mark);
      ends_.push_back({static_cast<int>(ends_.size()),
                       found == by_mark.end() ? std::nullopt : std::optional(found->second)});
    }
  }

  [[nodiscard]] PairEnd end(int rank) const {
    const auto at = static_cast<std::size_t>(rank);
    return at < ends_.size() ? ends_[at] : PairEnd{rank, std::nullopt};
  }

  [[nodiscard]] std::vector<CableEnd> cables_of(int rank) const {
    const auto host = end(rank).host;
    if (cables_ == nullptr || !host) return {};
    return cables_->of(hosts_[*host].name);
  }

  /// The leaf switches of a rank's host.
  [[nodiscard]] std::set<std::string> leaves_of(int rank) const {
    std::set<std::string> leaves;
    for (const CableEnd& end : cables_of(rank)) leaves.insert(end.switch_name);
    return leaves;
  }

 private:
  std::vector<PairEnd> ends_;
  const std::vector<Host>& hosts_;
  const Cables* cables_ = nullptr;
};

std::vector<Hypothesis> hypotheses(const Times& times, const Ranks& ranks) {
  std::set<int> all;
  for (const auto& [pair, us] : times) {
    all.insert(pair.from);
    all.insert(pair.to);
  }
  std::vector<Hypothesis> found;
  std::set<std::string> leaves;
  for (const int rank : all) {
    const auto of_rank = [&](PairCause::What what, auto has) {
      found.push_back({{what, ranks.end(rank), ranks.cables_of(rank), {}}, has});
    };
    of_rank(PairCause::What::Host,
            [rank](const Pair& pair) { return pair.from == rank || pair.to == rank; });
    of_rank(PairCause::What::Sends, [rank](const Pair& pair) { return pair.from == rank; });
    of_rank(PairCause::What::Receives, [rank](const Pair& pair) { return pair.to == rank; });
    leaves.merge(ranks.leaves_of(rank));
  }
  for (const std::string& leaf : leaves) {
    const bool may_be_either = leaves.size() == 2;
    const std::vector<std::string> named =
        may_be_either ? std::vector(leaves.begin(), leaves.end()) : std::vector{leaf};
    found.push_back(
        {{PairCause::What::Leaf, std::nullopt, {}, named}, [&ranks, leaf](const Pair& pair) {
           return ranks.leaves_of(pair.from).contains(leaf) !=
                  ranks.leaves_of(pair.to).contains(leaf);
         }});
  }
  return found;
}

/// The fewest causes that explain what is slow: the one with most of it first.
std::vector<PairCause> causes_of(std::set<Pair> slow, Times times, const Ranks& ranks) {
  std::vector<PairCause> causes;
  const auto all = hypotheses(times, ranks);
  while (!slow.empty()) {
    const Hypothesis* best = nullptr;
    std::size_t most = 0;
    for (const Hypothesis& one : all) {
      const std::size_t explained = explained_by(one, slow, times);
      if (explained > most) {
        best = &one;
        most = explained;
      }
    }
    if (best == nullptr) break;
    causes.push_back(best->cause);
    std::erase_if(slow, best->has);
    std::erase_if(times, [&](const auto& one) { return best->has(one.first); });
  }
  if (!slow.empty()) causes.push_back({});
  return causes;
}

/// What the fastest quarter takes: one of three hosts with a slow link makes two thirds of all
/// messages slow. Those below one leaf switch take no uplinks.
double usual_of(const Times& times, const Ranks& ranks) {
  std::vector<double> all;
  std::vector<double> below_a_leaf;
  for (const auto& [pair, us] : times) {
    all.push_back(us);
    const auto leaves = ranks.leaves_of(pair.from);
    if (!leaves.empty() && leaves == ranks.leaves_of(pair.to)) below_a_leaf.push_back(us);
  }
  constexpr std::size_t kFewest = 3;
  std::vector<double>& usual = below_a_leaf.size() >= kFewest ? below_a_leaf : all;
  std::ranges::sort(usual);
  return usual[(usual.size() - 1) / 4];
}

}  // namespace

std::optional<PairCheck> check_pairs(const std::vector<Record>& records,
                                     const std::vector<Host>& hosts, const Cables* cables) {
  const auto marks = marks_in(records);
  const auto [bytes, times] = largest_times(records, marks);
  constexpr std::size_t kFewest = 3;
  if (times.size() < kFewest) return std::nullopt;
  const Ranks ranks(marks, hosts, cables);
  PairCheck check{bytes, times.size(), usual_of(times, ranks), {}, {}};
  std::set<Pair> slow;
  for (const auto& [pair, us] : times) {
    if (us < kSlowPair * check.usual_us) continue;
    slow.insert(pair);
    check.slow.push_back({ranks.end(pair.from), ranks.end(pair.to), us});
  }
  check.causes = causes_of(std::move(slow), times, ranks);
  return check;
}

}  // namespace treering::tuner::fleet
