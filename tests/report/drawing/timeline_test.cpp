#include "report/drawing/timeline.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "report/drawing/sheet.h"
#include "tests/report/drawing/picture_properties.h"

namespace treering::report::drawing {
namespace timeline_test {

using ::testing::HasSubstr;
using ::testing::Not;

/// Four ranks that send around a ring, and two links.
Timeline ring() {
  Timeline timeline;
  timeline.end_us = 80;
  for (int rank = 0; rank < 4; ++rank) {
    Track track{"rank " + std::to_string(rank) + ", channel 0", {}};
    const double start = rank * 2.5;
    track.bars = {{start, start + 15, "chunk 0", Deed::Sends},
                  {start + 15, start + 20, "", Deed::Waits},
                  {start + 20, start + 35, "chunk 3", Deed::Combines},
                  {start + 35, start + 36, "chunk 2", Deed::Posts},
                  {start + 40, start + 70, "chunk 2, all of it", Deed::Copies}};
    timeline.tracks.push_back(std::move(track));
  }
  timeline.links = {{"GPU 0 to NVSwitch 0", {{0, 20, 1}, {20, 40, 0.5}}}, {"NIC 0 out", {}}};
  return timeline;
}

std::vector<Box> boxes_of(const Picture& picture, Role role) {
  std::vector<Box> boxes;
  std::ranges::copy_if(picture.boxes, std::back_inserter(boxes),
                       [role](const Box& box) { return box.role == role && !box.tip.empty(); });
  return boxes;
}

bool has_label(const Picture& picture, const std::string& text) {
  return std::ranges::any_of(picture.labels,
                             [&](const Label& label) { return label.text == text; });
}

void expect_readable(const Picture& picture, const std::string& what) {
  expect_within(picture, what);
  expect_apart(picture, what);
  expect_texts_in_place(picture, what);
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(to_svg(picture).c_str())) << what;
}

TEST(Timeline, IsReadable) {
  expect_readable(timeline_picture(ring(), {"all_reduce", "ring on 4 GPUs"}), "ring");
  expect_readable(timeline_picture({}, {"nothing", ""}), "nothing");
}

// 960 pixels are 80 us: 12 pixels each.
TEST(Timeline, BarsAreAsLongAsTheirTimes) {
  const Picture picture = timeline_picture(ring(), {"all_reduce", ""});
  const std::vector<Box> sent = boxes_of(picture, Role::Gpu);
  ASSERT_EQ(sent.size(), 4U);
  EXPECT_EQ(sent[0].area.width, 180);
  EXPECT_EQ(sent[3].area.x - sent[0].area.x, 90);
  EXPECT_EQ(sent[1].tip, "rank 1, channel 0: chunk 0, sends: 2.50 us to 17.50 us");
  EXPECT_TRUE(has_label(picture, "chunk 0"));
  // A bar of 12 pixels holds no label.
  EXPECT_FALSE(has_label(picture, "chunk 2"));
}

TEST(Timeline, LinksAreAsHighAsTheyAreBusy) {
  const Picture picture = timeline_picture(ring(), {"all_reduce", ""});
  const std::vector<Box> busy = boxes_of(picture, Role::NvSwitch);
  ASSERT_EQ(busy.size(), 2U);
  EXPECT_EQ(busy[0].area.height, 2 * busy[1].area.height);
  EXPECT_EQ(busy[0].area.bottom(), busy[1].area.bottom());
  EXPECT_EQ(busy[1].tip, "GPU 0 to NVSwitch 0: 50 %, 20.00 us to 40.00 us");
  // 20 x 1 + 20 x 0.5 of 80 us
  EXPECT_TRUE(has_label(picture, "38 %"));
  EXPECT_TRUE(has_label(picture, "0 %"));
}

TEST(Timeline, ManyShortBarsAreOne) {
  Timeline timeline;
  timeline.end_us = 1000;
  Track track{"rank 0", {}};
  LinkRow link{"link", {}};
  for (int i = 0; i < 100000; ++i) {
    const double from = i * 0.01;
    track.bars.push_back({from, from + 0.01, "x", i % 3 == 0 ? Deed::Sends : Deed::Combines});
    link.busy.push_back({from, from + 0.01, i % 2 == 0 ? 1.0 : 0.5});
  }
  timeline.tracks = {track};
  timeline.links = {link};
  const Picture picture = timeline_picture(timeline, {"many", ""});
  EXPECT_LT(picture.boxes.size(), 2100U);
  EXPECT_TRUE(boxes_of(picture, Role::Gpu).empty());
  EXPECT_THAT(picture.boxes.front().tip, HasSubstr("104 steps"));
  EXPECT_TRUE(has_label(picture, "75 %"));
}

TEST(Timeline, TheLegendHasWhatOccurs) {
  const Picture all = timeline_picture(ring(), {"all_reduce", ""});
  for (const char* name : {"sends", "combines", "copies", "leaves it to the network", "waits"}) {
    EXPECT_TRUE(has_label(all, name)) << name;
  }
  Timeline one;
  one.end_us = 1;
  one.tracks = {{"rank 0", {{0, 1, "", Deed::Sends}}}};
  EXPECT_FALSE(has_label(timeline_picture(one, {"one", ""}), "waits"));
}

// Only a picture with a scale has its colours, so that others stay as they are.
TEST(Timeline, TheScaleHasColoursForLightAndDark) {
  const std::string svg = to_svg(timeline_picture(ring(), {"all_reduce", ""}));
  EXPECT_THAT(svg, HasSubstr("class=\"grid\" fill=\"none\" stroke=\"#d5dae1\""));
  EXPECT_THAT(svg, HasSubstr(".grid{stroke:#30363d}"));
  EXPECT_THAT(to_svg({}), Not(HasSubstr("grid")));
}

}  // namespace timeline_test
}  // namespace treering::report::drawing
