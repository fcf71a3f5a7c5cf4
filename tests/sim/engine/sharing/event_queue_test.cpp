#include "sim/engine/sharing/event_queue.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim::engine {
namespace event_queue_test {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

Event at(double us, std::int32_t id) {
  return {us, Event::Kind::StepIsKept, id, 0};
}

std::vector<std::int32_t> drained(EventQueue& queue) {
  std::vector<std::int32_t> ids;
  for (; !queue.empty(); queue.pop()) ids.push_back(queue.top().id);
  return ids;
}

TEST(EventQueue, OrdersByTimeThenByArrival) {
  EventQueue queue;
  for (const Event& one : {at(3, 0), at(1, 1), at(3, 2), at(2, 3), at(1, 4)}) queue.push(one);
  EXPECT_THAT(drained(queue), ElementsAre(1, 4, 3, 0, 2));
}

TEST(EventQueue, TakesWhatHappensNowWhileItHappens) {
  EventQueue queue;
  queue.push(at(1, 0));
  queue.push(at(1, 1));
  queue.pop();
  queue.push(at(1, 2));
  EXPECT_THAT(drained(queue), ElementsAre(1, 2));
  queue.push(at(1, 3));
  EXPECT_THAT(drained(queue), ElementsAre(3));
}

TEST(EventQueue, PostponesAll) {
  EventQueue queue;
  queue.push(at(1, 0));
  queue.push(at(2, 1));
  queue.postpone(10);
  queue.push(at(2, 2));
  queue.push(at(11, 3));
  std::vector<double> times;
  queue.for_each([&](const Event& one) { times.push_back(one.at); });
  EXPECT_THAT(times, UnorderedElementsAre(2, 11, 11, 12));
  EXPECT_THAT(drained(queue), ElementsAre(2, 0, 3, 1));
}

// More times than it remembers, many of them equal.
RC_GTEST_PROP(EventQueueProperty, IsAStableSort, (std::vector<std::uint16_t> times)) {
  EventQueue queue;
  std::vector<Event> all;
  for (std::size_t i = 0; i < times.size(); ++i) {
    all.push_back(at(times[i] % 701, static_cast<std::int32_t>(i)));
    queue.push(all.back());
  }
  std::ranges::stable_sort(all, {}, &Event::at);
  std::vector<std::int32_t> expected;
  std::ranges::transform(all, std::back_inserter(expected), &Event::id);
  RC_ASSERT(drained(queue) == expected);
}

}  // namespace event_queue_test
}  // namespace treering::sim::engine
