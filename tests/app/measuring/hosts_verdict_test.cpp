#include "app/measuring/hosts_verdict.h"

#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace hosts_verdict_test
}  // namespace treering::app::measuring
