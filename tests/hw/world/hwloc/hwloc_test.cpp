// libhwloc as a world asks it, where it is installed; and its answer in recordings.
#include "hw/world/hwloc/hwloc.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/hwloc/reader.h"
#include "hw/world/anonymise/anonymise.h"
#include "hw/world/real/real_world.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/hwloc_xml.h"
#include "tests/support/temporary_folder.h"

namespace treering::hw::world {
namespace hwloc_test {

using recording::Recording;
using recording::RecordingWorld;
using recording::ReplayedWorld;
using support::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Hwloc, DescribesThisMachine) {
  const auto text = hwloc::ask_hwloc();
  if (!text) GTEST_SKIP() << text.error().text;
  EXPECT_THAT(*text, StartsWith("<?xml"));
  const auto read = formats::hwloc::read_hwloc_xml(*text, "this machine");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_FALSE(read->topology.of_kind(core::DeviceKind::Cpu).empty());
}

TEST(Hwloc, SaysWhyItHasNoAnswer) {
  EXPECT_EQ(hwloc::ask_hwloc("libhwloc-of-nobody.so").error(),
            (Unseen{Unseen::Why::Absent, "no libhwloc-of-nobody.so"}));
  EXPECT_EQ(hwloc::ask_hwloc("libm.so.6").error(),
            (Unseen{Unseen::Why::Failed, "libm.so.6 lacks functions of hwloc 2.1 and newer"}));
}

TEST(Hwloc, AnswersOfThisMachineAreReplayed) {
  const real::RealWorld real;
  const RecordingWorld world(real);
  const auto text = world.hwloc();
  if (!text) GTEST_SKIP() << text.error().text;
  const TemporaryFolder folder;
  ASSERT_TRUE(write_recording(world.recording(), folder.path()));
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/hwloc.xml"));
  const auto loaded = recording::load_recording(folder.path());
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(ReplayedWorld(*loaded).hwloc(), text);
}

TEST(Hwloc, FailuresAreReplayedAndOldRecordingsHaveNoAnswer) {
  Recording failing;
  failing.folders.insert("/sys");
  failing.unreadable[recording::kHwlocPath] = {Unseen::Why::Failed, "it ended"};
  const TemporaryFolder folder;
  ASSERT_TRUE(write_recording(failing, folder.path()));
  const auto loaded = recording::load_recording(folder.path());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(ReplayedWorld(*loaded).hwloc().error(), (Unseen{Unseen::Why::Failed, "it ended"}));
  EXPECT_EQ(ReplayedWorld(Recording()).hwloc().error().why, Unseen::Why::Absent);
}

TEST(Hwloc, AnonymisedXmlKeepsWhatDiscoveryUses) {
  Recording recording;
  std::string xml = treering::testing::hwloc_xml({.gpus = {{"0000:17:00.0"}, {"0000:98:00.0"}}});
  // The last devices and infos of the last package.
  const std::string secrets =
      "<info name=\"HostName\" value=\"storm17\"/><info name=\"CPUVendor\" value=\"storm18\"/>"
      "<object type=\"OSDev\" name=\"storm19\" osdev_type=\"2\"><info name=\"Address\" "
      "value=\"c4:cb:e1:a7:42:9c\"/></object><object type=\"Misc\" name=\"storm20\"/>";
  xml.insert(xml.rfind("</object>"), secrets);
  recording.texts[recording::kHwlocPath] = xml;
  const auto kept = anonymise::anonymised(recording);
  ASSERT_TRUE(kept.texts.contains(recording::kHwlocPath));
  const std::string& text = kept.texts.at(recording::kHwlocPath);
  EXPECT_THAT(text,
              AllOf(Not(HasSubstr("storm")), Not(HasSubstr("c4:cb")), Not(HasSubstr("info"))));
  const auto before = formats::hwloc::read_hwloc_xml(xml, "x");
  const auto after = formats::hwloc::read_hwloc_xml(text, "x");
  ASSERT_TRUE(after) << after.error().message();
  EXPECT_EQ(after->topology.of_kind(core::DeviceKind::Cpu).size(), 2U);
  EXPECT_EQ(after->topology.of_kind(core::DeviceKind::Gpu).size(), 2U);
  EXPECT_EQ(before->topology.devices().size(), after->topology.devices().size());
}

TEST(Hwloc, AnonymisedTextsThatAreNoXmlAreGone) {
  Recording recording;
  recording.texts[recording::kHwlocPath] = "storm17 </object>";
  const auto kept = anonymise::anonymised(recording);
  EXPECT_THAT(kept.texts.at(recording::kHwlocPath), Not(HasSubstr("storm17")));
}

}  // namespace hwloc_test
}  // namespace treering::hw::world
