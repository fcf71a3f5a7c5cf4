// Other machines that a text of `nvidia-smi topo -m` may mean.
#include "hw/complete/variants.h"

#include <string>

#include <gmock/gmock.h>

#include "hw/builtin.h"
#include "hw/formats/format.h"

namespace treering::hw::complete {
namespace variants_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kMatrix =
    "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tSYS\t0-31,64-95\t0\n"
    "GPU1\tSYS\t X \t32-63,96-127\t1\n";

core::Topology matrix_of(const std::string& gpu) {
  const std::string text =
      "GPU 0: " + gpu + " (UUID: GPU-0)\nGPU 1: " + gpu + " (UUID: GPU-1)\n" + kMatrix;
  const auto read = formats::recognise(text)->read({"t.txt", text}, {});
  EXPECT_TRUE(read) << read.error().message();
  return read->cluster.node;
}

std::vector<std::string> names_of(const FactVariants& fact) {
  std::vector<std::string> names;
  for (const Variant& variant : fact.others) names.push_back(variant.name);
  return names;
}

// 32 cores a socket are an EPYC's, or a Xeon's; a card of PCIe 5.0 may be in a slot of 4.0.
TEST(Variants, OfACardAreItsCpuAndItsSlot) {
  const auto facts = open_facts(matrix_of("NVIDIA GeForce RTX 5090"));
  ASSERT_EQ(facts.size(), 2U);
  EXPECT_EQ(facts[0].fact.what, OpenFact::What::Cpu);
  EXPECT_EQ(facts[0].fact.taken, "AMD EPYC (Genoa)");
  EXPECT_THAT(names_of(facts[0]),
              ElementsAre("Intel Xeon (Sapphire Rapids)", "Intel Xeon (Ice Lake)",
                          "Intel Xeon (Emerald Rapids)"));
  EXPECT_EQ(facts[1].fact.what, OpenFact::What::PcieRate);
  EXPECT_EQ(facts[1].fact.taken, "PCIe 5.0");
  EXPECT_THAT(names_of(facts[1]), ElementsAre("PCIe 4.0"));
}

// No machine with a T4 has slots of PCIe 2.0; Thor has none.
TEST(Variants, OfCardsOfPcie3IsTheCpuAlone) {
  for (const char* gpu : {"Tesla T4", "NVIDIA Thor"}) {
    for (const FactVariants& open : open_facts(matrix_of(gpu))) {
      EXPECT_EQ(open.fact.what, OpenFact::What::Cpu) << gpu;
    }
  }
}

TEST(Variants, HaveTheRatesOfTheirValues) {
  const auto facts = open_facts(matrix_of("NVIDIA GeForce RTX 5090"));
  const auto rate = [](const core::Topology& node, core::LinkKind kind) {
    for (const core::Link& link : node.links()) {
      if (link.kind == kind) return link.bandwidth.in_gb_per_s();
    }
    return 0.0;
  };
  // NCCL's 22 GB/s between Sapphire Rapids (src/graph/topo.h); 16 lanes of 16 GT/s, 128b/130b.
  EXPECT_DOUBLE_EQ(rate(facts[0].others[0].node, core::LinkKind::InterSocket), 22);
  EXPECT_NEAR(rate(facts[1].others[0].node, core::LinkKind::Pcie), 31.508, 0.001);
}

// Boards have the slots that they were made for.
TEST(Variants, OfABoardAreItsCpuAlone) {
  const auto facts = open_facts(matrix_of("NVIDIA A100-SXM4-80GB"));
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].fact.what, OpenFact::What::Cpu);
  EXPECT_THAT(names_of(facts[0]),
              ElementsAre("Intel Xeon (Ice Lake)", "Intel Xeon (Sapphire Rapids)"));
}

TEST(Variants, OfAKnownMachineAreNone) {
  EXPECT_THAT(open_facts(load_builtin("dgx-h100").value()), IsEmpty());
}

}  // namespace variants_test
}  // namespace treering::hw::complete
