#include "hw/world/world.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/world/real/real_world.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/recorded_machines.h"
#include "tests/support/temporary_folder.h"

namespace treering::hw::world {
namespace world_test {

using support::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

TEST(RealWorld, ReadsListsAndResolves) {
  const TemporaryFolder folder;
  const real::RealWorld world;
  std::filesystem::create_directories(folder.path() + "/devices/d");
  write(folder.path() + "/devices/d/class", "0x03\n");
  std::filesystem::create_directory_symlink("devices/d", folder.path() + "/link");
  EXPECT_EQ(world.read(folder.path() + "/link/class").value(), "0x03\n");
  EXPECT_THAT(world.list(folder.path()).value(), ElementsAre("devices", "link"));
  const std::string real = std::filesystem::canonical(folder.path()).string();
  EXPECT_EQ(world.real_path(folder.path() + "/link").value(), real + "/devices/d");
}

TEST(RealWorld, TellsAbsentFromFailed) {
  const TemporaryFolder folder;
  const real::RealWorld world;
  EXPECT_EQ(world.read(folder.path() + "/none").error().why, Unseen::Why::Absent);
  EXPECT_EQ(world.list(folder.path() + "/none").error().why, Unseen::Why::Absent);
  EXPECT_EQ(world.real_path(folder.path() + "/none").error().why, Unseen::Why::Absent);
  EXPECT_EQ(world.read(folder.path()).error().why, Unseen::Why::Failed);
}

TEST(RealWorld, DoesNotWaitForThePeerOfAPipe) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(real::RealWorld().read(path).error(),
            (Unseen{Unseen::Why::Failed, "not an ordinary file"}));
}

TEST(RealWorld, RefusesWhatIsTooLarge) {
  const TemporaryFolder folder;
  write(folder.path() + "/large", std::string(kMaxWorldText + 1, 'x'));
  EXPECT_THAT(real::RealWorld().read(folder.path() + "/large").error().text,
              HasSubstr("more than"));
}

TEST(RealWorld, TellsWhatMayNotBeRead) {
  if (geteuid() == 0) GTEST_SKIP() << "the system denies nothing to root";
  const TemporaryFolder folder;
  write(folder.path() + "/secret", "x");
  std::filesystem::permissions(folder.path() + "/secret", std::filesystem::perms::none);
  EXPECT_EQ(real::RealWorld().read(folder.path() + "/secret").error(),
            (Unseen{Unseen::Why::Denied, "permission denied"}));
}

TEST(RealWorld, RunsPrograms) {
  EXPECT_EQ(real::RealWorld().run({"echo", "a", "b"}).value(), "a b\n");
  EXPECT_EQ(real::RealWorld().run({"cat"}).value(), "");  // nothing comes from standard input
}

TEST(RealWorld, TellsWhyAProgramHasNoAnswer) {
  EXPECT_EQ(real::RealWorld().run({"no-such-program"}).error().why, Unseen::Why::Absent);
  EXPECT_EQ(real::RealWorld().run({"false"}).error(),
            (Unseen{Unseen::Why::Failed, "ended with exit code 1"}));
  const auto complaint = real::RealWorld().run({"cat", "no-such-file"});
  EXPECT_EQ(complaint.error().why, Unseen::Why::Failed);
  EXPECT_THAT(complaint.error().text, HasSubstr("no-such-file"));
  EXPECT_EQ(
      real::RealWorld().run({"sh", "-c", "echo sorry: Permission denied >&2; exit 3"}).error(),
      (Unseen{Unseen::Why::Denied, "sorry: Permission denied"}));
}

TEST(RealWorld, EndsProgramsThatDoNotEnd) {
  EXPECT_EQ(real::output_of({"sleep", "60"}, std::chrono::seconds(1)).error(),
            (Unseen{Unseen::Why::Failed, "took too long"}));
  EXPECT_THAT(real::output_of({"yes"}, std::chrono::seconds(60)).error().text,
              HasSubstr("printed more than"));
}

TEST(Recording, KeepsWhatProgramsPrint) {
  const TemporaryFolder folder;
  const real::RealWorld real;
  const recording::RecordingWorld recorder(real);
  EXPECT_TRUE(recorder.run({"echo", "a"}));
  EXPECT_FALSE(recorder.run({"false"}));
  EXPECT_FALSE(recorder.run({"no-such-program"}));
  ASSERT_TRUE(recording::write_recording(recorder.recording(), folder.path()));
  const recording::ReplayedWorld replayed(recording::load_recording(folder.path()).value());
  EXPECT_EQ(replayed.run({"echo", "a"}).value(), "a\n");
  EXPECT_EQ(replayed.run({"false"}).error(), recorder.run({"false"}).error());
  EXPECT_EQ(replayed.run({"no-such-program"}).error().why, Unseen::Why::Absent);
}

TEST(Unseen, ErrorNumbersAreDistinguished) {
  EXPECT_EQ(real::unseen_of(ENOENT).why, Unseen::Why::Absent);
  EXPECT_EQ(real::unseen_of(ENOTDIR).why, Unseen::Why::Absent);
  EXPECT_EQ(real::unseen_of(EACCES), (Unseen{Unseen::Why::Denied, "permission denied"}));
  EXPECT_EQ(real::unseen_of(EPERM).why, Unseen::Why::Denied);
  // What sysfs answers for the speed of an interface that is down.
  EXPECT_EQ(real::unseen_of(EINVAL), (Unseen{Unseen::Why::Failed, "invalid argument"}));
}

TEST(ReplayedWorld, FollowsLinksWithinTheRecording) {
  recording::Recording recording;
  recording.texts["/sys/devices/d/class"] = "0x03";
  recording.links["/sys/bus/a"] = "../devices/d";
  recording.links["/sys/bus/b"] = "/sys/bus/a";
  recording.links["/sys/bus/out"] = "../../../../etc";
  const recording::ReplayedWorld world(recording);
  EXPECT_EQ(world.read("/sys/bus/b/class").value(), "0x03");
  EXPECT_EQ(world.real_path("/sys/bus/b").value(), "/sys/devices/d");
  EXPECT_THAT(world.list("/sys/bus").value(), ElementsAre("a", "b", "out"));
  EXPECT_EQ(world.read("/sys/bus/out/passwd").error().why, Unseen::Why::Absent);
  EXPECT_EQ(world.read("/sys/devices/d").error().why, Unseen::Why::Failed);
}

TEST(ReplayedWorld, LinksInACircleFail) {
  recording::Recording recording;
  recording.links["/a"] = "/b";
  recording.links["/b"] = "/a";
  const recording::ReplayedWorld world(recording);
  EXPECT_EQ(world.real_path("/a").error().text, "too many levels of symbolic links");
}

TEST(RecordingWorld, KeepsWhatWasAskedOnly) {
  auto machine = support::dgx_like();
  machine.denied("/proc/cpuinfo");
  const recording::ReplayedWorld inner(machine.recording());
  const recording::RecordingWorld world(inner);
  EXPECT_TRUE(world.read("/sys/devices/system/node/node0/cpumap"));
  EXPECT_FALSE(world.read("/proc/cpuinfo"));
  EXPECT_FALSE(world.read("/sys/none"));
  const recording::Recording& kept = world.recording();
  EXPECT_EQ(kept.texts.size(), 1U);
  EXPECT_EQ(kept.unreadable, machine.recording().unreadable);
  EXPECT_TRUE(kept.links.empty());
}

TEST(Recording, FoldersGiveBackWhatWasWritten) {
  auto machine = support::dgx_like();
  machine.denied("/proc/cpuinfo");
  const recording::ReplayedWorld inner(machine.recording());
  const recording::RecordingWorld world(inner);
  const auto names = world.list("/sys/bus/pci/devices").value();
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    EXPECT_TRUE(world.real_path("/sys/bus/pci/devices/" + name));
    EXPECT_TRUE(world.read("/sys/bus/pci/devices/" + name + "/class"));
  }
  EXPECT_FALSE(world.read("/proc/cpuinfo"));

