// A drawing as a value: boxes, lines and texts at places, in pixels from the upper left corner.
// Layouts (machine_picture.h, cluster_picture.h, subnet_picture.h) make it, svg.h writes it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/topology/topology.h"

namespace treering::report::drawing {

struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

struct Area {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  bool operator==(const Area&) const = default;

  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
  [[nodiscard]] double middle() const { return x + width / 2; }
};

/// The thing that a box stands for; it sets the colours.
enum class Role {
  Panel,    // the ground that a machine stands on
  Host,     // a host of several that one machine spans
  Network,  // switches between nodes
  Cpu,
  PciSwitch,
  Gpu,
  NvSwitch,
  Nic,
  NicPort,
  Plate,  // the ground of a label on a line
};

struct Box {
  Role role = Role::Panel;
  Area area;
  std::string tip;                          // the device in full; empty for none
  core::DeviceId device = core::kNoDevice;  // of the node that is drawn
};

struct Line {
  std::optional<core::LinkKind> kind;  // none: a network of unknown kind
  std::vector<Point> points;
  double width = 1;
  std::string tip;
  bool is_over = false;                   // it passes over boxes that it does not join
  bool is_grid = false;                   // no link: a mark of a scale
  core::DeviceId from = core::kNoDevice;  // the devices that it joins, where these are two
  core::DeviceId to = core::kNoDevice;
};

enum class Anchor { Start, Middle, End };
enum class Tone { Strong, Plain, Muted };

struct Label {
  Point at;  // on the line that letters stand on
  std::string text;
  double size = 10;
  Anchor anchor = Anchor::Middle;
  Tone tone = Tone::Plain;
};

struct Picture {
  double width = 0;
  double height = 0;
  std::string title;
  std::string description;  // for those who cannot see it
  std::vector<Box> boxes;
  std::vector<Line> lines;
  std::vector<Label> labels;
};

/// Adds `part` to `whole` with its corner at `at`; `whole` keeps its size and title.
void place(const Picture& part, Point at, Picture& whole);

/// Where the letters of a label are, by the widths of text_width.h.
Area area_of(const Label& label);

/// Pixels for a link of this bandwidth: its square root, from a hair to what a box can hold.
double line_width(core::Bandwidth bandwidth);

/// "63", "31.5", "1.97": GB/s to three digits, from 100 on to whole ones.
std::string short_figure(double gb_per_s);

/// "400 GB/s", "12.8 TB/s".
std::string total_figure(core::Bandwidth bandwidth);

/// A plate with a text in the middle of `at`, to lie on a line.
void add_plate(Picture& picture, Point at, const std::string& text);

}  // namespace treering::report::drawing
