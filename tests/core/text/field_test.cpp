#include "core/text/field.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace field_test {

std::optional<std::string> as_flag(std::string_view name) {
  if (name != "nodes" && name != "nics") return std::nullopt;
  return "--" + std::string(name);
}

TEST(Fields, AreSpelledWhereTheyStand) {
  EXPECT_EQ(with_fields(field("nodes"), as_flag), "--nodes");
  EXPECT_EQ(with_fields("give ⟨nodes⟩ or ⟨nics⟩, once", as_flag), "give --nodes or --nics, once");
}

TEST(Fields, WhatIsNoneStays) {
  for (const char* const text : {"", "plain", "⟨colour⟩", "⟨nodes", "nodes⟩", "⟨⟩", "a ⟩ b ⟨ c"}) {
    EXPECT_EQ(with_fields(text, as_flag), text);
  }
  EXPECT_EQ(with_fields("⟨a ⟨nodes⟩", as_flag), "⟨a --nodes");
}

TEST(Fields, TakeAsMuchRoomAsAFlag) {
  // Lines are wrapped before fields are spelled: two brackets stand for two dashes.
  EXPECT_EQ(field("nodes").size() - 2 * std::string("⟨").size() + 2, as_flag("nodes")->size());
}

}  // namespace field_test
}  // namespace treering::core
