#include "sim/hosts/host_time.h"

#include <string_view>

#include <gtest/gtest.h>

#include "sim/hosts/patterns.h"

namespace treering::sim::hosts {
namespace host_time_test {

using core::Collective;

// 1 Gbit/s is 125 bytes/us on the wire.
constexpr double kRate = 125 * kTcpPayload;

Hosts equal_hosts(int ranks, double latency_us = 0) {
  Hosts hosts;
  hosts.gbit.assign(static_cast<std::size_t>(ranks), 1);
  hosts.latency_us = latency_us;
  hosts.copy_rate = 1e9;  // as good as nothing
  hosts.reduce_rate = 1e9;
  hosts.eager_bytes = 1U << 30U;
  return hosts;
}

double us(Collective collective, std::string_view algorithm, const Hosts& hosts,
          std::size_t bytes = 1'200'000) {
  const auto time = host_time({collective, algorithm, bytes, 1}, hosts);
  EXPECT_TRUE(time.has_value()) << algorithm;
  return time ? time->in_us() : 0;
}

constexpr double kBytes = 1'200'000;

// 2 (n - 1) steps of S / n each way at once.
TEST(HostTime, OfARing) {
  EXPECT_NEAR(us(Collective::AllReduce, "ring", equal_hosts(4, 50)), 6 * (kBytes / 4 / kRate + 50),
              1);
}

// log2 n exchanges of all; halves and quarters, there and back.
TEST(HostTime, OfDoubling) {
  EXPECT_NEAR(us(Collective::AllReduce, "recursive_doubling", equal_hosts(4, 50)),
              2 * (kBytes / kRate + 50), 1);
  EXPECT_NEAR(us(Collective::AllReduce, "rabenseifner", equal_hosts(4, 50)),
              1.5 * kBytes / kRate + 4 * 50, 1);
}

// The root's link carries three messages at once.
TEST(HostTime, OfAllFromOneRank) {
  EXPECT_NEAR(us(Collective::Broadcast, "basic_linear", equal_hosts(4, 50)),
              3 * kBytes / kRate + 50, 1);
  EXPECT_NEAR(us(Collective::Reduce, "linear", equal_hosts(4, 50)), 3 * kBytes / kRate + 50, 1);
  EXPECT_NEAR(us(Collective::Scatter, "linear", equal_hosts(4, 50)), 0.75 * kBytes / kRate + 50, 1);
}

// 0 sends to 1 and 2 at once, then 1 sends to 3.
TEST(HostTime, OfATree) {
  EXPECT_NEAR(us(Collective::Broadcast, "binomial", equal_hosts(4, 50)),
              3 * kBytes / kRate + 2 * 50, 1);
  EXPECT_NEAR(us(Collective::Broadcast, "pipeline", equal_hosts(4, 50)), 3 * (kBytes / kRate + 50),
              1);
}

// Gloo's simple ring sends all of it n - 1 times; its reduction a part as often, and then 3 parts
// share the root's link.
TEST(HostTime, OfGloosRings) {
  EXPECT_NEAR(us(Collective::AllReduce, "ring_simple", equal_hosts(4, 50)),
              3 * (kBytes / kRate + 50), 1);
  EXPECT_NEAR(us(Collective::Reduce, "ring", equal_hosts(4, 50)),
              3 * (kBytes / 4 / kRate + 50) + 3 * kBytes / 4 / kRate + 50, 1);
}

// Every part passes the slow link; what waits for it goes on at its pace.
TEST(HostTime, ASlowLinkHoldsARingBack) {
  Hosts hosts = equal_hosts(4);
  const double before = us(Collective::AllReduce, "ring", hosts);
  hosts.gbit[2] = 0.2;
  EXPECT_NEAR(us(Collective::AllReduce, "ring", hosts) / before, 5, 0.01);
  // Alone it reaches a single rank, in a third of the time that the root's link takes for all:
  // of 3 messages that share 1 Gbit/s it has 0.2, all the while.
  hosts.gbit.assign(4, 1);
  hosts.gbit[3] = 0.2;
  EXPECT_NEAR(us(Collective::Broadcast, "basic_linear", hosts), kBytes / kRate * 5, 1);
}

// Rank 0 has exchanged halves with 1 long before 2 has with 3. Sent at once, its quarter shares the
// slow link with what comes from 3, and 2 begins its own quarter late; 2 S in all. If it waits for
// 2, every message has the link alone: 1.5 S.
TEST(HostTime, LargeMessagesWaitForTheirReceiver) {
  Hosts hosts = equal_hosts(4);
  hosts.gbit[2] = 0.01;
  const double slow = kBytes / kRate * 100;
  EXPECT_NEAR(us(Collective::AllReduce, "rabenseifner", hosts) / slow, 2, 0.02);
  hosts.eager_bytes = 0;
  EXPECT_NEAR(us(Collective::AllReduce, "rabenseifner", hosts) / slow, 1.5, 0.02);
  hosts.latency_us = 1e6;  // that the receiver is there takes one, the message the other
  EXPECT_NEAR(message_time(0, 1, kBytes, hosts).in_us(), kBytes / kRate + 2e6, 1);
}

// A ring sends and receives all the time, a broadcast never both.
TEST(HostTime, OneDirectionAtATime) {
  Hosts hosts = equal_hosts(4);
  hosts.is_half_duplex = true;
  EXPECT_NEAR(us(Collective::AllReduce, "ring", hosts), 2 * 1.5 * kBytes / kRate, 1);
  EXPECT_NEAR(us(Collective::Broadcast, "pipeline", hosts), 3 * kBytes / kRate, 1);
}

TEST(HostTime, NoPatternNoTime) {
  EXPECT_FALSE(host_time({Collective::AllReduce, "split_binary", 100, 4}, equal_hosts(4)));
  EXPECT_FALSE(host_time({Collective::AllReduce, "halving_doubling", 100, 4}, equal_hosts(6)));
}

TEST(HostTime, OfAMessage) {
  Hosts hosts = equal_hosts(3, 50);
  hosts.gbit[2] = 0.5;
  EXPECT_NEAR(message_time(0, 1, kBytes, hosts).in_us(), kBytes / kRate + 50, 1);
  EXPECT_NEAR(message_time(0, 2, kBytes, hosts).in_us(), 2 * kBytes / kRate + 50, 1);
}

// Every pattern ends on the engine, for all numbers of ranks: nobody waits for ever.
TEST(Patterns, AllEnd) {
  for (int ranks = 2; ranks <= 17; ++ranks) {
    for (const Pattern& pattern : message_patterns()) {
      const std::size_t elements = 100U * static_cast<unsigned>(ranks) + 1;
      if (pattern.is_for != nullptr && !pattern.is_for({ranks, elements, 100})) continue;
      const bool is_gloos = pattern.names.empty();
      const std::string_view name = is_gloos ? pattern.of_gloo.front() : pattern.names.front();
      const auto time = host_time({pattern.collective, name, elements, 4}, equal_hosts(ranks, 5));
      ASSERT_TRUE(time.has_value()) << name << " " << ranks;
      EXPECT_GT(time->in_us(), 100 / kRate + 5) << name << " " << ranks;
    }
  }
}

}  // namespace host_time_test
}  // namespace treering::sim::hosts
