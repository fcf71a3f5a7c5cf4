#include "hw/formats/quoted_document.h"

#include <gtest/gtest.h>

#include "hw/formats/format.h"

namespace treering::hw::formats {
namespace {

constexpr const char* kSystem = "<system version=\"1\">\n  <cpu numaid=\"0\"/>\n</system>";

TEST(QuotedDocument, XmlBehindASentenceAndAFence) {
  const auto found =
      quoted_document(std::string("This is my file:\n```xml\n") + kSystem + "\n```\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, std::string("\n\n") + kSystem);
  EXPECT_EQ(recognise(*found)->name, "nccl-xml");
}

TEST(QuotedDocument, XmlWithoutItsEnd) {
  const auto found = quoted_document("Cut:\n<topology version=\"2.0\">\n  <object");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, "\n<topology version=\"2.0\">\n  <object");
}

TEST(QuotedDocument, JsonBetweenFences) {
  const auto found =
      quoted_document("Results:\n```\nnot this\n```\n```json\n{\"version\": 1}\n```\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, "\n\n\n\n\n{\"version\": 1}\n");
}

TEST(QuotedDocument, OtherTextsHoldNone) {
  EXPECT_FALSE(quoted_document("<b>bold</b>\n<systemd>\nGPU0 GPU1\n```\ntext\n```\n"));
  EXPECT_FALSE(quoted_document(""));
}

}  // namespace
}  // namespace treering::hw::formats
