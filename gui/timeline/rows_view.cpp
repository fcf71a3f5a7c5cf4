#include "gui/timeline/rows_view.h"

#include <QEvent>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>

namespace treering::gui::timeline {
namespace {

constexpr double kAxisHeight = 22;
constexpr double kRowHeight = 20;
constexpr double kNamesWidth = 190;   // pixels
constexpr int kRowsAround = 12;       // that are found too, so that they are there when scrolled to
constexpr int kUnfoldedAtFirst = 64;  // tracks

}  // namespace

RowsView::RowsView(const Shared& shared, QWidget* parent)
    : QWidget(parent),
      selection_(shared.selection),
      clock_(shared.clock),
      asker_(*this, [this](const Batch& batch) { take(batch); }) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(200, 70);  // a sentence below may take two lines
  setAccessibleName(tr("Timeline: what ranks do, and how busy links are"));
  connect(&clock_, &models::Clock::moved, this, &RowsView::follow);
  connect(&clock_, &models::Clock::stateChanged, this, qOverload<>(&QWidget::update));
  connect(&selection_, &models::Selection::changed, this, &RowsView::take_selection);
}

void RowsView::setRun(std::shared_ptr<const Run> run, const QString& why) {
  asker_.cancel();
  run_ = std::move(run);
  why_ = why;
  picture_ = {};  // of another run
  batch_ = {};
  busy_ = {};
  rows_ = {};
  scroll_ = 0;
  looked_at_.reset();
  drawn_.reset();
  if (run_) {
    std::vector<int> first;
    for (int agent = 0; agent <= run_->tracks.agents(); ++agent) {
      first.push_back(run_->tracks.first_of(agent));
    }
    rows_ = RowList(std::move(first), run_->tracks.links());
    rows_.fold_all(run_->tracks.count() > kUnfoldedAtFirst);
  }
  view_ = view_on(view_, {0, end()}, end());
  Q_EMIT spanChanged();
  Q_EMIT sumsChanged();
  renew();
}

double RowsView::end() const {
  return std::max(run_ ? run_->tracks.end_us() : 0.0, clock_.end());
}

double RowsView::namesWidth() const {
  return std::floor(std::min(kNamesWidth, width() / 3.5));
}

RowsArea RowsView::area() const {
  return {kAxisHeight, static_cast<double>(height()), kRowHeight,
          static_cast<int>(rows_.pinned().size()), scroll_};
}

Shown RowsView::shown() const {
  return {*run_,
          rows_,
          area(),
          view_,
          batch_.rows,
          selection_.now(),
          namesWidth(),
          static_cast<double>(width()),
          devicePixelRatioF()};
}

void RowsView::become(const TimeView& view) {
  if (view == view_) return;
  view_ = view;
  Q_EMIT spanChanged();
  is_picture_old_ = true;
  ask();
  update();
}

void RowsView::setSpan(const models::Span& span) {
  become(view_on(view_, span, end()));
}

void RowsView::setScroll(double pixels) {
  const double to = std::clamp(pixels, 0.0, area().most_scroll(rows_.count()));
  if (to == scroll_) return;
  scroll_ = to;
  renew();
}

void RowsView::fitAll() {
  setSpan({0, end()});
}

void RowsView::fitSelection() {
  if (const auto span = this->span()) return become(fitted(view_, *span, end()));
  take_selection();
}

void RowsView::foldAll(bool is_folded) {
  rows_.fold_all(is_folded);
  renew();
}

void RowsView::setPathShown(bool is_shown) {
  is_path_shown_ = is_shown;
  if (is_shown) show_path();
  update();
}

/// Scrolls to the row of the path's first part.
void RowsView::show_path() {
  if (!run_) return;
  for (const auto& track : run_->path_tracks) {
    const auto row = track ? rows_.find_track(*track) : std::nullopt;
    if (row) return setScroll(scroll_to(area(), *row, rows_.count()));
  }
}

/// Rows have changed, or which of them are seen.
void RowsView::renew() {
  scroll_ = std::clamp(scroll_, 0.0, area().most_scroll(rows_.count()));
  is_picture_old_ = true;
  Q_EMIT rowsChanged();
  if (span()) Q_EMIT sumsChanged();
  ask();
  update();
}

std::vector<WantedRow> RowsView::missing(const Wanted& wanted) const {
  std::vector<WantedRow> rows;
  const bool is_same = wanted == batch_.wanted;
  const auto want = [&](const Row& row) {
    if (!is_same || !batch_.rows.contains(row)) rows.push_back({row, rows_.tracks_in(row)});
  };
  const RowSpan seen = seen_rows(area(), rows_.count());
  for (int i = seen.first; i < seen.end; ++i) want(rows_.at(i));
  for (const Row& row : rows_.pinned()) want(row);
  if (!rows.empty()) return rows;
  for (int i = std::max(0, seen.first - kRowsAround); i < seen.first; ++i) want(rows_.at(i));
  const int end = std::min(rows_.count(), seen.end + kRowsAround);
  for (int i = seen.end; i < end; ++i) want(rows_.at(i));
  return rows;
}

