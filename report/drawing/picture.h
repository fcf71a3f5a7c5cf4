// A drawing as a value, and which of its parts are folded.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/topology/topology.h"

namespace treering::report::drawing {

// Which parts of a picture are drawn one by one, where else one box stands for all that are alike.

enum class FoldKind {
  Leaves,    // leaf switches of a cluster, with their nodes
  Nodes,     // below a leaf switch: `of` is its number
  Devices,   // below the device `of`
  Hosts,     // all that a machine spans
  Host,      // drawn in full: its number; without any it is the first
  Switches,  // of a level of a fabric: `of` is its number
};

struct Fold {
  FoldKind kind = FoldKind::Leaves;
  int of = 0;
  auto operator<=>(const Fold&) const = default;
};

using Unfolded = std::set<Fold>;

/// With `fold`, where it was not there, else without. Only one host is drawn in full.
Unfolded toggled(Unfolded unfolded, const Fold& fold);

/// Of a box that is clicked to unfold a part, or to fold it again.
struct Handle {
  Fold fold;
  bool is_unfolded = false;
};

// A drawing as a value: boxes, lines and texts at places, in pixels from the upper left corner.
// Layouts (machine_picture.h, cluster/cluster_picture.h, subnet_picture.h) make it, sheet.h writes
// it.

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
  [[nodiscard]] bool is_empty() const { return width <= 0 || height <= 0; }
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

inline constexpr int kNoNode = -1;

struct Box {
  Role role = Role::Panel;
  Area area;
  std::string tip;                          // the device in full; empty for none
  core::DeviceId device = core::kNoDevice;  // of the node that is drawn
  std::string origin = {};                  // of what the tip says
  std::vector<core::DeviceId> alike = {};   // devices that it stands for as well
  std::optional<Handle> handle = {};        // it folds, or unfolds
  int node = kNoNode;                       // of a cluster, for which it stands
  int first_of = kNoNode;                   // or the first of several nodes,
  int nodes = 0;                            // and how many these are
};

/// Nodes of a cluster side by side in rows, without boxes of their own, so that thousands of them
/// are one value.
struct Cells {
  static constexpr double kWidth = 20;
  static constexpr double kHeight = 13;
  static constexpr double kGap = 3;

  Point at;
  int first = 0;  // number of a node
  int count = 0;
  int in_row = 1;
  bool operator==(const Cells&) const = default;

  [[nodiscard]] int rows() const { return (count + in_row - 1) / in_row; }
  [[nodiscard]] Area area() const;
  /// \pre first <= node < first + count
  [[nodiscard]] Area area_of(int node) const;
  /// Its number; kNoNode where there is none.
  [[nodiscard]] int node_at(Point point) const;
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
  std::string origin = {};  // of its rate
};

/// Pixels of the smallest letters: less is not read.
inline constexpr double kLeastText = 9;

enum class Anchor { Start, Middle, End };
enum class Tone { Strong, Plain, Muted };

struct Label {
  Point at;  // on the line that letters stand on
  std::string text;
  double size = 10;  // at least kLeastText
  Anchor anchor = Anchor::Middle;
  Tone tone = Tone::Plain;
  Area room = {};  // in which it may be larger where other texts are left out; empty: none
  bool is_on_plate = false;
};

/// Title, description and legend stand on the picture, or are left to who shows it.
enum class Frame { Sheet, None };

struct Picture {
  double width = 0;
  double height = 0;
  std::string title;
  std::string description;  // for those who cannot see it
  std::vector<Box> boxes;
  std::vector<Line> lines;
  std::vector<Label> labels;
  std::vector<Cells> cells;
  /// What a node in a cell is made of, by kind of node, and the kinds of nodes that are not of the
  /// first. A kind that is not there is not shown.
  std::vector<Picture> insides;
  std::map<int, std::size_t> kind_of;

  /// Null for none.
  [[nodiscard]] const Picture* inside_of(int node) const;
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

/// Of a text on a line.
inline constexpr double kPlateHeight = 12;

/// A plate with a text in the middle of `at`, to lie on a line.
void add_plate(Picture& picture, Point at, const std::string& text);

}  // namespace treering::report::drawing
