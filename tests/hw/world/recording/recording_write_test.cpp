// A recording that cannot be written leaves nothing that stands in the way of the next try.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hw/world/recording/recording.h"
#include "tests/support/temporary_folder.h"

namespace treering::hw::world::recording {
namespace recording_write_test {

namespace fs = std::filesystem;
using support::TemporaryFolder;

constexpr rlim_t kMostBytes = 4096;

/// Folders and links come before the second file, which is above the limit.
Recording half_writable() {
  Recording recording;
  recording.links["/sys/class/a"] = "../devices/a";
  recording.texts["/sys/devices/a/class"] = "0x03";
  recording.texts["/sys/devices/b"] = std::string(kMostBytes + 1, 'x');
  return recording;
}

/// 0 when writing fails at the second file, names it and says why.
int fail_half_way(const std::string& folder) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{kMostBytes, kMostBytes};
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
  const auto done = write_recording(half_writable(), folder);
  if (done) return 2;
  const std::string wanted =
      fmt::format("{}/sys/devices/b: cannot be written: file too large", folder);
  return done.error().message() == wanted ? 0 : 3;
}

void expect_retry_works(const std::string& folder) {
  const auto done = write_recording(half_writable(), folder);
  ASSERT_TRUE(done) << done.error().message();
  EXPECT_EQ(load_recording(folder).value().texts, half_writable().texts);
}

TEST(RecordingWrite, AFailureLeavesNoNewFolder) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/machine";
  // In a process of its own: the limit stays.
  EXPECT_EXIT(_exit(fail_half_way(path)), testing::ExitedWithCode(0), "");
  EXPECT_TRUE(fs::is_empty(folder.path()));
  expect_retry_works(path);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(RecordingWrite, AFailureLeavesAnEmptyFolderEmpty) {
  const TemporaryFolder folder;
  EXPECT_EXIT(_exit(fail_half_way(folder.path())), testing::ExitedWithCode(0), "");
  EXPECT_TRUE(fs::is_empty(folder.path()));
  expect_retry_works(folder.path());
}

TEST(RecordingWrite, AFolderMayBeNamedWithASlash) {
  const TemporaryFolder folder;
  expect_retry_works(folder.path() + "/new/machine/");
  EXPECT_FALSE(write_recording(half_writable(), folder.path() + "/new/machine/"));
}

TEST(RecordingWrite, SaysWhyNoFolderCanBeMade) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() + "/file") << "text";
  const auto done = write_recording(half_writable(), folder.path() + "/file/machine");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().category, core::Category::Environment);
  EXPECT_EQ(done.error().message(),
            folder.path() +
                "/file/machine: cannot be written: not a directory; check that the "
                "folder exists");
}

}  // namespace recording_write_test
}  // namespace treering::hw::world::recording
