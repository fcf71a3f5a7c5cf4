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
#pragma once

#include <vector>

#include "sim/hosts/host_time.h"
#include "tuner/hosts/host_check.h"

namespace treering::tuner::hosts {

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
