// `treering show --svg`.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"

namespace treering::cli {
namespace show_drawing_test {

TEST(ShowSvg, GoesToStandardOutputOrAFile) {
  const Outcome outcome = run("show pcie-4 --svg -");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, ::testing::StartsWith("<svg "));
  EXPECT_EQ(run("show pcie-4 --svg -").out, outcome.out);  // the same bytes each time
  const auto file = std::filesystem::temp_directory_path() / "treering-show.svg";
  EXPECT_EQ(run("show pcie-4 --svg " + file.string()).out, "");
  EXPECT_EQ(std::filesystem::file_size(file), outcome.out.size());
  std::filesystem::remove(file);
}

TEST(ShowSvg, IsOneForm) {
  EXPECT_EQ(run("show pcie-4 --svg a --format json").err,
            "treering: --svg: given together with --format, expected one of the two\n");
  EXPECT_EQ(run("show pcie-4 --svg a -o b").exit_code, 2);
  EXPECT_EQ(run("show pcie-4 --tree --format json").exit_code, 2);
}

}  // namespace show_drawing_test
}  // namespace treering::cli
