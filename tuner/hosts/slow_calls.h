// Slow calls, and what explains them other than links: chance, or ranks that are late.
#pragma once

#include <vector>

#include "sim/hosts/host_time.h"
#include "tuner/hosts/host_check.h"

namespace treering::tuner::hosts {

// Which calls are slow, and whether chance explains them.
//
// Other work on the processors delays a call here and there, and a small one by many times what it
// takes. A link slows down every call that takes it, whatever the size, the largest most surely.

/// How often chance explains a slow call: the calls that the tolerance leaves, twice over.
inline constexpr double kByChance = 0.2;

/// By how much, if no larger call of its kind speaks for it.
inline constexpr double kMostByChance = 2;

/// What each row should take, and whether it can be judged: whether links decide it, and not
/// latency. \param slowed as they may be
void expect(const sim::hosts::Hosts& hosts, const sim::hosts::Hosts& slowed, HostCheck& check);

/// The judged rows that are slow beside these times, which are by row.
std::vector<const Row*> slow_rows(const std::vector<Row>& rows, const std::vector<Expected>& times);

/// Whether chance explains them. They have to be few; each takes less than kMostByChance of what it
/// may, or a larger call of the same kind is not slow; and no pair of ranks is slow in most of its
/// calls, nor from one rank to the other at every size, of two or more.
bool are_by_chance(const std::vector<Row>& rows, const std::vector<Expected>& times);

// Ranks that are late with their messages, as messages between pairs of ranks show.
//
// A rank that is late adds about the same time to each of its messages, whatever their size. A slow
// link adds time in proportion to the size, other work on the processors adds it here and there. So
// all messages from one rank, or to it, are laid beside those between the other ranks:
//
//   usual(b)  median of the messages of b bytes between other ranks; where these are fewer than
//   two,
//             that of the next size that has two, or of b with the messages that go the other way,
//             whichever is less: neither takes less than what is usual
//   added     what a message takes longer than usual; of a size, the median
//
// The rank is late if to the least size at least as much is added as is usual; if of its messages
// all but kByChance are off by half of what is added at their size, or more, and the low ends of
// their intervals, which have room for clocks, by more than the tolerance; if no more than
// kByChance of the messages between others are that far off; and if the least size has twice of
// what a link that explains the largest would add there, and an eighth of what the largest has, or
// more. Sizes count at which that, or what the least size adds, is beyond the tolerance.

/// By rank. Three messages to or from two other ranks are the fewest that name one, and two between
/// others.
std::vector<LateRank> late_ranks(const std::vector<Row>& rows);

/// Puts the ranks in place of what was found of links, which explains them worse: what is expected
/// of all calls then has the latency of messages of other ranks. With calls of one size it leaves a
/// slow link that was found, which explains these as well, and what is as slow both ways, where no
/// link alone explained it. Where none is late for sure, a slow link that was found is not named if
/// the small messages of its rank are as late as no link makes them.
void explain_by(const std::vector<LateRank>& late, const sim::hosts::Hosts& hosts,
                HostCheck& check);

}  // namespace treering::tuner::hosts
