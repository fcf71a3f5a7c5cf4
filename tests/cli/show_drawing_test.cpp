// `treering show --svg`.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace show_drawing_test {

TEST(ShowSvg, GoesToStandardOutputOrAFile) {
  const Outcome outcome = run("show pcie-4 --svg -");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, ::testing::StartsWith("<svg "));
  EXPECT_EQ(run("show pcie-4 --svg -").out, outcome.out);  // the same bytes each time
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/show.svg";
  EXPECT_EQ(run("show pcie-4 --svg " + file).out, "");
  EXPECT_EQ(std::filesystem::file_size(file), outcome.out.size());
}

}  // namespace show_drawing_test
}  // namespace treering::cli
