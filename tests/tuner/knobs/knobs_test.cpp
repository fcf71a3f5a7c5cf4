#include "tuner/knobs/knobs.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "tuner/measure/conditions.h"
#include "tuner/profiles.h"

namespace treering::tuner::knobs {
namespace knobs_test {

using core::Collective;
using testing::ElementsAreArray;
using testing::HasSubstr;

struct Asked {
  std::string machine;
  int nodes = 1;
  core::FabricKind fabric = core::FabricKind::Unspecified;
  Collective collective = Collective::AllReduce;
  std::map<std::string, std::string> given = {};
};

/// Sizes from 1 KiB to 1 GiB, by fours.
std::vector<Knob> weighed_for(const Asked& asked) {
  core::Cluster cluster{hw::load_builtin(asked.machine).value(), asked.nodes, {}};
  cluster.fabric.kind = asked.fabric;
  sim::job::JobSpec job;
  job.nodes = asked.nodes;
  std::vector<measure::Configuration> calls;
  for (unsigned octave = 10; octave <= 30; octave += 2) {
    calls.push_back(
        {.call = {.collective = asked.collective, .bytes = std::uint64_t{1} << octave}});
  }
  return weighed({cluster, job, shipped_profile(), "", calls, asked.given});
}

const Knob& knob(const std::vector<Knob>& all, const std::string& name) {
  return *std::ranges::find(all, name, &Knob::name);
}

TEST(Knobs, AreThoseThatRecordsNameInTheirOrder) {
  std::vector<std::string> names;
  for (const Knob& one : weighed_for({"dgx-h100"})) names.push_back(one.name);
  EXPECT_THAT(names,
              ElementsAreArray(measure::kKnobVariables.begin(), measure::kKnobVariables.end()));
}

TEST(Knobs, OneNodeHasNoNetwork) {
  const auto all = weighed_for({"dgx-h100"});
  for (const char* const name :
       {"NCCL_CROSS_NIC", "NCCL_PXN_DISABLE", "NCCL_IB_QPS_PER_CONNECTION"}) {
    EXPECT_FALSE(knob(all, name).can_matter()) << name;
    EXPECT_THAT(knob(all, name).reason, HasSubstr("one node"));
  }
}

// NVLS carries large calls on H100 behind NVSwitch; A100 has no multicast.
TEST(Knobs, NvlsMattersWhereNcclUsesIt) {
  const Knob with = knob(weighed_for({"dgx-h100"}), "NCCL_NVLS_ENABLE");
  ASSERT_EQ(with.values.size(), 1U);
  EXPECT_EQ(with.values[0].text, "0");
  EXPECT_TRUE(with.values[0].is_priced);
  ASSERT_NE(best_change(with.values[0]), nullptr);
  EXPECT_GE(*best_change(with.values[0])->gain, *worst_change(with.values[0])->gain);
  const Knob without = knob(weighed_for({"dgx-a100"}), "NCCL_NVLS_ENABLE");
  EXPECT_FALSE(without.can_matter());
  EXPECT_THAT(without.reason, HasSubstr("does not use NVLS"));
}

// A buffer of 2 MiB makes steps of 256 KiB where 4 MiB has 512 KiB. Up to 16 KiB calls of eight
// GPUs go by LL, whose buffer is another.
TEST(Knobs, TheBufferMattersWhereSimpleFillsItsSteps) {
  const Knob buffer = knob(weighed_for({"dgx-a100"}), "NCCL_BUFFSIZE");
  ASSERT_TRUE(buffer.can_matter()) << buffer.reason;
  for (const Value& value : buffer.values) {
    for (const Change& change : value.changes) EXPECT_GT(change.call.call.bytes, 16U << 10U);
  }
}

TEST(Knobs, QueuePairsMatterOnlyOnSeveralPaths) {
  const std::string name = "NCCL_IB_QPS_PER_CONNECTION";
  const Knob unknown = knob(weighed_for({"dgx-a100", 2}), name);
  ASSERT_EQ(unknown.values.size(), 2U) << unknown.reason;
  // The model knows nothing of it: measuring alone says what it does.
  EXPECT_FALSE(unknown.values[0].is_priced);
  EXPECT_EQ(best_change(unknown.values[0]), nullptr);
  const Knob one = knob(weighed_for({"dgx-a100", 2, core::FabricKind::SingleSwitch}), name);
  EXPECT_FALSE(one.can_matter());
  EXPECT_THAT(one.reason, HasSubstr("one path"));
  // EFA has a plugin of its own.
  const Knob efa = knob(weighed_for({"aws-p4d", 2}), name);
  EXPECT_FALSE(efa.can_matter());
  EXPECT_THAT(efa.reason, HasSubstr("InfiniBand plugin does not carry"));
}

TEST(Knobs, PxnMattersBetweenPairsOnSeveralRails) {
  const std::string name = "NCCL_PXN_DISABLE";
  const Knob pairs =
      knob(weighed_for({"dgx-a100", 2, core::FabricKind::Unspecified, Collective::AllToAll}), name);
  EXPECT_TRUE(pairs.can_matter()) << pairs.reason;
}

TEST(Knobs, WhatIsSetByHandIsLeftAlone) {
  Asked asked{"dgx-a100"};
  asked.given["NCCL_BUFFSIZE"] = "1048576";
  const Knob buffer = knob(weighed_for(asked), "NCCL_BUFFSIZE");
  EXPECT_FALSE(buffer.can_matter());
  EXPECT_EQ(buffer.reason, "set by hand to 1048576");
}

}  // namespace knobs_test
}  // namespace treering::tuner::knobs
