#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "tuner/hosts/link_hypotheses.h"
#include "tuner/hosts/slow_calls.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Hosts;

constexpr std::size_t kFewestPeers = 2;
constexpr std::size_t kFewestOthers = 2;  // of a size, for what is usual
// A message of a late rank takes so many times what is usual, or more: of the least size, to which
// a link adds least.
constexpr double kLate = 2;
// And so much of what its size adds, or more; a message between others less.
constexpr double kOfAdded = 0.5;
// So many times what a link adds to the least size that explains the largest.
constexpr double kBeyondLink = 2;
// And so many, beyond which it is no slow link on busy cores either: such a one added up to 2.9
// times as much.
constexpr double kBeyondBusyLink = 4;
// What the least size adds, of what the largest adds.
constexpr double kLeastOfLargest = 1.0 / 8;

enum class Side { Sends, Receives };

using BySize = std::map<std::uint64_t, std::vector<const Row*>>;

/// The messages that a rank sends or receives, those without it, and those and the other way.
struct Messages {
  BySize of_rank;
  BySize of_others;
  BySize others_or_back;
  std::set<int> peers;
};

Messages messages_of(const std::vector<Row>& rows, int rank, Side side) {
  Messages messages;
  for (const Row& row : rows) {
    const auto& pair = row.configuration.pair;
    if (!pair) continue;
    const int own = side == Side::Sends ? pair->from : pair->to;
    const int other = side == Side::Sends ? pair->to : pair->from;
    if (own == rank) {
      messages.of_rank[row.configuration.call.bytes].push_back(&row);
      messages.peers.insert(other);
      continue;
    }
    messages.others_or_back[row.configuration.call.bytes].push_back(&row);
    if (other != rank) messages.of_others[row.configuration.call.bytes].push_back(&row);
  }
  return messages;
}

double median_of(const std::vector<const Row*>& rows) {
  std::vector<double> us;
  for (const Row* const row : rows) us.push_back(row->measured_us);
  return stats::median(us);
}

/// Nothing where neither that size nor a larger one has enough messages. What is taken for too few
/// messages of others may be too long, and never too short: then less is added.
std::optional<double> usual_of(const Messages& messages, std::uint64_t bytes) {
  const auto enough = [](const BySize& rows, std::uint64_t size) -> std::optional<double> {
    const auto at = rows.find(size);
    if (at == rows.end() || at->second.size() < kFewestOthers) return {};
    return median_of(at->second);
  };
  if (const auto own = enough(messages.of_others, bytes)) return own;
  std::optional<double> usual = enough(messages.others_or_back, bytes);
  for (auto at = messages.of_others.upper_bound(bytes); at != messages.of_others.end(); ++at) {
    const auto larger = enough(messages.of_others, at->first);
    if (larger) return usual ? std::min(*usual, *larger) : larger;
  }
  return usual;
}

struct Size {
  std::uint64_t bytes = 0;
  double usual_us = 0;
  double added_us = 0;
};

/// That can be laid beside others.
std::vector<Size> sizes_of(const Messages& messages) {
  std::vector<Size> sizes;
  for (const auto& [bytes, rows] : messages.of_rank) {
    const auto usual = usual_of(messages, bytes);
    if (usual) sizes.push_back({bytes, *usual, median_of(rows) - *usual});
  }
  return sizes;
}

/// How many of a number are that far off, of which most or few are by chance.
struct Tally {
  std::size_t all = 0;
  std::size_t off = 0;

  void add(bool is_off) {
    ++all;
    if (is_off) ++off;
  }
  [[nodiscard]] double share() const {
    return all == 0 ? 0 : static_cast<double>(off) / static_cast<double>(all);
  }
};

bool is_far(const Row& row, const Size& size) {
  return row.measured_us - size.usual_us >= kOfAdded * size.added_us;
}

bool is_late(const Row& row, const Size& size) {
  return is_far(row, size) && row.least_us > kTolerance * size.usual_us;
}

/// Those at which something shows, or what the least size adds would.
std::vector<Size> shown(std::vector<Size> sizes) {
  const double least = sizes.front().added_us;
  std::erase_if(sizes, [&](const Size& size) {
    return std::max(least, size.added_us) < (kTolerance - 1) * size.usual_us;
  });
  return sizes;
}

/// Whether the rank's messages are off, and those of others are not.
bool are_apart(const Messages& messages, const std::vector<Size>& sizes) {
  Tally own;
  Tally others;
  for (const Size& size : sizes) {
    for (const Row* const row : messages.of_rank.at(size.bytes)) own.add(is_late(*row, size));
    const auto of_others = messages.of_others.find(size.bytes);
    if (of_others == messages.of_others.end()) continue;
    for (const Row* const row : of_others->second) {
      others.add(is_far(*row, size));
    }
  }
  return own.all >= kFewest && own.share() >= 1 - kByChance && others.share() <= kByChance;
}

/// What a link that adds so much to the largest size adds to the least, us.
double added_by_link(double most_added_us, std::uint64_t least_bytes, std::uint64_t most_bytes) {
  return most_added_us * static_cast<double>(least_bytes) / static_cast<double>(most_bytes);
}

/// Whether no slow link alone adds what the least size has.
bool is_beyond_link(const Size& least, const Size& largest) {
  const double by_link = added_by_link(largest.added_us, least.bytes, largest.bytes);
  return least.added_us >= kBeyondLink * by_link &&
         least.added_us >= kLeastOfLargest * largest.added_us;
}

