#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "hw/io/files.h"
#include "tests/support/temporary_folder.h"

namespace treering::hw::io {
namespace file_stamp_test {

namespace fs = std::filesystem;

class FileStampTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::string path = folder_.path() + "/" + name;
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  support::TemporaryFolder folder_;
};

TEST_F(FileStampTest, StaysWhileTheFileDoes) {
  const std::string path = write("a", "text");
  const auto stamp = stamp_of(path);
  ASSERT_TRUE(stamp);
  EXPECT_EQ(stamp->path, path);
  EXPECT_EQ(stamp->bytes, 4U);
  EXPECT_EQ(stamp_of(path), stamp);
}

TEST_F(FileStampTest, IsAnotherOnceTheFileIsRewritten) {
  const std::string path = write("a", "text");
  const auto stamp = stamp_of(path);
  write("a", "longer text");
  EXPECT_NE(stamp_of(path), stamp);
}

TEST_F(FileStampTest, IsAnotherOnceTheFileHasAnotherTime) {
  const std::string path = write("a", "text");
  const auto stamp = stamp_of(path);
  fs::last_write_time(path, fs::last_write_time(path) - std::chrono::hours(1));
  EXPECT_NE(stamp_of(path), stamp);
}

// Of the same size and time, as a copy that keeps them.
TEST_F(FileStampTest, IsAnotherOnceAnotherFileHasTheName) {
  const std::string path = write("a", "text");
  const std::string copy = write("b", "next");
  fs::last_write_time(copy, fs::last_write_time(path));
  const auto stamp = stamp_of(path);
  fs::rename(copy, path);
  EXPECT_NE(stamp_of(path), stamp);
}

TEST_F(FileStampTest, APathWhereNothingIsHasOne) {
  const std::string path = folder_.path() + "/later";
  const auto absent = stamp_of(path);
  ASSERT_TRUE(absent);
  EXPECT_EQ(*absent, FileStamp{path});
  write("later", "");
  EXPECT_NE(stamp_of(path), absent);
}

TEST_F(FileStampTest, OfAFolderIsThatOfAllInIt) {
  const std::string path = write("machine/sys/devices/numa_node", "0");
  const std::string folder = folder_.path() + "/machine";
  const auto stamp = stamp_of(folder);
  ASSERT_TRUE(stamp);
  EXPECT_EQ(stamp_of(folder), stamp);
  write("machine/sys/devices/numa_node", "-1");
  EXPECT_NE(stamp_of(folder), stamp);
  const auto longer = stamp_of(folder);
  fs::remove(path);
  EXPECT_NE(stamp_of(folder), longer);
}

TEST_F(FileStampTest, WhatIsReadOnlyOnceHasNone) {
  EXPECT_FALSE(stamp_of("-"));
  EXPECT_FALSE(stamp_of("/dev/null"));
  const std::string pipe = folder_.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(stamp_of(pipe));
}

}  // namespace file_stamp_test
}  // namespace treering::hw::io
