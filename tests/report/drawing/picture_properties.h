// What holds of every drawing.
#pragma once

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "report/drawing/picture.h"

namespace treering::report::drawing {

/// Whether two areas share more than their edges; half a pixel is rounding.
inline bool overlap(const Area& a, const Area& b) {
  constexpr double kRounding = 0.5;
  return a.x + kRounding < b.right() && b.x + kRounding < a.right() &&
         a.y + kRounding < b.bottom() && b.y + kRounding < a.bottom();
}

inline bool is_inside(const Area& inner, const Area& outer) {
  return inner.x >= outer.x - 0.5 && inner.y >= outer.y - 0.5 &&
         inner.right() <= outer.right() + 0.5 && inner.bottom() <= outer.bottom() + 0.5;
}

inline void expect_within(const Picture& picture, const std::string& what) {
  const Area sheet{0, 0, picture.width, picture.height};
  for (const Box& box : picture.boxes) EXPECT_TRUE(is_inside(box.area, sheet)) << what;
  for (const Line& line : picture.lines) {
    for (const Point& point : line.points) {
      EXPECT_TRUE(is_inside({point.x, point.y, 0, 0}, sheet)) << what << ": " << line.tip;
    }
  }
  for (const Label& label : picture.labels) {
    EXPECT_TRUE(is_inside(area_of(label), sheet)) << what << ": " << label.text;
    EXPECT_GE(label.size, 9) << what << ": " << label.text;  // less is not read
  }
}

inline void expect_apart(const Picture& picture, const std::string& what) {
  const auto& labels = picture.labels;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = i + 1; j < labels.size(); ++j) {
      EXPECT_FALSE(overlap(area_of(labels[i]), area_of(labels[j])))
          << what << ": '" << labels[i].text << "' and '" << labels[j].text << "'";
    }
  }
  // A box may stand in another, but not half of it.
  const auto& boxes = picture.boxes;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      const Area& a = boxes[i].area;
      const Area& b = boxes[j].area;
      EXPECT_TRUE(!overlap(a, b) || is_inside(a, b) || is_inside(b, a))
          << what << ": '" << boxes[i].tip << "' and '" << boxes[j].tip << "'";
    }
  }
}

/// Texts are in a box or clear of all boxes but grounds.
inline void expect_texts_in_place(const Picture& picture, const std::string& what) {
  for (const Label& label : picture.labels) {
    for (const Box& box : picture.boxes) {
      const Area area = area_of(label);
      EXPECT_TRUE(!overlap(area, box.area) || is_inside(area, box.area))
          << what << ": '" << label.text << "' at the edge of '" << box.tip << "'";
    }
  }
}

}  // namespace treering::report::drawing
