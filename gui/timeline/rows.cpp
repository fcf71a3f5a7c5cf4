#include "gui/timeline/rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

namespace treering::gui::timeline {

RowList::RowList(std::vector<int> first_tracks, std::vector<int> links)
    : first_tracks_(std::move(first_tracks)), links_(std::move(links)) {
  is_folded_.assign(first_tracks_.size() - 1, true);
  count_rows();
}

void RowList::count_rows() {
  first_rows_.assign(1, 0);
  for (int agent = 0; agent < agents(); ++agent) {
    const int tracks = tracks_of(agent);
    const int rows = tracks < 2 ? tracks : is_folded(agent) ? 1 : tracks + 1;
    first_rows_.push_back(first_rows_.back() + rows);
  }
}

int RowList::count() const {
  return first_rows_.back() + static_cast<int>(links_.size());
}

Row RowList::at(int number) const {
  if (number >= first_rows_.back()) {
    return {RowKind::Link, links_[static_cast<std::size_t>(number - first_rows_.back())]};
  }
  const auto next = std::ranges::upper_bound(first_rows_, number);
  const int agent = static_cast<int>(next - first_rows_.begin()) - 1;
  const int in_agent = number - first_rows_[static_cast<std::size_t>(agent)];
  if (!has_folds(agent)) return {RowKind::Channel, first_track(agent)};
  if (in_agent == 0) return {RowKind::Rank, agent};
  return {RowKind::Channel, first_track(agent) + in_agent - 1};
}

std::optional<int> RowList::find(const Row& row) const {
  if (row.kind == RowKind::Link) {
    const auto place = std::ranges::find(links_, row.id);
    if (place == links_.end()) return {};
    return first_rows_.back() + static_cast<int>(place - links_.begin());
  }
  const int agent = agent_of(row);
  if (agent < 0 || agent >= agents() || tracks_of(agent) == 0) return {};
  const int first = first_rows_[static_cast<std::size_t>(agent)];
  if (row.kind == RowKind::Rank || !has_folds(agent)) return first;
  if (is_folded(agent)) return {};
  return first + 1 + row.id - first_track(agent);
}

std::optional<int> RowList::find_track(int track) const {
  const auto own = find({RowKind::Channel, track});
  return own ? own : find({RowKind::Rank, agent_of_track(track)});
}

int RowList::agent_of_track(int track) const {
  const auto next = std::ranges::upper_bound(first_tracks_, track);
  return static_cast<int>(next - first_tracks_.begin()) - 1;
}

int RowList::agent_of(const Row& row) const {
  if (row.kind == RowKind::Link) return -1;
  return row.kind == RowKind::Rank ? row.id : agent_of_track(row.id);
}

std::vector<int> RowList::tracks_in(const Row& row) const {
  if (row.kind == RowKind::Link) return {};
  if (row.kind == RowKind::Channel) return {row.id};
  std::vector<int> tracks(static_cast<std::size_t>(tracks_of(row.id)));
  std::iota(tracks.begin(), tracks.end(), first_track(row.id));
  return tracks;
}

void RowList::fold(int agent, bool is_folded) {
  is_folded_[static_cast<std::size_t>(agent)] = is_folded;
  count_rows();
}

void RowList::fold_all(bool is_folded) {
  is_folded_.assign(is_folded_.size(), is_folded);
  count_rows();
}

bool RowList::is_pinned(const Row& row) const {
  return std::ranges::find(pinned_, row) != pinned_.end();
}

void RowList::toggle_pin(const Row& row) {
  if (std::erase(pinned_, row) == 0) pinned_.push_back(row);
}

double RowsArea::most_scroll(int rows) const {
  return std::max(0.0, rows * row_height - body_height());
}

RowSpan seen_rows(const RowsArea& area, int rows) {
  const auto first = static_cast<int>(std::floor(area.scroll / area.row_height));
  const auto end =
      static_cast<int>(std::ceil((area.scroll + area.body_height()) / area.row_height));
  return {std::clamp(first, 0, rows), std::clamp(end, 0, rows)};
}

std::optional<RowHit> row_at(const RowsArea& area, const RowList& rows, double y) {
  if (y < area.top || y >= area.height) return {};
  if (y < area.body_top()) {
    const auto number = static_cast<int>((y - area.top) / area.row_height);
    return RowHit{rows.pinned()[static_cast<std::size_t>(number)],
                  area.top + number * area.row_height};
  }
  const auto number =
      static_cast<int>(std::floor((y - area.body_top() + area.scroll) / area.row_height));
  if (number < 0 || number >= rows.count()) return {};
  return RowHit{rows.at(number), area.y_of(number)};
}

double scroll_to(const RowsArea& area, int row, int rows) {
  const double top = row * area.row_height;
  const double least = top + area.row_height - area.body_height();
  double scroll = area.scroll;
  if (scroll > top) scroll = top;
  if (scroll < least) scroll = least;
  return std::clamp(scroll, 0.0, area.most_scroll(rows));
}

std::optional<Wish> wish_of(const std::string& text) {
  const char* const end = text.data() + text.size();
  Wish wish;
  const auto rank = std::from_chars(text.data(), end, wish.agent);
  if (rank.ec != std::errc() || wish.agent < 0) return {};
  if (rank.ptr == end) return wish;
  if (*rank.ptr != '/') return {};
  const auto rest = std::from_chars(rank.ptr + 1, end, wish.channel.emplace());
  if (rest.ec != std::errc() || rest.ptr != end || *wish.channel < 0) return {};
  return wish;
}

}  // namespace treering::gui::timeline
