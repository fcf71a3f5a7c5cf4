#include "hw/io/files.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace treering::hw {
namespace {

namespace fs = std::filesystem;

/// A folder that goes away with the test.
class RealFilesTest : public testing::Test {
 protected:
  RealFilesTest()
      : folder_(fs::path(testing::TempDir()) /
                (std::string("treering_files_") +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~RealFilesTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  std::string message_of(const std::string& path, std::size_t most = 100) const {
    const auto text = files_.read(path, most);
    return text ? "no error" : text.error().message();
  }

  fs::path folder_;
  RealFiles files_;
};

TEST_F(RealFilesTest, ReadsEveryByte) {
  const std::string text("a\r\n\0b\xff", 6);
  const std::string path = write("bytes", text);
  EXPECT_TRUE(files_.exists(path));
  EXPECT_EQ(files_.read(path, 6).value(), text);
  EXPECT_EQ(files_.read(write("none", ""), 6).value(), "");
}

TEST_F(RealFilesTest, SaysWhatIsNoFile) {
  const std::string absent = folder_ / "absent";
  EXPECT_FALSE(files_.exists(absent));
  EXPECT_EQ(message_of(absent), absent + ": file not found");
  EXPECT_EQ(message_of(folder_), folder_.string() + ": a directory, expected a file");
  EXPECT_EQ(message_of(write("file", "x") + "/below"),
            (folder_ / "file/below").string() + ": file not found");
}

TEST_F(RealFilesTest, RefusesWhatIsTooLarge) {
  const std::string path = write("large", std::string(7, 'x'));
  EXPECT_EQ(message_of(path, 6), path + ": 7 bytes, more than 6; is this the right file?");
  // Has no size and no end.
  EXPECT_EQ(message_of("/dev/zero", 100'000),
            "/dev/zero: more than 100000 bytes; is this the right file?");
}

}  // namespace
}  // namespace treering::hw
