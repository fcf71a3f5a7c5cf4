// The loader of NVML, with libraries of our own in NVML's place (tests/support/fake_nvml.cpp).
#include "hw/world/nvml/nvml.h"

#include <cstdlib>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace treering::hw::world::nvml {
namespace nvml_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// What the fake plays while this stands.
class Playing {
 public:
  explicit Playing(const char* name) { setenv("FAKE_NVML", name, 1); }
  ~Playing() { unsetenv("FAKE_NVML"); }
  Playing(const Playing&) = delete;
  Playing& operator=(const Playing&) = delete;
};

Seen<NvmlAnswers> ask_fake(const char* plays) {
  const Playing playing(plays);
  return ask_nvml(TREERING_FAKE_NVML);
}

TEST(Nvml, TellsTheGpusOfAHopperMachine) {
  const auto answers = ask_fake("hopper");
  ASSERT_TRUE(answers) << answers.error().text;
  EXPECT_EQ(answers->driver_version, "550.54.15");
  EXPECT_EQ(answers->cuda_version, 12040);
  ASSERT_THAT(answers->gpus, SizeIs(2));
  const NvmlGpu& gpu = answers->gpus[0];
  EXPECT_EQ(gpu.index, 0);
  EXPECT_EQ(gpu.name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(gpu.bus_id, "0000:1b:00.0");
  EXPECT_EQ(gpu.compute_capability, 90);
  EXPECT_EQ(gpu.has_mig, false);
  EXPECT_EQ(gpu.pcie, (NvmlPcie{5, 16, 1, 8}));
  EXPECT_FALSE(gpu.c2c);
  ASSERT_TRUE(gpu.fabric);
  EXPECT_EQ(gpu.fabric->state, NvmlFabricState::Completed);
  EXPECT_EQ(gpu.fabric->cluster_uuid, "00000000-0000-0000-0000-000000000000");
  ASSERT_THAT(gpu.links, SizeIs(18));
  EXPECT_EQ(gpu.links[4], (NvmlLink{4, true, true, 4, NvmlRemote::Switch, "0000:06:00.0"}));
  EXPECT_EQ(answers->gpus[1].has_mig, true);
  EXPECT_EQ(gpu.vbios, "96.00.89.00.01");
  EXPECT_EQ(answers->gpus[1].vbios, "96.00.68.00.01");
  ASSERT_THAT(answers->pairs, SizeIs(2));
  EXPECT_EQ(answers->pairs[0], (NvmlPair{0, 1, core::PeerAccess::Ok, core::PeerAccess::Topology}));
}

TEST(Nvml, LinksThatAreDownAndEndsThatFailToTell) {
  const auto answers = ask_fake("hopper");
  ASSERT_TRUE(answers) << answers.error().text;
  const NvmlGpu& gpu = answers->gpus.at(1);
  ASSERT_THAT(gpu.links, SizeIs(18));
  EXPECT_EQ(gpu.links[17], (NvmlLink{17, true, false, {}, {}, ""}));
  EXPECT_EQ(gpu.links[3], (NvmlLink{3, true, true, 4, NvmlRemote::Switch, ""}));
  EXPECT_THAT(answers->faults, ::testing::ElementsAre(NvmlFault{"nvmlDeviceGetNvLinkRemotePciInfo",
                                                                1, "unknown error"}));
}

TEST(Nvml, TellsC2cLinksAndTheCliqueOfAFabric) {
  const auto answers = ask_fake("grace");
  ASSERT_TRUE(answers) << answers.error().text;
  const NvmlGpu& gpu = answers->gpus.at(0);
  EXPECT_EQ(gpu.compute_capability, 100);
  EXPECT_EQ(gpu.c2c, (NvmlC2c{5, 45000}));
  ASSERT_TRUE(gpu.fabric);
  EXPECT_EQ(gpu.fabric->cluster_uuid, "abababab-abab-abab-abab-abababababab");
  EXPECT_EQ(gpu.fabric->clique, 32766);
  EXPECT_EQ(gpu.links.at(17), (NvmlLink{17, true, true, 5, NvmlRemote::Switch, "fffffff:ffff:ff"}));
  EXPECT_THAT(answers->faults, IsEmpty());
}

TEST(Nvml, AsksAGpuBeforeHopperForItsStateAsNcclDoes) {
  const auto answers = ask_fake("volta");
  ASSERT_TRUE(answers) << answers.error().text;
  const NvmlGpu& gpu = answers->gpus.at(0);
  ASSERT_THAT(gpu.links, SizeIs(6));
  EXPECT_EQ(gpu.links[5], (NvmlLink{5, true, true, 2, NvmlRemote::Gpu, "0000:43:00.0"}));
  EXPECT_FALSE(gpu.has_mig);  // not supported: unknown, and no fault
  EXPECT_FALSE(gpu.fabric);
  EXPECT_THAT(answers->faults, IsEmpty());
}

TEST(Nvml, AGpuWithoutNvlinksHasNone) {
  const auto answers = ask_fake("plain");
  ASSERT_TRUE(answers) << answers.error().text;
  EXPECT_THAT(answers->gpus.at(0).links, IsEmpty());
  EXPECT_THAT(answers->faults, IsEmpty());
}

TEST(Nvml, ALostGpuDoesNotHideTheOthers) {
  const auto answers = ask_fake("lost");
  ASSERT_TRUE(answers) << answers.error().text;
  EXPECT_THAT(answers->gpus, SizeIs(1));
  EXPECT_THAT(answers->faults,
              ::testing::ElementsAre(NvmlFault{"nvmlDeviceGetHandleByIndex_v2", 1, "gpu is lost"}));
}

TEST(Nvml, AnOldLibraryLeavesOutWhatItDoesNotHave) {
  const Playing playing("hopper");
  const auto answers = ask_nvml(TREERING_FAKE_NVML_OLD);
  ASSERT_TRUE(answers) << answers.error().text;
  ASSERT_THAT(answers->gpus, SizeIs(2));
  const NvmlGpu& gpu = answers->gpus[0];
  EXPECT_EQ(gpu.bus_id, "0000:1b:00.0");
  EXPECT_EQ(gpu.compute_capability, 90);
  ASSERT_THAT(gpu.links, SizeIs(18));
  EXPECT_EQ(gpu.links[0], (NvmlLink{0, {}, true, {}, {}, ""}));  // the older call for its state
  EXPECT_THAT(answers->pairs, IsEmpty());
  for (const char* call : {"nvmlDeviceGetNvLinkCapability", "nvmlDeviceGetFieldValues",
                           "nvmlDeviceGetP2PStatus", "nvmlDeviceGetGpuFabricInfoV"}) {
    EXPECT_THAT(answers->faults, Contains(NvmlFault{call, {}, "not in this library"}));
  }
}

TEST(Nvml, SaysWhyItDoesNotStart) {
  EXPECT_EQ(ask_fake("no_driver").error(),
            (Unseen{Unseen::Why::Failed, "nvmlInit_v2: driver not loaded"}));
  EXPECT_EQ(ask_fake("no_permission").error(),
            (Unseen{Unseen::Why::Denied, "nvmlInit_v2: insufficient permissions"}));
  EXPECT_EQ(ask_fake("no_count").error(),
            (Unseen{Unseen::Why::Failed, "nvmlDeviceGetCount_v2: unknown error"}));
}

TEST(Nvml, TellsAnAbsentLibraryFromABrokenOne) {
  EXPECT_EQ(ask_nvml("libtreering-none.so.1").error(),
            (Unseen{Unseen::Why::Absent, "no libtreering-none.so.1"}));
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/broken.so";
  std::ofstream(path) << "no library";
  const auto broken = ask_nvml(path);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().why, Unseen::Why::Failed);
  EXPECT_THAT(broken.error().text, HasSubstr("broken.so"));
}

}  // namespace nvml_test
}  // namespace treering::hw::world::nvml
