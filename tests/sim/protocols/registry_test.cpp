#include "sim/protocols/registry.h"

#include <gtest/gtest.h>

#include "sim/nccl/plan.h"
#include "tests/support/sample_search.h"

namespace treering::sim::protocols {
namespace registry_test {

using nccl::PathType;
using nccl::Protocol;

TEST(Protocols, StandInNcclsOrder) {
  ASSERT_EQ(all().size(), static_cast<std::size_t>(nccl::kProtocols));
  for (int p = 0; p < nccl::kProtocols; ++p) {
    const auto protocol = static_cast<Protocol>(p);
    EXPECT_EQ(entry_of(protocol).rules().protocol, protocol);
  }
}

TEST(Protocols, AreFoundByIdAndByNcclsName) {
  EXPECT_EQ(find("ll128"), &entry_of(Protocol::Ll128));
  EXPECT_EQ(find("SIMPLE"), &entry_of(Protocol::Simple));
  EXPECT_EQ(find("ll64"), nullptr);
}

TEST(Protocols, CarryTheirShareOfABuffer) {
  EXPECT_EQ(entry_of(Protocol::Ll).rules().payload_bytes(1024), 512);
  EXPECT_EQ(entry_of(Protocol::Ll128).rules().payload_bytes(1024), 960);
  EXPECT_EQ(entry_of(Protocol::Simple).rules().payload_bytes(1024), 1024);
}

/// Why LL128 cannot be used on a node like `found` with paths of these types.
std::string objection(nccl::search::NodeSearch found, PathType intra, PathType inter) {
  found.graphs.ring.type_intra = intra;
  found.graphs.ring.type_inter = inter;
  const nccl::Plan plan = nccl::make_plan(job::JobSpec{}, found);
  return entry_of(Protocol::Ll128).rules().unusable(view_of(plan), plan.graphs.ring);
}

TEST(Ll128, NeedsNvlinkInsideANode) {
  EXPECT_EQ(objection(testing::four_gpus(), PathType::Nvb, PathType::Pix), "");
  EXPECT_NE(objection(testing::four_gpus(), PathType::Pix, PathType::Pix), "");
}

TEST(Ll128, ReachesTheNetworkThroughOtherGpusFromHopperOn) {
  EXPECT_NE(objection(testing::four_gpus(), PathType::Nvl, PathType::Pxn), "");
  EXPECT_EQ(objection(testing::four_gpus_with_nvls(), PathType::Nvl, PathType::Pxn), "");
  EXPECT_NE(objection(testing::four_gpus_with_nvls(), PathType::Nvl, PathType::Phb), "");
}

TEST(Ll128, NeedsEqualGpusFromVoltaOn) {
  nccl::search::NodeSearch mixed = testing::four_gpus();
  mixed.facts.max_compute_capability = 86;
  EXPECT_EQ(objection(mixed, PathType::Nvl, PathType::Pix), "LL128 needs GPUs of one generation");
  nccl::search::NodeSearch old = testing::four_gpus();
  old.facts.min_compute_capability = old.facts.max_compute_capability = 60;
  EXPECT_EQ(objection(old, PathType::Nvl, PathType::Pix), "LL128 needs GPUs from Volta on");
}

}  // namespace registry_test
}  // namespace treering::sim::protocols
