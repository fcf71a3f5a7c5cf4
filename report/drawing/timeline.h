// What happened when, as a picture: a row of bars for each of those who did something, and below
// them how busy each link was.
#pragma once

#include <string>
#include <vector>

#include "report/drawing/sheet.h"

namespace treering::report::drawing {

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
