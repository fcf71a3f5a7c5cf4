#include "sim/schedule/proof/races.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/proof/verify.h"
#include "sim/schedule/steps_in_memory.h"
#include "sim/schedule/written_schedule.h"
#include "tests/support/value_run.h"

namespace treering::sim::schedule {
namespace races_test {

using ::testing::HasSubstr;

constexpr Range kAll{0, 4};

WrittenStep send(Address to, std::vector<Range> data = {kAll}) {
  return {{}, {to}, std::move(data), true, false};
}
WrittenStep receive(Address from, std::vector<Range> data = {kAll}) {
  return {{from}, {}, std::move(data), false, true};
}
WrittenStep combine(Address from) {
  return {{from}, {}, {kAll}, true, true};
}
WrittenStep pass(Address from, Address to, std::vector<Range> data) {
  return {{from}, {to}, std::move(data), false, false};
}

std::optional<Fault> fault_of(const WrittenSchedule& written) {
  const auto schedule = connect(written);
  EXPECT_TRUE(schedule);
  return schedule::fault_of(*schedule);
}

/// Links of a chain of switches.
struct Chain {
  int first = 0;  // agent
  int length = 1;
};

void add_chain(const Chain& chain, const std::vector<Range>& data, Address from, Address to,
               WrittenSchedule& written) {
  for (int i = 0; i < chain.length; ++i) {
    const Address before = i == 0 ? from : Address{chain.first + i - 1};
    const Address after = i + 1 == chain.length ? to : Address{chain.first + i + 1};
    written.streams.push_back({{chain.first + i}, 0, {pass(before, after, data)}});
  }
}

/// Three ranks. Ranks 0 and 2 each sum up the values of all. Rank 1 gets the sum from rank 0, over
/// a chain, and writes it over its own value, which its second stream gives to rank 2 as soon as a
/// word from rank 0 has come over another chain.
WrittenSchedule sum_over_own_value(int sum_chain, int word_chain) {
  WrittenSchedule written;
  written.contract = {Goal::AllReduce, 3, 4};
  written.agents = 3 + sum_chain + word_chain;
  const Chain sum{3, sum_chain};
  const Chain word{3 + sum_chain, word_chain};
  const Address sum_end{2 + sum_chain};
  const Address word_end{2 + sum_chain + word_chain};
  written.streams = {
      {{0}, 0, {send({2}), send({word.first}, {}), combine({1}), combine({2}), send({sum.first})}},
      {{1}, 0, {send({0}), receive(sum_end)}},
      {{1, 1}, 0, {receive(word_end, {}), send({2})}},
      {{2}, 0, {send({0}), combine({0}), combine({1, 1})}}};
  add_chain(sum, {kAll}, {0}, {1}, written);
  add_chain(word, {}, {0}, {1, 1}, written);
  return written;
}

// Which of the two comes first depends on nothing but time, however long the chains are.
TEST(Races, AValueThatMayBeOverwrittenBeforeItIsRead) {
  for (int sum_chain = 1; sum_chain <= 40; ++sum_chain) {
    for (const int word_chain : {1, 2, 3, 5, 8, 20, 40}) {
      const auto fault = fault_of(sum_over_own_value(sum_chain, word_chain));
      ASSERT_TRUE(fault) << sum_chain << " " << word_chain;
      EXPECT_EQ(fault->kind, Fault::Kind::Race);
      EXPECT_EQ(fault->text,
                "rank 1, channel 0, step 1 writes bytes 0 to 3, which rank 1, channel 0, stream 1, "
                "step 1 reads, and no message says which of the two is first");
    }
  }
}

// Rank 2 lets the sum go to rank 1 when it has the value.
TEST(Races, AMessageSaysThatTheValueWasRead) {
  for (const int sum_chain : {1, 2, 9, 40}) {
    for (const int word_chain : {1, 2, 9, 40}) {
      WrittenSchedule written = sum_over_own_value(sum_chain, word_chain);
      written.streams[3].steps.push_back(send({1}, {}));
      auto& own = written.streams[1].steps;
      own.insert(own.begin() + 1, receive({2}, {}));
      const auto fault = fault_of(written);
      EXPECT_FALSE(fault) << fault->text;
    }
  }
}

/// A broadcast to rank 1 by two streams of each rank, on two channels.
WrittenSchedule two_channels(const Range& first, const Range& second) {
  WrittenSchedule written;
  written.contract = {Goal::Broadcast, 2, 4};
  written.agents = 2;
  written.streams = {{{0}, 0, {send({1}, {first})}},
                     {{0}, 1, {send({1}, {second})}},
                     {{1}, 0, {receive({0}, {first})}},
                     {{1}, 1, {receive({0}, {second})}}};
  return written;
}

TEST(Races, ChannelsThatWriteTheSameData) {
  EXPECT_FALSE(fault_of(two_channels({0, 2}, {2, 2})));
  EXPECT_EQ(fault_of(two_channels({0, 3}, {2, 2}))->text,
            "rank 1, channel 0, step 0 writes byte 2, which rank 1, channel 1, step 0 writes too, "
            "and no message says which of the two is first");
}

// Room for a message is no order: machines have more of it than a schedule asks for.
TEST(Races, ASenderThatWaitsForRoomIsNoOrder) {
  WrittenSchedule written;
  written.contract = {Goal::Broadcast, 2, 4};
  written.agents = 3;
  written.slots = 0;
  written.streams = {{{0}, 0, {send({1}), send({2})}},
                     {{1}, 0, {receive({0})}},
                     {{1, 1}, 0, {receive({2})}},
                     {{2}, 0, {pass({0}, {1, 1}, {kAll})}}};
  const auto fault = fault_of(written);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Fault::Kind::Race);
}

/// Streams of two ranks and a switch, which send, receive, combine and keep what chance says, as
/// far as there is something to receive. Nobody waits for ever.
class RandomSteps {
 public:
  explicit RandomSteps(unsigned seed) : dice_(seed) {
    steps_.promise = {Goal::Barrier, 2, kBytes};
    steps_.agent_count = 3;
    steps_.slot_count = kSteps;
    const int streams = below(3) + 3;
    for (StreamId id = 0; id < streams; ++id) {
      ListedStream one;
      one.stream.agent = id % 3;
      for (StreamId other = 0; other < streams; ++other) {
        one.stream.sends.push_back({other, id});
        one.stream.receives.push_back({other, id});
      }
      steps_.list.push_back(std::move(one));
    }
    for (int i = 0; i < kSteps; ++i) add_step();
    receive_rest();
  }

