// docs/atlas is what `treering expect --all docs/atlas` writes, and no more than 1 MB.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace atlas_test {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* kAtlas = "docs/atlas";

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Atlas, IsUpToDate) {
  if (test::kIsSanitized) GTEST_SKIP() << "takes long";
  const support::TemporaryFolder folder;
  const Outcome outcome = run("expect --all " + folder.path() + "/atlas");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::size_t pages = 0;
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder.path() + "/atlas")) {
    const fs::path name = entry.path().filename();
    EXPECT_EQ(text_of(entry.path()), text_of(kAtlas / name))
        << name << " is made anew by: treering expect --all docs/atlas";
    ++pages;
    bytes += entry.file_size();
  }
  EXPECT_GT(pages, 30U);
  EXPECT_LE(bytes, 1'000'000U);
  for (const auto& entry : fs::directory_iterator(kAtlas)) {
    EXPECT_TRUE(fs::exists(folder.path() / fs::path("atlas") / entry.path().filename()))
        << entry.path() << " is of no machine";
  }
}

TEST(Atlas, StandsAlone) {
  EXPECT_THAT(run("expect").err, HasSubstr("TOPOLOGY missing"));
  EXPECT_EQ(run("expect").exit_code, 2);
  EXPECT_THAT(run("expect dgx-h100 --all nowhere").err, HasSubstr("expected it alone"));
  EXPECT_THAT(run("expect --all nowhere --nodes 2").err, HasSubstr("expected it alone"));
}

}  // namespace atlas_test
}  // namespace treering::cli
