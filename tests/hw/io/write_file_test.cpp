#include "hw/io/write_file.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

namespace treering::hw::io {
namespace write_file_test {

namespace fs = std::filesystem;
using support::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void make_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 0777U;
}

std::string message_of(const core::Result<void>& done) {
  return done ? "no error" : done.error().message();
}

TEST(WriteFile, MakesAndReplacesWholeFiles) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/a.json";
  const std::string text("longer\0\n", 8);
  ASSERT_EQ(message_of(write_file(path, text)), "no error");
  EXPECT_EQ(content_of(path), text);
  ASSERT_EQ(message_of(write_file(path, "x")), "no error");
  EXPECT_EQ(content_of(path), "x");
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a.json"));
}

TEST(WriteFile, ANewFileHasTheUsersUsualPermissions) {
  const TemporaryFolder folder;
  const mode_t before = umask(027);
  const auto done = write_file(folder.path() + "/a", "x");
  umask(before);
  ASSERT_EQ(message_of(done), "no error");
  EXPECT_EQ(mode_of(folder.path() + "/a"), 0640U);  // 0666 without 027
}

TEST(WriteFile, KeepsThePermissionsOfWhatItReplaces) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/a";
  make_file(path, "old");
  for (const mode_t mode : {0600U, 0664U, 0755U}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    ASSERT_EQ(message_of(write_file(path, "new")), "no error");
    EXPECT_EQ(mode_of(path), mode);
  }
}

TEST(WriteFile, ReplacesWhatALinkLeadsTo) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() + "/real");
  make_file(folder.path() + "/real/a", "old");
  fs::create_symlink("real/a", folder.path() + "/link");
  fs::create_symlink(folder.path() + "/link", folder.path() + "/link to link");
  ASSERT_EQ(message_of(write_file(folder.path() + "/link to link", "new")), "no error");
  EXPECT_TRUE(fs::is_symlink(folder.path() + "/link to link"));
  EXPECT_TRUE(fs::is_symlink(folder.path() + "/link"));
  EXPECT_EQ(content_of(folder.path() + "/real/a"), "new");
  fs::create_symlink("real/b", folder.path() + "/ahead");
  ASSERT_EQ(message_of(write_file(folder.path() + "/ahead", "new")), "no error");
  EXPECT_EQ(content_of(folder.path() + "/real/b"), "new");
  fs::create_symlink("circle", folder.path() + "/circle");
  EXPECT_EQ(message_of(write_file(folder.path() + "/circle", "new")),
            folder.path() + "/circle: cannot be written: too many levels of symbolic links");
}

/// Fails at one of the steps of writing, as a full disk does.
class FailingCalls final : public WriteCalls {
 public:
  enum class Step { FirstWrite, SecondWrite, Sync, Close, Rename };
  explicit FailingCalls(Step step) : step_(step) {}

  ssize_t write(int file, const char* bytes, std::size_t count) const override {
    const bool is_first = std::exchange(is_first_, false);
    if (step_ == (is_first ? Step::FirstWrite : Step::SecondWrite)) return failed();
    // Half of what was asked for, so that there is a second write.
    return WriteCalls::write(file, bytes, is_first ? count / 2 : count);
  }
  int fsync(int file) const override {
    return step_ == Step::Sync ? failed() : WriteCalls::fsync(file);
  }
  int close(int file) const override {
    const int closed = WriteCalls::close(file);
    return step_ == Step::Close ? failed() : closed;
  }
  int rename(const char* from, const char* to) const override {
    return step_ == Step::Rename ? failed() : WriteCalls::rename(from, to);
  }

 private:
  static int failed() {
    errno = ENOSPC;
    return -1;
  }
  Step step_;
  mutable bool is_first_ = true;
};

class AFailedWrite : public ::testing::TestWithParam<FailingCalls::Step> {};

TEST_P(AFailedWrite, LeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/a";
  make_file(path, "old");
  const auto done = write_file(path, "new text", FailingCalls(GetParam()));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().category, core::Category::Environment);
  EXPECT_EQ(done.error().message(),
            path +
                ": cannot be written: no space left on device; the file that was there is "
                "unchanged");
  EXPECT_EQ(content_of(path), "old");
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a"));
}