  const StepsInMemory& steps() const { return steps_; }

 private:
  static constexpr int kBytes = 3;
  static constexpr int kSteps = 14;

  struct Message {
    StreamId from = 0;
    StreamId to = 0;
    Range data;
  };

  int below(int count) { return static_cast<int>(dice_() % static_cast<unsigned>(count)); }
  int streams() const { return static_cast<int>(steps_.list.size()); }

  void add(StreamId id, Step step, const Range& data) {
    ListedStream& stream = steps_.list[static_cast<std::size_t>(id)];
    stream.list.push_back({step, {data}});
    ++stream.stream.steps;
  }

  void add_step() {
    if (!waiting_.empty() && below(2) == 0) return receive(below(2) == 0, below(2) == 0);
    const StreamId from = below(streams());
    if (from % 3 == 2) return;  // the switch has no data of its own at first
    const auto begin = static_cast<std::uint64_t>(below(kBytes));
    const Range data{begin,
                     static_cast<std::uint64_t>(below(kBytes - static_cast<int>(begin))) + 1};
    const StreamId to = below(streams());
    add(from, {data.bytes, {}, {to, 1}, true, false}, data);
    waiting_.push_back({from, to, data});
  }

  void receive(bool passes_on, bool takes_own) {
    const Message one = waiting_.front();
    waiting_.erase(waiting_.begin());
    const bool keeps = one.to % 3 != 2;
    Step step{one.data.bytes, {one.from, 1}, {}, takes_own && keeps, keeps};
    if (passes_on) {
      step.send = {below(streams()), 1};
      waiting_.push_back({one.to, step.send.first, one.data});
    }
    add(one.to, step, one.data);
  }

  void receive_rest() {
    while (!waiting_.empty()) receive(false, true);
  }

  std::mt19937 dice_;
  StepsInMemory steps_;
  std::vector<Message> waiting_;
};

/// Whether all orders that are tried have one result.
bool has_one_result(const Schedule& schedule) {
  const auto first = testing::run_in_any_order(schedule, 1);
  for (unsigned seed = 2; seed <= 30; ++seed) {
    if (testing::run_in_any_order(schedule, seed) != first) return false;
  }
  return true;
}

// What has no race has one result, whatever goes first; most races have several.
TEST(Races, WithoutThemTheOrderDoesNotMatter) {
  int races = 0;
  int without = 0;
  int several_results = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    const RandomSteps random(seed);
    const auto fault = schedule::fault_of(random.steps());
    if (fault && fault->kind == Fault::Kind::Race) {
      ++races;
      if (!has_one_result(random.steps())) ++several_results;
      continue;
    }
    ASSERT_TRUE(!fault || fault->kind == Fault::Kind::Unkept) << fault->text;
    ++without;
    EXPECT_TRUE(has_one_result(random.steps())) << seed;
  }
  EXPECT_GT(without, 300);
  EXPECT_GT(several_results, 300);
  EXPECT_GT(several_results * 2, races);
}

}  // namespace races_test
}  // namespace treering::sim::schedule