  const TemporaryFolder folder;
  const auto written = recording::write_recording(world.recording(), folder.path() + "/machine");
  ASSERT_TRUE(written) << written.error().message();
  EXPECT_TRUE(
      std::filesystem::is_symlink(folder.path() + "/machine/sys/bus/pci/devices/" + names.front()));
  const auto loaded = recording::load_recording(folder.path() + "/machine");
  ASSERT_TRUE(loaded) << loaded.error().message();
  const recording::ReplayedWorld again(*loaded);
  EXPECT_EQ(again.list("/sys/bus/pci/devices").value(), names);
  for (const std::string& name : names) {
    const std::string path = "/sys/bus/pci/devices/" + name;
    EXPECT_EQ(again.real_path(path), inner.real_path(path));
    EXPECT_EQ(again.read(path + "/class"), inner.read(path + "/class"));
  }
  EXPECT_EQ(again.read("/proc/cpuinfo").error().why, Unseen::Why::Denied);
}

TEST(Recording, KeepsWhatNvmlAnswered) {
  NvmlAnswers answers;
  answers.driver_version = "550.54.15";
  answers.gpus.emplace_back().bus_id = "0000:07:00.0";
  for (const Seen<NvmlAnswers>& nvml :
       {Seen<NvmlAnswers>(answers),
        Seen<NvmlAnswers>(tl::unexpected(Unseen{Unseen::Why::Failed, "driver not loaded"})),
        Seen<NvmlAnswers>(tl::unexpected(Unseen{Unseen::Why::Absent, "no libnvidia-ml.so.1"}))}) {
    recording::Recording machine = support::dgx_like().recording();
    machine.nvml = nvml;
    const recording::ReplayedWorld inner(machine);
    const recording::RecordingWorld world(inner);
    EXPECT_EQ(world.nvml(), nvml);
    EXPECT_TRUE(world.list("/sys/bus/pci/devices"));
    const TemporaryFolder folder;
    ASSERT_TRUE(recording::write_recording(world.recording(), folder.path()));
    const bool is_absent = !nvml && nvml.error().why == Unseen::Why::Absent;
    EXPECT_EQ(std::filesystem::exists(folder.path() + "/nvml.json"), !is_absent);
    const auto loaded = recording::load_recording(folder.path());
    ASSERT_TRUE(loaded) << loaded.error().message();
    EXPECT_EQ(loaded->nvml.has_value(), nvml.has_value());
    if (!is_absent) {
      EXPECT_EQ(loaded->nvml, nvml);
    }
    EXPECT_EQ(recording::file_count(*loaded), is_absent ? 0U : 1U);
    EXPECT_EQ(recording::ReplayedWorld(*loaded).read("/nvml.json").error().why,
              Unseen::Why::Absent);
  }
}

