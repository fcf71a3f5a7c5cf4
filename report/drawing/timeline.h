// A timeline as a picture, and the scale of its times.
#pragma once

#include <string>
#include <vector>

#include "report/drawing/sheet.h"

namespace treering::report::drawing {

// The scale of a timeline: which times have a mark, and how they are written.

struct TimeMark {
  double at_us = 0;
  std::string text;  // the number alone
};

struct TimeScale {
  std::string unit;  // "us", "ms", "s": the one of all numbers
  std::vector<TimeMark> marks;
};

/// 5 to 11 marks from 0 to `end_us`, a round number of units apart (1, 2 or 5 times a power of
/// ten). Only 0 where there is no time.
TimeScale time_scale(double end_us);

// What happened when, as a picture: a row of bars for each of those who did something, and below
// them how busy each link was.

/// Sets the colour of a bar.
enum class Deed { Sends, Combines, Copies, Posts, Waits };

struct Bar {
  double from_us = 0;
  double to_us = 0;
  std::string label;  // written where it fits; shown with the times in any case
  Deed deed = Deed::Sends;
};

struct Track {
  std::string name;
  std::vector<Bar> bars;  // in ascending order, without overlap
};

struct Busy {
  double from_us = 0;
  double to_us = 0;
  double share = 0;  // of the link's rate: 0 to 1
};

struct LinkRow {
  std::string name;
  std::vector<Busy> busy;  // likewise; between them it is idle
};

struct Timeline {
  std::vector<Track> tracks;
  std::vector<LinkRow> links;
  double end_us = 0;  // of the scale; no bar ends later
};

/// Bars that begin and end within a pixel are drawn as one, in the colour of the longest of them.
Picture timeline_picture(const Timeline& timeline, const Heading& heading);

}  // namespace treering::report::drawing