bool RowsView::isComplete() const {
  return run_ && !asker_.is_busy() && has_enough() && missing(batch_.wanted).empty();
}

bool RowsView::has_enough() const {
  return is_enough(batch_.wanted, view_, end()) && batch_.wanted.data == selection_.now().data;
}

void RowsView::ask() {
  if (!run_ || view_.pixels <= 1) return;
  const bool is_same = has_enough();
  Wanted wanted = is_same ? batch_.wanted : wanted_for(view_, end());
  wanted.data = selection_.now().data;
  auto rows = missing(wanted);
  if (rows.empty()) return;
  if (asker_.is_busy()) return;  // take() asks again
  asker_.ask([run = run_, rows = std::move(rows), wanted] { return batch_of(*run, rows, wanted); });
}

void RowsView::take(const Batch& batch) {
  constexpr std::size_t kMostKept = 2'000;
  if (batch.wanted != batch_.wanted || batch_.rows.size() > kMostKept) batch_ = {batch.wanted, {}};
  for (const auto& [row, contents] : batch.rows) batch_.rows[row] = contents;
  is_picture_old_ = true;
  update();
  ask();
}

void RowsView::follow() {
  if (run_ && clock_.isPlaying()) become(following(view_, clock_.now(), end()));
  update();
}

void RowsView::take_selection() {
  is_picture_old_ = true;
  update();
  if (!run_) return;
  Q_EMIT sumsChanged();
  ask();
  if (is_selecting_) return;
  if (const auto link = selected_link()) return show_row({RowKind::Link, *link});
  if (const auto row = selected_row()) show_row(*row);
}

std::optional<int> RowsView::selected_link() const {
  const auto& name = selection_.now().link;
  if (!name) return {};
  for (const int link : run_->tracks.links()) {
    if (run_->tracks.link_name(link) == *name) return link;
  }
  return {};
}

void RowsView::show_row(const Row& row) {
  if (const auto number = rows_.find(row)) setScroll(scroll_to(area(), *number, rows_.count()));
}

bool RowsView::find(const QString& text) {
  const auto wish = wish_of(text.trimmed().toStdString());
  if (!run_ || !wish || wish->agent >= rows_.agents()) return false;
  Row row{RowKind::Rank, wish->agent};
  if (wish->channel) {
    const std::vector<int> tracks = rows_.tracks_in(row);
    const auto track = std::ranges::find_if(
        tracks, [&](int one) { return run_->tracks.place(one).channel == *wish->channel; });
    if (track == tracks.end()) return false;
    row = {RowKind::Channel, *track};
    rows_.fold(wish->agent, false);
  }
  renew();
  show_row(row);
  models::Selected selected = selection_.now();
  selected.ranks = {wish->agent};
  selected.channel = wish->channel;
  select(selected);
  return true;
}

std::optional<models::Span> RowsView::span() const {
  return drawn_ ? drawn_ : selection_.now().span;
}

std::optional<WantedSums> RowsView::wantedSums() const {
  const auto drawn = span();
  if (!run_ || !drawn || drawn->to_us <= drawn->from_us) return {};
  // Whatever rows are seen: the same span has the same sums in a window of any height.
  Summed what{selected_tracks(run_->tracks, selection_.now()), {}, {}};
  if (what.tracks.kinds.empty()) what.tracks = run_->all;
  for (const Row& row : rows_.pinned()) {
    if (row.kind == RowKind::Link) what.links.push_back(row.id);
  }
  if (const auto link = selected_link(); link && !rows_.is_pinned({RowKind::Link, *link})) {
    what.links.push_back(*link);
  }
  what.looked_at = looked_at_;
  return WantedSums{*drawn, std::move(what)};
}

QString RowsView::sums() const {
  const auto wanted = wantedSums();
  return wanted ? words_of(*wanted, run_->tracks) : QString();
}

/// Of the rank that was selected last: its channel that is selected, where that has a row.
std::optional<Row> RowsView::selected_row() const {
  const models::Selected& now = selection_.now();
  if (!run_ || now.ranks.empty() || now.ranks.back() >= rows_.agents()) return {};
  const Row rank{RowKind::Rank, now.ranks.back()};
  for (const int track : rows_.tracks_in(rank)) {
    const bool is_it = now.channel == run_->tracks.place(track).channel;
    if (is_it && rows_.find({RowKind::Channel, track})) return Row{RowKind::Channel, track};
  }
  return rank;
}

/// A row that was seen stays in sight where a text below takes more room.
void RowsView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  RowsArea before = area();
  before.height = event->oldSize().height();
  const auto selected = selected_row();
  const auto number = selected ? rows_.find(*selected) : std::nullopt;
  const RowSpan seen = seen_rows(before, rows_.count());
  const bool was_seen = number && *number >= seen.first && *number < seen.end;
  TimeView view = view_;
  view.pixels = std::max(1.0, width() - namesWidth());
  view_ = view;
  renew();
  if (was_seen) show_row(*selected);
}

void RowsView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    is_picture_old_ = true;
    update();
  }
  QWidget::changeEvent(event);
}

}  // namespace treering::gui::timeline
