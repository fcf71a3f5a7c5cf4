#include <gtest/gtest.h>

#include "core/text/quote.h"

namespace treering::core {
namespace shell_test {

TEST(Shell, AShellReadsAValueAsOneWord) {
  EXPECT_EQ(shell_quoted("a;b"), "'a;b'");
  EXPECT_EQ(shell_quoted("it's $(x)"), "'it'\\''s $(x)'");
}

TEST(Shell, PlainWordsNeedNoQuotes) {
  EXPECT_EQ(shell_word("runs/a_1.log"), "runs/a_1.log");
  EXPECT_EQ(shell_word("NCCL_ALGO=Ring,Tree"), "NCCL_ALGO=Ring,Tree");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$(x)"), "'$(x)'");
  EXPECT_EQ(shell_word("ä"), "'ä'");
}

}  // namespace shell_test
}  // namespace treering::core
