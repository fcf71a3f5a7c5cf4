// Long runs say so.
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulation/patience.h"
#include "sim/engine/shortcuts.h"
#include "tests/sim/timeline/timeline_cases.h"
#include "tests/support/engine_cases.h"

namespace treering::app::simulation {
namespace patience_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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
  sim::schedule::StepsInMemory many;
  many.list.resize(4000);
  many.list[0].stream.sends.resize(2000, sim::schedule::kNoPeer);
  announce_connections(many, announce);
  EXPECT_THAT(sentences, ElementsAre(HasSubstr("8 million connections")));
}

}  // namespace patience_test
}  // namespace treering::app::simulation
