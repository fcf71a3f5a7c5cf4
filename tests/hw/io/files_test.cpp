#include "hw/io/files.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/standard_input.h"
#include "tests/support/temporary_folder.h"

namespace treering::hw::io {
namespace files_test {

namespace fs = std::filesystem;

/// A folder that goes away with the test.
class RealFilesTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  std::string message_of(const std::string& path, std::size_t most = 100) const {
    const auto text = files_.read(path, most);
    return text ? "no error" : text.error().message();
  }

  static std::string descriptor_path(int number) { return "/dev/fd/" + std::to_string(number); }

  support::TemporaryFolder kept_;
  fs::path folder_ = kept_.path();
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
  const std::string zero = descriptor_path(open("/dev/zero", O_RDONLY));
  EXPECT_EQ(message_of(zero, 100'000), zero + ": more than 100000 bytes; is this the right file?");
}

constexpr const char* kHint = ", expected a file; give the output of a program as -";

// Nobody writes to it: reading it would wait for ever.
TEST_F(RealFilesTest, RefusesNamedPipes) {
  const std::string path = folder_ / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(message_of(path), path + ": a named pipe" + kHint);
  const std::string link = folder_ / "link";
  fs::create_symlink(path, link);
  EXPECT_EQ(message_of(link), link + ": a named pipe" + kHint);
}

TEST_F(RealFilesTest, RefusesDevices) {
  EXPECT_EQ(message_of("/dev/zero"), std::string("/dev/zero: a device") + kHint);
  EXPECT_EQ(message_of("/dev/null"), std::string("/dev/null: a device") + kHint);
}

// As a shell's <(...) hands them over.
TEST_F(RealFilesTest, ReadsPipesThatAreOpen) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  ASSERT_EQ(::write(ends[1], "text", 4), 4);
  close(ends[1]);
  const auto text = files_.read(descriptor_path(ends[0]), 100);
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_EQ(*text, "text");
}

// The second reader gets what the first one read; another object reads for itself.
TEST_F(RealFilesTest, ReadsStandardInputMoreThanOnce) {
  EXPECT_TRUE(files_.exists("-"));
  for (const std::string text : {"one", "two"}) {
    const support::StandardInput input(support::pipe_with(text));
    const RealFiles files;
    EXPECT_EQ(files.read("-", 100).value(), text);
    EXPECT_EQ(files.read("-", 100).value(), text);
    EXPECT_FALSE(RealFiles().read("-", 100));  // nothing is left
  }
  const support::StandardInput input(open(write("file", "three").c_str(), O_RDONLY));
  EXPECT_EQ(files_.read("-", 100).value(), "three");
  EXPECT_EQ(files_.read("-", 100).value(), "three");
}

TEST_F(RealFilesTest, RefusesEmptyStandardInput) {
  const support::StandardInput input(support::pipe_with(""));
  EXPECT_EQ(message_of("-"),
            "standard input: empty, expected the output of a program; did that program fail?");
}

// Who types `treering show -` by itself would wait for ever.
TEST_F(RealFilesTest, RefusesATerminal) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || isatty(terminal) == 0) GTEST_SKIP() << "no pseudo-terminal here";
  const support::StandardInput input(terminal);
  EXPECT_EQ(message_of("-"),
            "standard input: a terminal, expected a file or the output of a program; for example "
            "nvidia-smi topo -m | treering show -");
}

TEST_F(RealFilesTest, NamesStandardInput) {
  EXPECT_EQ(shown_path("-"), "stdin");
  EXPECT_EQ(shown_path("./-"), "./-");
}

}  // namespace files_test
}  // namespace treering::hw::io
