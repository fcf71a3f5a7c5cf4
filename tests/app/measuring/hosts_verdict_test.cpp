#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/measuring/notes.h"

namespace treering::app::measuring {
namespace hosts_verdict_test {

using ::testing::HasSubstr;
using tuner::hosts::HostCheck;
using tuner::hosts::Outcome;
using tuner::hosts::SlowLink;

HostCheck check_with(Outcome outcome, std::vector<SlowLink> links) {
  HostCheck check;
  check.outcome = outcome;
  check.judged = 12;
  check.links = std::move(links);
  return check;
}

// 0.048 to 0.052 of 0.1: the middle by ratio is sqrt(0.48 x 0.52) = 0.4996.
const SlowLink kHalf{2, 0.1, 0.52, 0.48, 12};

TEST(HostsVerdict, ARateIsTheMiddleOfWhatFits) {
  EXPECT_EQ(verdict_text(check_with(Outcome::AllSlow, {{-1, 0.1, 0.52, 0.48, 12}}), 4),
            "all links, or all but one, carry about 0.05 of 0.1 Gbit/s (50 %): so 12 of 12 calls "
            "are explained");
  EXPECT_THAT(verdict_text(check_with(Outcome::SlowLink, {kHalf}), 4),
              HasSubstr("the link of rank 2 carries about 0.05 of 0.1 Gbit/s (50 %)"));
}

// A factor of two between both ways at once and one after the other.
TEST(HostsVerdict, ARateThatIsHardlyKnownIsARange) {
  EXPECT_THAT(verdict_text(check_with(Outcome::AllSlow, {{-1, 0.1, 0.6, 0.3, 12}}), 4),
              HasSubstr("carry 0.03 to 0.06 of 0.1 Gbit/s: so"));
}

// What two links explain each alone, both may cause together.
TEST(HostsVerdict, SeveralLinksMayBeSlow) {
  EXPECT_THAT(
      verdict_text(check_with(Outcome::SlowLinks, {kHalf, {3, 0.1, 0.52, 0.48, 12}}), 4),
      HasSubstr("a link is slow, or several are: 12 of 12 calls take as long as if the link of "
                "rank 2 or 3 carried about 0.05"));
}

// As many times as the table has beside it, not beyond the upper end.
TEST(HostsVerdict, SlowCallsHaveTheFactorOfTheTable) {
  HostCheck check;
  tuner::hosts::Row row;
  row.configuration.call.collective = core::Collective::AllReduce;
  row.configuration.call.bytes = 128U << 10U;
  row.measured_us = 300;
  row.explained.us = 100;
  row.explained.high_us = 140;
  row.is_slow = true;
  check.rows = {row};
  EXPECT_EQ(slow_text(check), "all_reduce 128 KiB (3 times)");
}

const tuner::hosts::LateMessages kSent{3, 4096, 6000, 65536, 9000, false};

HostCheck late_check(const tuner::hosts::LateRank& late) {
  HostCheck check;
  check.outcome = late.can_be_link() ? Outcome::LateOrSlowLink : Outcome::LateRank;
  check.late = {late};
  return check;
}

TEST(HostsVerdict, ALateRankIsNamedWithWhatItAdds) {
  EXPECT_EQ(verdict_text(late_check({2, kSent, {}}), 4),
            "rank 2 starts its sends late: its messages to 3 ranks take 6.00 ms longer at 4 KiB "
            "and 9.00 ms longer at 64 KiB than those between other ranks; a slow link would add in "
            "proportion to the size: the rank itself is late, or something on its way holds each "
            "message up for as long");
  EXPECT_THAT(verdict_text(late_check({2, kSent, kSent}), 4),
              HasSubstr("rank 2 is late with each message: its messages to 3 ranks"));
  EXPECT_THAT(verdict_text(late_check({2, {}, kSent}), 4),
              HasSubstr("rank 2 is late to receive: messages to it from 3 ranks take 6.00 ms"));
}

TEST(HostsVerdict, WhatGrowsWithTheSizeMayBeALinkBesides) {
  EXPECT_THAT(verdict_text(late_check({2, {{3, 4096, 6000, 65536, 30000, false}}, {}}), 4),
              HasSubstr("each part of a large message is late, or the link is slow besides"));
}

TEST(HostsVerdict, OneSizeLeavesBothOpen) {
  EXPECT_EQ(verdict_text(late_check({2, {{3, 65536, 16000, 65536, 16000, true}}, {}}), 4),
            "rank 2 starts its sends late, or its link is slow on the way out: its messages to 3 "
            "ranks take 16.00 ms longer at 64 KiB than those between other ranks; calls of one "
            "size cannot tell which: measure several sizes");
}

// The rate comes second.
TEST(HostsVerdict, ALateRankComesBeforeAWrongRate) {
  HostCheck check = late_check({2, kSent, {}});
  check.is_too_fast = true;
  check.too_fast = 3;
  check.largest = 12;
  const std::string text = verdict_text(check, 4);
  EXPECT_THAT(text, ::testing::StartsWith("rank 2 starts its sends late"));
  EXPECT_THAT(text, HasSubstr(". Besides, faster than the rate of these links: 3 of 12 calls"));
}

}  // namespace hosts_verdict_test
}  // namespace treering::app::measuring
