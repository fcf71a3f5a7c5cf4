// What a run takes of memory, and what is left of it.
#include "app/work/memory.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "sim/schedule/phases.h"
#include "tests/sim/timeline/timeline_cases.h"
#include "tests/support/fake_files.h"

namespace treering::app::work {
namespace memory_test {

using sim::schedule::ChannelData;
using sim::schedule::Exchange;
using support::FakeFiles;
using Texts = std::map<std::string, std::string>;

constexpr const char* kMeminfo = "MemTotal: 8000 kB\nMemAvailable: 6000 kB\n";

TEST(Memory, IsWhatTheMachineHasAvailable) {
  EXPECT_EQ(free_memory(FakeFiles(Texts{{"/proc/meminfo", kMeminfo}})), 6'000U * 1024);
  EXPECT_EQ(free_memory(FakeFiles(Texts())), std::nullopt);
}

TEST(Memory, IsWhatALimitLeaves) {
  Texts texts{{"/proc/meminfo", kMeminfo},
              {"/proc/self/status", "VmPeak: 900 kB\nVmSize: 500 kB\n"},
              {"/proc/self/limits", "Max address space  unlimited  unlimited  bytes\n"},
              {"/sys/fs/cgroup/memory.max", "max\n"},
              {"/sys/fs/cgroup/memory.current", "1000000\n"}};
  EXPECT_EQ(free_memory(FakeFiles(texts)), 6'000U * 1024);
  texts["/proc/self/limits"] = "Max address space  4608000  unlimited  bytes\n";
  EXPECT_EQ(free_memory(FakeFiles(texts)), 4'608'000U - 500 * 1024);
  texts["/sys/fs/cgroup/memory.max"] = "3000000\n";
  EXPECT_EQ(free_memory(FakeFiles(texts)), 2'000'000U);
  texts["/sys/fs/cgroup/memory.max"] = "900000\n";
  EXPECT_EQ(free_memory(FakeFiles(texts)), 0U);
}

/// Each connection crosses two links.
sim::engine::Wiring over_two_links() {
  sim::engine::Wiring wiring;
  wiring.wire = [](sim::schedule::StreamId /*sender*/, int /*port*/) {
    return sim::engine::Wire{.route = {{0, 1}, {1, 1}}};
  };
  return wiring;
}

TEST(Memory, ConnectionsAreCountedBySomeStreams) {
  const auto wiring = over_two_links();
  const RunSize pair = size_of(*sim::timeline::pair(2, 1000, 1), wiring);
  EXPECT_EQ(pair.connections, 1);  // from rank 0 to rank 1
  EXPECT_EQ(pair.crossings, 2);
  EXPECT_EQ(pair.streams, 2);
  const int ranks = 3000;
  const auto all_to_all = [=](const ChannelData& /*data*/, int rank, int phase) {
    return Exchange{(rank + phase + 1) % ranks, {}, (rank + ranks - phase - 1) % ranks, {}, false};
  };
  sim::schedule::PhasesInput input{
      {sim::schedule::Goal::AllToAll, ranks, 0}, {{}}, 1, 1, ranks - 1, all_to_all};
  const RunSize all = size_of(*sim::schedule::phases_schedule(input), wiring);
  EXPECT_EQ(all.connections, 3000.0 * 2999);
  EXPECT_EQ(all.crossings, 2 * all.connections);
  EXPECT_EQ(all.streams, 3000);
  EXPECT_EQ(memory_text(all), "9 million connections, which take 1.9 GB of memory");
  // The root alone sends: 2,999 connections.
  input.exchange = [](const ChannelData& /*data*/, int rank, int phase) {
    if (rank == 0) return Exchange{phase + 1, {}, -1, {}, false};
    return rank == phase + 1 ? Exchange{-1, {}, 0, {}, false} : Exchange{};
  };
  EXPECT_EQ(size_of(*sim::schedule::phases_schedule(input), wiring).connections, 2999);
}

}  // namespace memory_test
}  // namespace treering::app::work
