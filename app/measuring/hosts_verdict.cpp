#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/notes.h"
#include "core/units.h"

namespace treering::app::measuring {
namespace {

using tuner::hosts::HostCheck;
using tuner::hosts::LateMessages;
using tuner::hosts::LateRank;
using tuner::hosts::Outcome;
using tuner::hosts::Row;
using tuner::hosts::SlowLink;

std::string of_its_rate(const SlowLink& link) {
  return fmt::format("{:.3g} of {:.3g} Gbit/s ({:.0f} %)", link.gbit * link.likely_share(),
                     link.gbit, 100 * link.likely_share());
}

/// Or the range, where shares fit as well that are far from each other.
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
std::string links_text(const HostCheck& check, int all_ranks) {
  std::vector<std::pair<std::string, std::vector<int>>> alike;  // by rate
  for (const SlowLink& link : check.links) {
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
    if (std::ssize(ranks) == all_ranks) {
      which.emplace_back("one link");
    } else if (!ranks.empty()) {
      which.push_back("the link of rank " + ranks_text(ranks));
    }
    if (is_every) which.emplace_back("every link");
    texts.push_back(fmt::format("{} carried {}", fmt::join(which, ", or "), rate));
  }
  return fmt::format("{}", fmt::join(texts, ", or "));
}

/// What to measure besides, and how; nothing where it was measured, or there is one pair alone.
std::string advice(const HostCheck& check, const std::string& what) {
  const bool has_pairs = std::ranges::any_of(
      check.rows, [](const Row& row) { return row.configuration.pair.has_value(); });
  return has_pairs ? "" : what + " (treering measure -c sendrecv --pairs)";
}

constexpr const char* kPairsTell = "; messages between pairs of ranks can";

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

std::string one_or_all_text(const HostCheck& check, int ranks) {
  return fmt::format(
      "{} of {} take as long as if {}; these calls cannot tell which, nor whether several links "
      "do{}",
      check.links.front().explained, core::counted(check.judged, "call"), links_text(check, ranks),
      advice(check, kPairsTell));
}

std::string too_fast_text(const HostCheck& check) {
  const std::string calls = fmt::format(
      "{} of {} of the largest size take less than {:.0f} % of the least time", check.too_fast,
      core::counted(check.largest, "call"), 100 / tuner::hosts::kTolerance);
  if (check.is_too_fast_for_idle) {
    return "faster than these links can be: " + calls +
           " that they allow; is their rate right, and do the messages take them?";
  }
  return "faster than the rate of these links: " + calls +
         " at that rate; so much may pass at once after a pause, so measure larger ones; or is "
         "their rate right, and do the messages take them?";
}

/// "6 ms longer at 1 KiB and 13.5 ms longer at 256 KiB".
std::string added_text(const LateMessages& messages) {
  const auto at = [](double us, std::uint64_t bytes) {
    return fmt::format("{} longer at {}", core::format_duration(core::Duration::from_us(us)),
                       core::format_size(bytes));
  };
  std::string least = at(messages.least_added_us, messages.least_bytes);
  if (messages.least_bytes == messages.most_bytes) return least;
  return least + " and " + at(messages.most_added_us, messages.most_bytes);
}

/// "its messages to 3 ranks take ... than those between others, and those to it from 3 ranks ...".
std::string messages_text(const LateRank& late) {
  constexpr const char* kOthers = " than those between other ranks";
  const auto from_them = [](const LateMessages& messages) {
    return fmt::format("from {} ", core::counted(messages.peers, "rank"));
  };
  if (!late.sent) {
    return "messages to it " + from_them(*late.received) + "take " + added_text(*late.received) +
           kOthers;
  }
  std::string text =
      fmt::format("its messages to {} take {}{}", core::counted(late.sent->peers, "rank"),
                  added_text(*late.sent), kOthers);
  if (!late.received) return text;
  return text + ", those to it " + from_them(*late.received) + added_text(*late.received);
}

std::string late_name(const LateRank& late) {
  const std::string rank = fmt::format("rank {} ", late.rank);
  if (!late.received) return rank + "starts its sends late";
  return rank + (late.sent ? "is late with each message" : "is late to receive");
}

/// The rank, or its link.
std::string late_or_link_text(const LateRank& late) {
  const char* const way = !late.received ? " on the way out" : !late.sent ? " on the way in" : "";
  const auto is_near = [](const std::optional<LateMessages>& one) {
    return one && one->is_near_link;
  };
  const char* const why =
      is_near(late.sent) || is_near(late.received)
          ? "a slow link would add less to the smallest, but not where other work has the cores: "
            "measure again without it"
          : "calls of one size cannot tell which: measure several sizes";
  return fmt::format("{}, or its link is slow{}: {}; {}", late_name(late), way, messages_text(late),
                     why);
}

std::string late_rank_text(const LateRank& late) {
  const auto grows = [](const std::optional<LateMessages>& one) { return one && one->grows(); };
  const char* const why =
      grows(late.sent) || grows(late.received)
          ? "; a slow link alone would add far less to the smallest: each part of a large message "
            "is late, or the link is slow besides"
          : "; a slow link would add in proportion to the size: the rank itself is late, or "
            "something on its way holds each message up for as long";
  return fmt::format("{}: {}{}", late_name(late), messages_text(late), why);
}

/// Each rank, and after them what else is odd.
std::string all_late_text(const HostCheck& check) {
  std::vector<std::string> texts;
  for (const LateRank& late : check.late) {
    texts.push_back(late.can_be_link() ? late_or_link_text(late) : late_rank_text(late));
  }
  if (check.is_too_fast) texts.push_back(too_fast_text(check));
  return fmt::format("{}", fmt::join(texts, ". Besides, "));
}

}  // namespace

std::string slow_text(const HostCheck& check) {
  std::vector<const Row*> slow;
  for (const Row& row : check.rows) {
    if (row.is_slow) slow.push_back(&row);
  }
  const auto factor = [](const Row* row) { return row->measured_us / row->explained.us; };
  std::ranges::stable_sort(slow, std::greater(), factor);
  constexpr std::size_t kNamed = 6;
  std::vector<std::string> texts;
  for (const Row* row : slow) {
    if (texts.size() == kNamed) break;
    tuner::measure::Configuration ran = row->configuration;
    if (!ran.pair) ran.way.algorithm = row->algorithm;
    texts.push_back(fmt::format("{} ({:.2g} times)", text_of(ran), factor(row)));
  }
  if (slow.size() > kNamed) texts.push_back(fmt::format("{} more", slow.size() - kNamed));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string verdict_text(const HostCheck& check, int ranks) {
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
          check.links.front().rank, about_its_rate(check.links.front()),
          check.links.front().explained, rows);
    case Outcome::SlowLinks:
      return fmt::format(
          "a link is slow, or several are: {} of {} take as long as if {}; these calls cannot tell "
          "which{}",
          check.links.front().explained, rows, links_text(check, ranks), advice(check, kPairsTell));
    case Outcome::AllSlow:
      return fmt::format("all links, or all but one, carry {}: so {} of {} are explained",
                         about_its_rate(check.links.front()), check.links.front().explained, rows);
    case Outcome::OneOrAll:
      return one_or_all_text(check, ranks);
    case Outcome::TooFast:
      return too_fast_text(check);
    case Outcome::LateRank:
    case Outcome::LateOrSlowLink:
      return all_late_text(check);
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