TEST_P(AFailedWrite, LeavesNoNewFile) {
  const TemporaryFolder folder;
  const auto done = write_file(folder.path() + "/a", "new text", FailingCalls(GetParam()));
  EXPECT_EQ(message_of(done), folder.path() + "/a: cannot be written: no space left on device");
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(AtEachStep, AFailedWrite,
                         ::testing::Values(FailingCalls::Step::FirstWrite,
                                           FailingCalls::Step::SecondWrite,
                                           FailingCalls::Step::Sync, FailingCalls::Step::Close,
                                           FailingCalls::Step::Rename));

/// A write that a signal interrupts is tried again.
class InterruptedCalls final : public WriteCalls {
 public:
  ssize_t write(int file, const char* bytes, std::size_t count) const override {
    if (std::exchange(is_first_, false)) {
      errno = EINTR;
      return -1;
    }
    return WriteCalls::write(file, bytes, count);
  }

 private:
  mutable bool is_first_ = true;
};

TEST(WriteFile, GoesOnAfterASignal) {
  const TemporaryFolder folder;
  ASSERT_EQ(message_of(write_file(folder.path() + "/a", "text", InterruptedCalls())), "no error");
  EXPECT_EQ(content_of(folder.path() + "/a"), "text");
}

/// 0 when a file that outgrows the limit of this process leaves the old one as it was.
int outgrow_the_limit(const std::string& path) {
  constexpr rlim_t kMost = 4096;
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{kMost, kMost};
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
  const auto done = write_file(path, std::string(kMost + 1, 'x'));
  const std::string wanted =
      path + ": cannot be written: file too large; the file that was there is unchanged";
  if (message_of(done) != wanted) return 2;
  return content_of(path) == "old" ? 0 : 3;
}

TEST(WriteFile, AWriteThatStopsHalfWayLeavesTheOldFile) {
  const TemporaryFolder folder;
  make_file(folder.path() + "/a", "old");
  // In a process of its own: the limit stays.
  EXPECT_EXIT(_exit(outgrow_the_limit(folder.path() + "/a")), testing::ExitedWithCode(0), "");
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a"));
}

TEST(WriteFile, SaysWhyAFileCannotBeMade) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of(write_file(folder.path() + "/none/a", "x")),
            folder.path() +
                "/none/a: cannot be written: no such file or directory; check that the "
                "folder exists");
  EXPECT_EQ(message_of(write_file(folder.path(), "x")),
            folder.path() + ": cannot be written: is a directory");
}

TEST(WriteFile, AFileThatIsProtectedIsNotReplaced) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write every file";
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/a";
  make_file(path, "old");
  ASSERT_EQ(chmod(path.c_str(), 0444), 0);
  EXPECT_EQ(message_of(write_file(path, "new")),
            path +
                ": cannot be written: permission denied; check that you may write there, and "
                "make new files in that folder");
  EXPECT_EQ(content_of(path), "old");
}

TEST(WriteFile, DevicesAreWrittenInPlace) {
  if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(message_of(write_file("/dev/full", "x")),
            "/dev/full: cannot be written: no space left on device");
  EXPECT_EQ(message_of(write_file("/dev/null", "x")), "no error");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const TemporaryFolder folder;
  fs::create_symlink("/dev/full", folder.path() + "/link");
  EXPECT_FALSE(write_file(folder.path() + "/link", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(WriteFile, PipesAreWrittenInPlace) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  auto read = std::async(std::launch::async, [&] { return content_of(path); });
  EXPECT_EQ(message_of(write_file(path, "text")), "no error");
  EXPECT_EQ(read.get(), "text");
  EXPECT_TRUE(fs::is_fifo(path));
}

// As a shell does that sends several programs' output to one file.
TEST(WriteFile, OpenFilesAreContinued) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/a";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(write(file, "1", 1), 1);
  EXPECT_EQ(message_of(write_file("/dev/fd/" + std::to_string(file), "2")), "no error");
  ASSERT_EQ(write(file, "3", 1), 1);
  close(file);
  EXPECT_EQ(content_of(path), "123");
  EXPECT_EQ(message_of(write_file("/dev/fd/" + std::to_string(file), "2")),
            "/dev/fd/" + std::to_string(file) + ": cannot be written: bad file descriptor");
}

TEST(CheckWritable, SaysBeforeWhatWritingWouldSay) {
  const TemporaryFolder folder;
  const std::string old = folder.path() + "/old.html";
  make_file(old, "old");
  EXPECT_TRUE(check_writable(old));
  EXPECT_TRUE(check_writable(folder.path() + "/new.html"));
  EXPECT_TRUE(check_writable("/dev/null"));
  for (const std::string& path : {folder.path(), folder.path() + "/none/new.html"}) {
    EXPECT_EQ(message_of(check_writable(path)), message_of(write_file(path, "new"))) << path;
    EXPECT_FALSE(check_writable(path)) << path;
  }
  EXPECT_EQ(content_of(old), "old");
  EXPECT_THAT(names_in(folder.path()), ElementsAre("old.html"));
}

}  // namespace write_file_test
}  // namespace treering::hw::io
