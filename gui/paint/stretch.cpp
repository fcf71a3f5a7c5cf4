#include "gui/paint/stretch.h"

namespace treering::gui::paint {
namespace {

using report::drawing::Area;
using report::drawing::Box;
using report::drawing::Label;
using report::drawing::Picture;

double middle_of(const Area& area) {
  return area.y + area.height / 2;
}

/// A plate is as high as its text, in the middle of where it was.
void stretch(Box& box, double factor) {
  const double middle = middle_of(box.area) * factor;
  if (box.role != report::drawing::Role::Plate) box.area.height *= factor;
  box.area.y = middle - box.area.height / 2;
}

bool is_in(const Label& label, const Area& room) {
  return !room.is_empty() && label.at.y >= room.y && label.at.y <= room.bottom() &&
         label.at.x >= room.x && label.at.x <= room.right();
}

/// Details follow the name whose room they are in.
void stretch(std::vector<Label>& labels, double factor) {
  Area room;  // of the last name, as it was
  for (Label& label : labels) {
    if (!label.room.is_empty()) room = label.room;
    const bool is_in_box = is_in(label, room) && !label.is_on_plate;
    const double middle = middle_of(is_in_box ? room : area_of(label));
    label.at.y += middle * (factor - 1);
    label.room.y *= factor;
    label.room.height *= factor;
  }
}

}  // namespace

Picture stretched(Picture picture, double factor) {
  if (!picture.cells.empty()) return picture;
  for (Box& box : picture.boxes) stretch(box, factor);
  for (report::drawing::Line& line : picture.lines) {
    for (report::drawing::Point& point : line.points) point.y *= factor;
  }
  stretch(picture.labels, factor);
  picture.height *= factor;
  return picture;
}

}  // namespace treering::gui::paint
