#include "app/convert.h"

#include <gtest/gtest.h>

namespace treering::app {
namespace convert_test {

TEST(Convert, ByFormatByEndingOrAsJson) {
  const auto xml = answer(ConvertRequest{.topology = "dgx-h100", .format = "nccl-xml"});
  ASSERT_TRUE(xml) << xml.error().message();
  EXPECT_NE(xml->text.find("<system version="), std::string::npos);
  const auto by_ending = answer(ConvertRequest{.topology = "dgx-h100", .file = "a/x.xml"});
  ASSERT_TRUE(by_ending) << by_ending.error().message();
  EXPECT_EQ(by_ending->text, xml->text);
  const auto json = answer(ConvertRequest{.topology = "dgx-h100"});
  ASSERT_TRUE(json) << json.error().message();
  EXPECT_TRUE(json->text.starts_with("{"));
}

TEST(Convert, ErrorsNameTheFileAndTheField) {
  const auto refused = answer(ConvertRequest{.topology = "dgx-h100", .file = "x.what"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "x.what");
  EXPECT_EQ(refused.error().hint, "name the format with ⟨to⟩");
  EXPECT_FALSE(answer(ConvertRequest{.topology = "dgx-h100", .format = "runes"}));
}

}  // namespace convert_test
}  // namespace treering::app