bool is_beyond_busy_link(const Size& least, const Size& largest) {
  return least.added_us >=
         kBeyondBusyLink * added_by_link(largest.added_us, least.bytes, largest.bytes);
}

/// Whether the medians are those of a late rank, however much messages scatter.
bool have_late_medians(const std::vector<Size>& sizes) {
  if (sizes.empty()) return false;
  const Size& least = sizes.front();
  if (least.added_us < (kLate - 1) * least.usual_us) return false;
  return sizes.size() == 1 || is_beyond_link(least, sizes.back());
}

std::optional<LateMessages> late_messages(const std::vector<Row>& rows, int rank, Side side) {
  const Messages messages = messages_of(rows, rank, side);
  const std::vector<Size> sizes = sizes_of(messages);
  if (!have_late_medians(sizes) || messages.peers.size() < kFewestPeers) return {};
  const Size& least = sizes.front();
  const std::vector<Size> seen = shown(sizes);
  if (!are_apart(messages, seen)) return {};
  const Size& most = seen.back();
  return LateMessages{
      .peers = messages.peers.size(),
      .least_bytes = least.bytes,
      .least_added_us = least.added_us,
      .most_bytes = most.bytes,
      .most_added_us = most.added_us,
      .is_one_size = sizes.size() == 1,
      .is_near_link = sizes.size() > 1 && !is_beyond_busy_link(least, sizes.back())};
}

/// What it adds to the row, at the nearer end of its sizes by ratio.
double added_to(const Row& row, const LateRank& late) {
  const auto& pair = row.configuration.pair;
  if (!pair) return 0;
  const auto added = [&](const std::optional<LateMessages>& messages) {
    if (!messages) return 0.0;
    const auto bytes = static_cast<double>(row.configuration.call.bytes);
    const bool is_small = bytes * bytes < static_cast<double>(messages->least_bytes) *
                                              static_cast<double>(messages->most_bytes);
    return is_small ? messages->least_added_us : messages->most_added_us;
  };
  if (pair->from == late.rank) return added(late.sent);
  return pair->to == late.rank ? added(late.received) : 0;
}

bool is_of(const Row& row, const LateRank& late) {
  const auto& pair = row.configuration.pair;
  return pair && (pair->from == late.rank || pair->to == late.rank);
}

/// From messages of other ranks, where there are any.
double latency_without(const std::vector<LateRank>& late, std::vector<Row> rows,
                       const Hosts& hosts) {
  std::erase_if(rows, [&](const Row& row) {
    return !row.configuration.pair ||
           std::ranges::any_of(late, [&](const LateRank& one) { return is_of(row, one); });
  });
  if (rows.empty()) return 0;
  return supposed(rows_to_fit(rows), hosts, {.rank = kEveryLink}, Latency::Fitted).latency_us;
}

void set_late(const std::vector<LateRank>& late, std::vector<Row>& rows) {
  for (Row& row : rows) {
    for (const LateRank& one : late) {
      const double added = added_to(row, one);
      row.explained.low_us += added;
      row.explained.high_us += added;
      row.explained.us += added;
    }
    row.is_slow = row.is_judged && is_slow(row.measured_us, row.explained);
  }
}

/// Whether both ways are as slow, as those of a slow link are: had it been one link alone, that
/// would have explained all.
bool is_like_link(const LateRank& late) {
  if (!late.can_be_link() || !late.sent || !late.received) return false;
  const auto [less, more] = std::minmax(late.sent->most_added_us, late.received->most_added_us);
  return more <= kTolerance * less;
}

/// Whether a link was found of a rank whose messages of all sizes look late, though others scatter
/// too much to say that it is.
bool is_doubtful_link(const HostCheck& check) {
  if (check.outcome != Outcome::SlowLink) return false;
  const int rank = check.links.front().rank;
  return std::ranges::any_of(std::array{Side::Sends, Side::Receives}, [&](Side side) {
    const std::vector<Size> sizes = sizes_of(messages_of(check.rows, rank, side));
    return sizes.size() > 1 && have_late_medians(sizes);
  });
}

}  // namespace

std::vector<LateRank> late_ranks(const std::vector<Row>& rows) {
  std::set<int> ranks;
  for (const Row& row : rows) {
    const auto& pair = row.configuration.pair;
    if (pair) ranks.insert({pair->from, pair->to});
  }
  std::vector<LateRank> late;
  for (const int rank : ranks) {
    const auto sent = late_messages(rows, rank, Side::Sends);
    const auto received = late_messages(rows, rank, Side::Receives);
    if (sent || received) late.push_back({rank, sent, received});
  }
  return late;
}

void explain_by(const std::vector<LateRank>& late, const Hosts& hosts, HostCheck& check) {
  const bool can_be_link = std::ranges::all_of(late, &LateRank::can_be_link);
  if (late.empty() && is_doubtful_link(check)) {
    check.outcome = Outcome::Unexplained;
    check.links.clear();
    expect(hosts, hosts, check);
    return;
  }
  if (late.empty() || (can_be_link && check.outcome == Outcome::SlowLink)) return;
  if (std::ranges::any_of(late, is_like_link)) return;
  check.late = late;
  check.outcome = can_be_link ? Outcome::LateOrSlowLink : Outcome::LateRank;
  check.links.clear();
  Hosts others = hosts;
  others.latency_us = latency_without(late, check.rows, hosts);
  check.latency_us = others.latency_us;
  expect(others, others, check);
  set_late(late, check.rows);
}

}  // namespace treering::tuner::hosts
