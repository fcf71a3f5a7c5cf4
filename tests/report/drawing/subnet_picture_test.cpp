#include "report/drawing/subnet_picture.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "hw/fabric/readers/formats.h"
#include "report/drawing/sheet.h"
#include "tests/report/drawing/picture_properties.h"
#include "tests/support/subnet_text.h"

namespace treering::report::drawing {
namespace subnet_picture_test {

Picture picture_of(const std::string& text, const Unfolded& unfolded = {}) {
  const auto read = hw::fabric::readers::read_ibnetdiscover(text, "net.txt");
  return subnet_picture(read->graph, hw::fabric::analysis::fabric_of(read->graph, "net.txt"),
                        {"net.txt", ""}, unfolded);
}

void expect_readable(const Picture& picture, const std::string& what) {
  expect_within(picture, what);
  expect_apart(picture, what);
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(to_svg(picture).c_str())) << what;
}

std::string labels_of(const Picture& picture) {
  std::string all;
  for (const Label& label : picture.labels) all += label.text + "\n";
  return all;
}

TEST(SubnetPicture, OfRails) {
  // 2 groups of 2 leaves with 4 hosts each; every leaf has a cable to each of 2 spines.
  const Picture picture = picture_of(test::subnet_text({{4, 4}, {1, 2}, {1, 1}, 2}));
  expect_readable(picture, "rails");
  const std::string labels = labels_of(picture);
  for (const char* leaf : {"sw1-0", "sw1-3", "sw2-0", "sw2-1"}) {
    EXPECT_THAT(labels, ::testing::HasSubstr(leaf));
  }
  EXPECT_THAT(labels, ::testing::HasSubstr("4 hosts\nnode0000 to node0003\n"));
  EXPECT_THAT(labels, ::testing::HasSubstr("8 cables, 400 GB/s"));  // 4 x 2 of 50 GB/s
}

TEST(SubnetPicture, ManyAreOne) {
  const test::FatTreePlan plan{{40, 250}, {1, 20}, {1, 1}, 1};
  const Picture picture = picture_of(test::subnet_text(plan));
  expect_readable(picture, "10,000 hosts");
  EXPECT_LT(picture.boxes.size(), 20U);
  EXPECT_THAT(labels_of(picture), ::testing::HasSubstr("250 switches\neach 40 down, 20 up\n"));
  EXPECT_THAT(labels_of(picture), ::testing::HasSubstr("10000 hosts"));
}

TEST(SubnetPicture, ManyOneByOne) {
  const test::FatTreePlan plan{{8, 40}, {1, 20}, {1, 1}, 1};
  const std::string text = test::subnet_text(plan);
  const Fold leaves{FoldKind::Switches, 0};
  const auto has_handle = [&](const Box& box) { return box.handle && box.handle->fold == leaves; };
  const Picture folded = picture_of(text);
  EXPECT_EQ(std::ranges::count_if(folded.boxes, has_handle), 1);
  const Picture picture = picture_of(text, {leaves});
  expect_readable(picture, "40 leaves");
  const std::string labels = labels_of(picture);
  for (int i = 0; i < 40; ++i) {
    EXPECT_THAT(labels, ::testing::HasSubstr("sw1-" + std::to_string(i) + "\n"));
  }
  // In rows, as cells of nodes are: 8 of them side by side, and no wider than that.
  std::set<double> rows;
  for (const Box& box : picture.boxes) {
    if (box.tip.starts_with("sw1-")) rows.insert(box.area.y);
  }
  EXPECT_EQ(rows.size(), 5U);
  EXPECT_LT(picture.width, 1200);
  EXPECT_THAT(labels, ::testing::HasSubstr("320 hosts"));
  const auto handle = std::ranges::find_if(picture.boxes, has_handle);
  ASSERT_NE(handle, picture.boxes.end());
  EXPECT_TRUE(handle->handle->is_unfolded);
}

// The order of the text is that of the switch's ports.
TEST(SubnetPicture, HostsAreFromTheLowestToTheHighest) {
  const Picture picture = picture_of(
      "Switch 8 \"S1\"\n[1] \"h1\"[1] # \"n45 mlx5_0\" lid 1 4xNDR\n"
      "[2] \"h2\"[1] # \"n9 mlx5_0\" lid 2 4xNDR\n[3] \"h3\"[1] # \"n26 mlx5_0\" lid 3 4xNDR\n");
  EXPECT_THAT(labels_of(picture), ::testing::ContainsRegex("n9(\n| )to n45"));
}

TEST(SubnetPicture, OfAShortText) {
  expect_readable(picture_of("Switch 8 \"S1\"\n[1] \"h1\"[1]\n[2] \"h2\"[1]\n"), "one switch");
}

}  // namespace subnet_picture_test
}  // namespace treering::report::drawing
