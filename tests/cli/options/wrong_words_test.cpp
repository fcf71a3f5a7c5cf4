// Options that take a word of a list: every error names the option, what was found and what was
// expected.
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"

namespace treering::cli {
namespace wrong_words_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(WrongWords, BeginWithTheirOptionInEveryCommand) {
  for (const auto& [line, option] :
       {std::pair("predict dgx-h100 -d foo", "--datatype"),
        std::pair("predict dgx-h100 --op foo", "--op"),
        std::pair("predict dgx-h100 --proto foo", "--proto"),
        std::pair("predict dgx-h100 --model foo", "--model"),
        std::pair("predict dgx-h100 --format foo", "--format"),
        std::pair("predict dgx-h100 --channels foo", "--channels"),
        std::pair("doctor dgx-h100 --format csv", "--format"),
        std::pair("explain dgx-h100 -c tuned", "--collective"),
        std::pair("import -c foo examples/alps-sockets.csv", "--collective"),
        std::pair("export dgx-h100 --to foo", "--to"),
        std::pair("convert dgx-h100 - --to foo", "--to"), std::pair("list foo", "list"),
        std::pair("completion foo", "completion")}) {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, 2) << line;
    EXPECT_THAT(outcome.err, StartsWith(fmt::format("treering: {}: ", option))) << line;
    EXPECT_THAT(outcome.err, HasSubstr(", expected ")) << line;
  }
}

}  // namespace wrong_words_test
}  // namespace treering::cli
