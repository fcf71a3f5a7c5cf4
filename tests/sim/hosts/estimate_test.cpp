#include "sim/hosts/estimate.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace treering::sim::hosts {
namespace estimate_test {

using core::Collective;

constexpr double kBytes = 1'200'000;

/// What the tests derive times from: no more than they name takes time.
core::Profile plain(const Means& means) {
  core::Profile profile = assumed_profile();
  const auto set = [&](Quantity quantity, double value) {
    profile.parameters[name_for(quantity, means)].value = value;
  };
  set(Quantity::Latency, 50);
  set(Quantity::Message, 1e-9);
  set(Quantity::Turn, 100);
  set(Quantity::CopyRate, 1e5);
  set(Quantity::ReduceRate, 1e5);
  set(Quantity::MemoryRate, 1e5);
  set(Quantity::CacheSize, 1);
  set(Quantity::Efficiency, 1);
  set(Quantity::EagerLimit, 1e12);
  set(Quantity::OneWay, 0.5);
  set(Quantity::ScatterSmall, 0.4);
  set(Quantity::ScatterLarge, 0.1);
  return profile;
}

HostJob hosts(int ranks) {
  return {Library::OpenMpi, ranks, std::vector<double>(static_cast<std::size_t>(ranks), 1), 0};
}
HostJob machine(int ranks, int cores = 0) {
  return {Library::OpenMpi, ranks, {}, cores};
}

HostEstimate of(Collective collective, std::string_view algorithm, const HostJob& job,
                const core::Profile& profile, double bytes = kBytes) {
  const auto found =
      estimate({collective, algorithm, static_cast<std::size_t>(bytes), 1}, job, profile);
  EXPECT_TRUE(found) << algorithm;
  return found.value_or(HostEstimate());
}

constexpr double kRate = 125 * kTcpPayload;  // bytes/us of 1 Gbit/s

// A ring of four sends 6 quarters, each way at once or one after the other.
TEST(HostEstimate, LiesBetweenTheExtremes) {
  const core::Profile profile = plain(hosts(4).means());
  const HostEstimate ring = of(Collective::AllReduce, "ring", hosts(4), profile);
  const double wire = 1.5 * kBytes / kRate;
  EXPECT_NEAR(ring.low.in_us(), wire + 6 * 50, 0.01 * wire);
  EXPECT_NEAR(ring.high.in_us(), 2 * wire + 6 * 50, 0.01 * wire);
  EXPECT_NEAR(ring.estimate.time.in_us(), std::sqrt(ring.low.in_us() * ring.high.in_us()), 1);
}

// Two ranks that exchange stay in step.
TEST(HostEstimate, OfTwoRanksIsTheLowOne) {
  const core::Profile profile = plain(hosts(2).means());
  const HostEstimate ring = of(Collective::AllReduce, "ring", hosts(2), profile);
  EXPECT_EQ(ring.estimate.time, ring.low);
  EXPECT_GT(ring.high, ring.low);
}

// A profile's efficiency is a share of the links' payload.
TEST(HostEstimate, LinksReachAShare) {
  core::Profile profile = plain(hosts(2).means());
  const double before =
      of(Collective::Broadcast, "basic_linear", hosts(2), profile).low.in_us() - 50;
  profile.parameters["mpi.tcp.efficiency"].value = 0.8;
  const double after =
      of(Collective::Broadcast, "basic_linear", hosts(2), profile).low.in_us() - 50;
  EXPECT_NEAR(after / before, 1 / 0.8, 0.01);
}

// Three messages of the root: the third waits for two before it, and each rank takes one in.
TEST(HostEstimate, MessagesAreDealtWithOneAfterAnother) {
  core::Profile profile = plain(hosts(4).means());
  profile.parameters["mpi.tcp.message_us"].value = 10;
  const double us = of(Collective::Broadcast, "basic_linear", hosts(4), profile, 4).low.in_us();
  EXPECT_NEAR(us, 50 + 2 * 10 + 10, 0.2);
  // The root takes three in.
  EXPECT_NEAR(of(Collective::Reduce, "linear", hosts(4), profile, 4).low.in_us(), 50 + 3 * 10, 0.2);
}

// On one machine a processor copies 1.2 MB in 600 us at 2 GB/s, and combines them in 1200 us at
// 1 GB/s when they are there.
TEST(HostEstimate, OnOneMachineProcessorsCopyAndCombine) {
  core::Profile profile = plain(machine(2).means());
  profile.parameters["mpi.local.copy_GBps"].value = 2;
  profile.parameters["mpi.local.reduce_GBps"].value = 1;
  EXPECT_NEAR(of(Collective::Broadcast, "basic_linear", machine(2), profile).low.in_us(), 50 + 600,
              1);
  EXPECT_NEAR(of(Collective::Reduce, "linear", machine(2), profile).low.in_us(), 50 + 600 + 1200,
              1);
}

// Of four ranks each sends a quarter to each other one: 12 quarters through a memory that moves
// 1 GB/s of messages.
TEST(HostEstimate, RanksShareTheMemory) {
  core::Profile profile = plain(machine(4).means());
  profile.parameters["mpi.local.memory_GBps"].value = 1;
  const double us = of(Collective::AllToAll, "linear", machine(4), profile).low.in_us();
  EXPECT_NEAR(us, 50 + 3 * kBytes / 1000, 30);
  // Half of it stays in caches.
  profile.parameters["mpi.local.cache_bytes"].value = kBytes / 2;
  const double half = of(Collective::AllToAll, "linear", machine(4), profile).low.in_us();
  EXPECT_NEAR(half, 50 + 1.5 * kBytes / 1000, 30);
}

// Two ranks on one core: each message waits for the other's turn, and both copy on that core.
TEST(HostEstimate, RanksShareCores) {
  core::Profile profile = plain(machine(2).means());
  EXPECT_NEAR(of(Collective::Broadcast, "basic_linear", machine(2, 1), profile, 4).low.in_us(),
              50 + 100, 0.1);
  EXPECT_NEAR(of(Collective::Broadcast, "basic_linear", machine(2, 2), profile, 4).low.in_us(), 50,
              0.1);
  profile.parameters["mpi.local.copy_GBps"].value = 1;
  const double free = of(Collective::Broadcast, "basic_linear", machine(2), profile).low.in_us();
  const double shared =
      of(Collective::Broadcast, "basic_linear", machine(2, 1), profile).low.in_us();
  // The copy of the sender takes twice as long: half of the core is the receiver's.
  EXPECT_NEAR(shared - free, 100 + kBytes / 1000, 1);
}

// What messages decide scatters as they do, what bytes decide as those.
TEST(HostEstimate, IntervalsAreThoseOfWhatDecides) {
  const core::Profile profile = plain(hosts(2).means());
  const HostEstimate small = of(Collective::Broadcast, "basic_linear", hosts(2), profile, 4);
  const HostEstimate large = of(Collective::Broadcast, "basic_linear", hosts(2), profile, 1e8);
  EXPECT_GT(small.message_share, 0.99);
  EXPECT_LT(large.message_share, 0.01);
  EXPECT_NEAR(spread_of(small.estimate), 0.4, 0.01);
  EXPECT_NEAR(spread_of(large.estimate), 0.1, 0.01);
}

TEST(HostEstimate, OfAMessage) {
  const core::Profile profile = plain(hosts(3).means());
  EXPECT_NEAR(estimate_message({0, 2, kBytes}, hosts(3), profile).low.in_us(), 50 + kBytes / kRate,
              0.02 * kBytes / kRate);
}

TEST(HostEstimate, NoPatternNoTime) {
  const core::Profile& profile = assumed_profile();
  EXPECT_FALSE(estimate({Collective::AllReduce, "no_such", 100, 4}, hosts(4), profile));
}

}  // namespace estimate_test
}  // namespace treering::sim::hosts
