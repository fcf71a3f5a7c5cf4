// Long runs say so.
#include "app/work/patience.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/engine/shortcuts.h"
#include "sim/schedule/phases.h"
#include "tests/sim/timeline/timeline_cases.h"
#include "tests/support/engine_cases.h"

namespace treering::app::work {
namespace patience_test {

using sim::schedule::ChannelData;
using sim::schedule::Exchange;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> said(std::uint64_t look_after, std::uint64_t many) {
  std::vector<std::string> sentences;
  const Announce announce = [&](const std::string& one) { sentences.push_back(one); };
  const auto ring = sim::timeline::ring(8, 12000, sim::schedule::Goal::AllReduce, 1);
  const auto wiring = testing::wiring_of(*ring, {.ranks = 8});
  const work::Work nobody;
  Patience patience(*ring, announce, nobody, {look_after, many});
  simulate(*ring, wiring, sim::engine::Shortcuts{false, false}, &patience);
  return sentences;
}

TEST(Patience, SpeaksOnceWhereMuchIsAhead) {
  EXPECT_THAT(said(50, 100), ElementsAre(HasSubstr("million messages are simulated one by one")));
}

TEST(Patience, IsSilentWhereLittleIs) {
  EXPECT_THAT(said(50, 1'000'000), IsEmpty());
  EXPECT_THAT(said(1'000'000, 1), IsEmpty());
}

TEST(Patience, KnowsManyConnections) {
  std::vector<std::string> sentences;
  const Announce announce = [&](const std::string& one) { sentences.push_back(one); };
  announce_connections(*sim::timeline::pair(2, 1000, 1), announce);
  EXPECT_THAT(sentences, IsEmpty());
  const int ranks = 3000;
  const auto all_to_all = [=](const ChannelData& /*data*/, int rank, int phase) {
    return Exchange{(rank + phase + 1) % ranks, {}, (rank + ranks - phase - 1) % ranks, {}, false};
  };
  sim::schedule::PhasesInput input{
      {sim::schedule::Goal::AllToAll, ranks, 0}, {{}}, 1, 1, ranks - 1, all_to_all};
  announce_connections(*sim::schedule::phases_schedule(input), announce);
  EXPECT_THAT(sentences, ElementsAre(HasSubstr("9 million connections")));
  // The root alone sends: 2,999 connections.
  input.exchange = [](const ChannelData& /*data*/, int rank, int phase) {
    if (rank == 0) return Exchange{phase + 1, {}, -1, {}, false};
    return rank == phase + 1 ? Exchange{-1, {}, 0, {}, false} : Exchange{};
  };
  announce_connections(*sim::schedule::phases_schedule(input), announce);
  EXPECT_THAT(sentences, SizeIs(1));
}

}  // namespace patience_test
}  // namespace treering::app::work
