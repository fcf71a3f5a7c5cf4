#include "report/document/page_parts.h"

#include <gtest/gtest.h>

namespace treering::report::document {
namespace page_parts_test {

TEST(PageParts, JsonEndsNoScript) {
  EXPECT_EQ(escaped_json(R"({"a": "</script><!--&"})"),
            R"({"a": "\u003c/script\u003e\u003c!--\u0026"})");
}

}  // namespace page_parts_test
}  // namespace treering::report::document
