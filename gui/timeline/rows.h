// Which rows there are, one below the other, and which of them are seen.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace treering::gui::timeline {

enum class RowKind : std::uint8_t {
  Rank,     // all channels of an agent together
  Channel,  // a track
  Link,
};

struct Row {
  RowKind kind = RowKind::Rank;
  int id = 0;  // of the agent, the track or the link
  auto operator<=>(const Row&) const = default;
};

/// A row for each agent, unfolded one more for each of its tracks; an agent with one track has only
/// that. Then the links.
class RowList {
 public:
  RowList() = default;
  /// \param first_tracks by agent, and one more: tracks of an agent are consecutive
  RowList(std::vector<int> first_tracks, std::vector<int> links);

  int count() const;
  Row at(int number) const;
  /// Nothing: it is folded away, or there is none.
  std::optional<int> find(const Row& row) const;
  /// The track's row, or that of its agent where it is folded.
  std::optional<int> find_track(int track) const;
  int agent_of_track(int track) const;
  /// -1 for links.
  int agent_of(const Row& row) const;
  int agents() const { return static_cast<int>(is_folded_.size()); }
  int first_track(int agent) const { return first_tracks_[static_cast<std::size_t>(agent)]; }
  int tracks_of(int agent) const { return first_track(agent + 1) - first_track(agent); }
  /// Those of a row; nothing for links.
  std::vector<int> tracks_in(const Row& row) const;

  bool has_folds(int agent) const { return tracks_of(agent) > 1; }
  bool is_folded(int agent) const { return is_folded_[static_cast<std::size_t>(agent)]; }
  void fold(int agent, bool is_folded);
  void fold_all(bool is_folded);

  /// Kept at the top, in the order in which they were pinned.
  const std::vector<Row>& pinned() const { return pinned_; }
  bool is_pinned(const Row& row) const;
  void toggle_pin(const Row& row);

 private:
  void count_rows();

  std::vector<int> first_tracks_{0};
  std::vector<int> links_;
  std::vector<bool> is_folded_;     // by agent
  std::vector<int> first_rows_{0};  // by agent, and one more: there the links begin
  std::vector<Row> pinned_;
};

/// Where rows are in a widget, in pixels: pinned ones from `top` on, the others scroll below them.
struct RowsArea {
  double top = 0;
  double height = 0;  // of the widget
  double row_height = 20;
  int pinned = 0;
  double scroll = 0;

  double body_top() const { return top + pinned * row_height; }
  double body_height() const { return height > body_top() ? height - body_top() : 0; }
  double most_scroll(int rows) const;
  /// Of an unpinned row; it may be above body_top().
  double y_of(int row) const { return body_top() + row * row_height - scroll; }
  bool operator==(const RowsArea&) const = default;
};

/// From `first` to before `end`.
struct RowSpan {
  int first = 0;
  int end = 0;
  bool operator==(const RowSpan&) const = default;
};
RowSpan seen_rows(const RowsArea& area, int rows);

/// The row there, if any. Its `y` is where it begins.
struct RowHit {
  Row row;
  double y = 0;
};
std::optional<RowHit> row_at(const RowsArea& area, const RowList& rows, double y);
/// How far to scroll so that the row is seen, with as little movement as can be.
double scroll_to(const RowsArea& area, int row, int rows);

/// What "17" or "17/3" asks for: an agent, and the number of a channel.
struct Wish {
  int agent = 0;
  std::optional<int> channel;
  bool operator==(const Wish&) const = default;
};
/// Nothing where the text is neither.
std::optional<Wish> wish_of(const std::string& text);

}  // namespace treering::gui::timeline