TEST(Recording, ListedNamesOfWhichNothingIsKnownAreKept) {
  recording::Recording recording;
  recording.folders = {"/sys/class/net", "/sys/class/net/lo"};
  const TemporaryFolder folder;
  ASSERT_TRUE(recording::write_recording(recording, folder.path()));
  const recording::ReplayedWorld world(recording::load_recording(folder.path()).value());
  EXPECT_THAT(world.list("/sys/class/net").value(), ElementsAre("lo"));
  EXPECT_EQ(world.real_path("/sys/class/net/lo/device").error().why, Unseen::Why::Absent);
}

TEST(Recording, GoesIntoANewFolderOnly) {
  const TemporaryFolder folder;
  write(folder.path() + "/mine", "x");
  const auto written = recording::write_recording({}, folder.path());
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message(),
            folder.path() + ": there already, expected a new or an empty folder");
}

TEST(Recording, FoldersThatAreNoneAreRefused) {
  const TemporaryFolder folder;
  EXPECT_THAT(recording::load_recording(folder.path() + "/none").error().message(),
              HasSubstr("folder not found"));
  EXPECT_THAT(recording::load_recording(folder.path()).error().message(),
              HasSubstr("neither sys nor proc"));
  std::filesystem::create_directory(folder.path() + "/sys");
  write(folder.path() + "/unreadable.tsv", "denied\t/a\tpermission denied\nperhaps\n");
  EXPECT_THAT(recording::load_recording(folder.path()).error().message(),
              HasSubstr("unreadable.tsv:2: 'perhaps'"));
  std::filesystem::remove(folder.path() + "/unreadable.tsv");
  write(folder.path() + "/nvml.json", "{\"schema\": 7}");
  EXPECT_THAT(recording::load_recording(folder.path()).error().message(), HasSubstr("nvml.json"));
}

TEST(Recording, KeepsVariablesOfTheProcess) {
  recording::Recording recording;
  recording.folders.insert("/proc");
  recording.variables = {{"NCCL_A", "a\\n=b\nc"}, {"NCCL_B", ""}, {"NCCL_C", "\\"}};
  const recording::ReplayedWorld inner(recording);
  const recording::RecordingWorld world(inner);
  EXPECT_EQ(world.environment(), recording.variables);
  EXPECT_EQ(world.recording().variables, recording.variables);
  const support::TemporaryFolder folder;
  ASSERT_TRUE(recording::write_recording(recording, folder.path()));
  const auto loaded = recording::load_recording(folder.path());
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->variables, recording.variables);
  std::ofstream(folder.path() + "/environment.txt") << "NCCL_A=1\nnothing\n";
  const auto wrong = recording::load_recording(folder.path());
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message(),
              ::testing::HasSubstr("environment.txt:2: 'nothing', expected NAME=value"));
}

TEST(Recording, PathsStayWithinTheFolder) {
  const support::TemporaryFolder folder;
  recording::Recording recording;
  recording.folders.insert("/proc");
  recording.texts["/a/../../../outside"] = "x";
  recording.texts["~/.nccl.conf"] = "y";
  ASSERT_TRUE(recording::write_recording(recording, folder.path() + "/inner"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/inner/outside"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/outside"));
  const auto loaded = recording::load_recording(folder.path() + "/inner");
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(recording::ReplayedWorld(*loaded).read("~/.nccl.conf"), "y");
}

TEST(RealWorld, KnowsTheHomeOfItsUser) {
  EXPECT_FALSE(real::without_tilde("~/.nccl.conf").starts_with('~'));
  EXPECT_EQ(real::without_tilde("/a/~/b"), "/a/~/b");
  for (const auto& [name, value] : real::RealWorld().environment()) {
    EXPECT_TRUE(name.starts_with("NCCL_") || name.ends_with("VISIBLE_DEVICES") ||
                name == "LD_LIBRARY_PATH")
        << name;
  }
}

}  // namespace world_test
}  // namespace treering::hw::world
