#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/text/quote.h"

namespace treering::core {
namespace csv_test {

TEST(CsvLine, QuotesWhatWouldEndAField) {
  EXPECT_EQ(csv_line({"a", "b,c", "d\"e", "f\ng", ""}), "a,\"b,c\",\"d\"\"e\",\"f\ng\",\n");
  EXPECT_EQ(csv_line({}), "\n");
}

TEST(CsvLine, IsNoFormulaOfASpreadsheet) {
  EXPECT_EQ(csv_line({"=1+1", "+a", "-b", "@c", "\td"}), "'=1+1,'+a,'-b,'@c,'\td\n");
  EXPECT_EQ(csv_line({"=HYPERLINK(\"http://x\")"}), "\"'=HYPERLINK(\"\"http://x\"\")\"\n");
  EXPECT_EQ(csv_line({"-1+cmd|' /C x'!A0", "-inf"}), "'-1+cmd|' /C x'!A0,'-inf\n");
}

TEST(CsvLine, LeavesNumbersAndOtherTexts) {
  EXPECT_EQ(csv_line({"-1", "-0.25", "+3", "-1e-9", "1e999", "a=b", "'tis"}),
            "-1,-0.25,+3,-1e-9,1e999,a=b,'tis\n");
}

RC_GTEST_PROP(CsvProperty, MarkedTextsComeBack, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::element('\'', '=', '+', '-', '@', '1', '.', 'a', 'e'));
  const std::string line = csv_line({text});
  const std::string field = line.substr(0, line.size() - 1);
  RC_ASSERT(without_text_mark(field) == text);
  // Nothing but a number begins as a formula does: what is marked twice is marked at all.
  RC_ASSERT(csv_line({field}).substr(0, 1) != "=");
}

}  // namespace csv_test
}  // namespace treering::core
