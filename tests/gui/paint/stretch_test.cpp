#include <gtest/gtest.h>

#include "gui/paint/picture_layer.h"

namespace treering::gui::paint {
namespace stretch_test {

using report::drawing::Area;
using report::drawing::Picture;
using report::drawing::Role;

/// A box of 100 x 40 from y = 20 on, with a name and a detail in it and a rate on a line below.
Picture a_box() {
  Picture picture;
  picture.width = 200;
  picture.height = 100;
  const Area area{10, 20, 100, 40};
  picture.boxes.push_back({Role::Gpu, area, "GPU 0"});
  picture.labels.push_back({.at = {60, 38}, .text = "GPU 0", .room = area});
  picture.labels.push_back({.at = {60, 50}, .text = "H100", .size = 9});
  picture.lines.push_back({core::LinkKind::Pcie, {{60, 60}, {60, 100}}});
  report::drawing::add_plate(picture, {60, 80}, "63 GB/s");
  return picture;
}

TEST(Stretch, MakesBoxesAndWaysHigher) {
  const Picture picture = stretched(a_box(), 2);
  EXPECT_EQ(picture.height, 200);
  EXPECT_EQ(picture.width, 200);
  EXPECT_EQ(picture.boxes[0].area, (Area{10, 40, 100, 80}));
  EXPECT_EQ(picture.lines[0].points[1].y, 200);
  EXPECT_EQ(picture.lines[0].width, a_box().lines[0].width);
}

// The middle of the box moves from 40 to 80: what was 2 above and 10 below it still is.
TEST(Stretch, KeepsTheLinesOfATextTogether) {
  const Picture picture = stretched(a_box(), 2);
  EXPECT_EQ(picture.labels[0].at.y, 78);
  EXPECT_EQ(picture.labels[1].at.y, 90);
  EXPECT_EQ(picture.labels[0].room, picture.boxes[0].area);
}

// From 80 to 160, as high as it was.
TEST(Stretch, KeepsPlatesOnTheirLines) {
  const Picture before = a_box();
  const Picture picture = stretched(before, 2);
  const Area& plate = picture.boxes[1].area;
  EXPECT_EQ(plate.height, before.boxes[1].area.height);
  EXPECT_EQ(plate.y + plate.height / 2, 160);
  EXPECT_LT(plate.y, picture.labels[2].at.y);
  EXPECT_GT(plate.bottom(), picture.labels[2].at.y);
}

TEST(Stretch, LeavesPicturesWithCells) {
  Picture picture = a_box();
  picture.cells.push_back({{0, 0}, 0, 4, 2});
  EXPECT_EQ(stretched(picture, 2).height, 100);
}

}  // namespace stretch_test
}  // namespace treering::gui::paint
