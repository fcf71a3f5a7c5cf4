#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "core/json/values.h"

namespace treering::core {
namespace pointer_test {

using Json = nlohmann::ordered_json;

TEST(JsonPointer, EscapesKeys) {
  EXPECT_EQ(pointer_to("", "a"), "/a");
  EXPECT_EQ(pointer_to("/a", "m~n/o"), "/a/m~0n~1o");
}

TEST(JsonPointer, IsShownAsTextOfOneLine) {
  EXPECT_EQ(shown_pointer(""), "/");
  EXPECT_EQ(shown_pointer("/a\nb\xff"), "/a?b?");
}

TEST(JsonPointer, IsShortenedInTheMiddle) {
  std::string deep;
  for (int i = 0; i < 64; ++i) deep = pointer_to(deep, "node");
  // 50 bytes of each end are kept; "/node" has 5.
  EXPECT_EQ(shown_pointer(deep), deep.substr(0, 50) + "..." + deep.substr(270));
  // Two-byte characters are not cut: an odd byte before them shifts their boundaries.
  std::string umlauts = "/";
  for (int i = 0; i < 100; ++i) umlauts += "\xC3\xA4";
  EXPECT_EQ(shown_pointer(umlauts), umlauts.substr(0, 49) + "..." + umlauts.substr(151));
}

constexpr std::string_view kText = R"( {"a": [1, {"b": "x]}\"", "c": [[], {}, -2.5e3]}],
  "m~n/o" : {"\u00e4": null, "": true}, "last": false})";

/// The rest of kText from the place of `pointer` on.
std::string found(std::string_view pointer) {
  const std::size_t at = find_in_json(kText, pointer);
  return std::string(kText.substr(at, std::min(kText.find_first_of(",}]", at), kText.size()) - at));
}

TEST(JsonPlace, IsThatOfTheValue) {
  EXPECT_EQ(find_in_json(kText, ""), 1U);
  EXPECT_EQ(found("/a/0"), "1");
  EXPECT_EQ(found("/a/1/c/2"), "-2.5e3");
  EXPECT_EQ(found("/m~0n~1o/\xC3\xA4"), "null");
  EXPECT_EQ(found("/m~0n~1o/"), "true");
  EXPECT_EQ(found("/last"), "false");
}

TEST(JsonPlace, IsThatOfTheInnermostValueWhereThereIsNone) {
  EXPECT_EQ(find_in_json(kText, "/a/1/c/3"), find_in_json(kText, "/a/1/c"));
  EXPECT_EQ(find_in_json(kText, "/a/x"), find_in_json(kText, "/a"));
  EXPECT_EQ(find_in_json(kText, "/last/0"), find_in_json(kText, "/last"));
  EXPECT_EQ(find_in_json(kText, "/b"), 1U);
  EXPECT_EQ(find_in_json("[]", "/0"), 0U);
  EXPECT_EQ(find_in_json("\xEF\xBB\xBF{}", ""), 3U);
}

/// The pointer of every value of a text leads to where the parser reads the value.
void expect_places(const std::string& text, const Json& value, const std::string& pointer) {
  const std::size_t at = find_in_json(text, pointer);
  RC_ASSERT(at < text.size());
  const std::string written = value.dump();
  RC_ASSERT(text.compare(at, written.size(), written) == 0);
  for (const auto& [key, inner] : value.items()) {
    if (value.is_structured()) expect_places(text, inner, pointer_to(pointer, key));
  }
}

Json arbitrary_json(int depth) {
  const int kind = *rc::gen::inRange(0, depth == 0 ? 4 : 6);
  if (kind == 0) return nullptr;
  if (kind == 1) return *rc::gen::inRange(-1000, 1000);
  if (kind == 2) return *rc::gen::element(0.5, -1e30, 3e-9);
  const auto text = [] {
    return *rc::gen::element<std::string>("", "a", "}]", "\"\\", "~/", "\n");
  };
  if (kind == 3) return text();
  Json result = kind == 4 ? Json::array() : Json::object();
  for (int n = *rc::gen::inRange(0, 4); n > 0; --n) {
    if (kind == 4) {
      result.push_back(arbitrary_json(depth - 1));
    } else {
      result[text()] = arbitrary_json(depth - 1);
    }
  }
  return result;
}

RC_GTEST_PROP(JsonPlace, HoldsForAllValues, ()) {
  const Json json = arbitrary_json(4);
  expect_places(json.dump(), json, "");
}

// With text that is not JSON, the search must stay within the text.
RC_GTEST_PROP(JsonPlace, StaysInAnyText, (const std::string& text)) {
  RC_ASSERT(find_in_json(text, "/0/a/1") <= text.size());
}

RC_GTEST_PROP(JsonPlace, StaysInBrokenJson, ()) {
  const std::string text = arbitrary_json(4).dump();
  const auto length = *rc::gen::inRange<std::size_t>(0, text.size());
  RC_ASSERT(find_in_json(std::string_view(text).substr(0, length), "/1/a/0") <= length);
}

}  // namespace pointer_test
}  // namespace treering::core
