#include "gui/timeline/timeline_widget.h"

#include <QBoxLayout>
#include <QFontMetrics>
#include <QGridLayout>
#include <QRect>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QStringList>
#include <cmath>
#include <cstddef>
#include <optional>

#include "gui/models/words.h"
#include "gui/widgets/for_hands.h"

namespace treering::gui::timeline {
namespace {

QToolButton* button(const QString& text, const QString& what, QWidget* parent) {
  auto* const made = new QToolButton(parent);
  made->setText(text);
  made->setToolTip(what);
  made->setAccessibleName(what);
  return made;
}

/// As many words as fit, with dots for the others.
QString elided(const QString& text, const QFontMetrics& metrics, const QSize& room) {
  const auto fits = [&](const QString& some) {
    const QRect all(0, 0, std::max(room.width(), 1), QWIDGETSIZE_MAX);
    return metrics.boundingRect(all, Qt::TextWordWrap, some).height() <= room.height();
  };
  if (fits(text)) return text;
  QStringList words = text.split(u' ');
  QString shorter;
  do {
    words.removeLast();
    shorter = words.join(u' ') + QStringLiteral(" …");
  } while (!words.isEmpty() && !fits(shorter));
  return shorter;
}

/// Tracks of times of their own whose sums are there at once: a millisecond. More are added up
/// beside the window.
constexpr std::size_t kAtOnce = 2'000;

/// The rest stands on the sheet of keys.
QString keys() {
  return QObject::tr("W S: zoom. A D: move. Drag: a span. F, 0: fit it, all.");
}

}  // namespace

TimelineWidget::TimelineWidget(const Shared& shared, models::Side side, QWidget* parent)
    : QWidget(parent),
      session_(shared.session),
      side_(side),
      rows_(new RowsView({shared.selection, shared.clock}, this)),
      minimap_(new Minimap(shared.clock, this)),
      bar_(new QScrollBar(Qt::Vertical, this)),
      find_(new QLineEdit(this)),
      path_(button(tr("Critical path"), tr("Mark what the time of the run hangs on"), this)),
      fold_(button(tr("Channels"), tr("Show a row for each channel of every rank"), this)),
      fit_(button(tr("Whole run"), tr("Show the whole run (0)"), this)),
      sentence_(new QLabel(this)),
      words_(new QLabel(this)),
      laid_out_(shared.session.runInquiry(side).kind()),
      sums_asker_(*this, [this](const QString& sums) { show_sums(sums); }) {
  lay_out();
  connect(rows_, &RowsView::spanChanged, this, [this] {
    minimap_->setRun(run_, rows_->end(), rows_->namesWidth());
    minimap_->setBrush({rows_->view().from_us, rows_->view().to_us});
  });
  connect(rows_, &RowsView::rowsChanged, this, &TimelineWidget::show_rows);
  connect(rows_, &RowsView::sumsChanged, this, &TimelineWidget::show_words);
  connect(minimap_, &Minimap::brushed, rows_, &RowsView::setSpan);
  connect(bar_, &QScrollBar::valueChanged, this, [this](int value) { rows_->setScroll(value); });
  connect(find_, &QLineEdit::returnPressed, this, &TimelineWidget::find);
  connect(find_, &QLineEdit::textEdited, find_, [this] { find_->setStyleSheet({}); });
  connect(path_, &QToolButton::toggled, this, [this](bool is_on) {
    rows_->setPathShown(is_on);
    show_words();
    Q_EMIT pathShown(is_on);
  });
  connect(fold_, &QToolButton::toggled, rows_, [this](bool is_on) { rows_->foldAll(!is_on); });
  connect(fit_, &QToolButton::clicked, rows_, &RowsView::fitAll);
  connect(&shared.clock, &models::Clock::stateChanged, rows_, [this, end = -1.0]() mutable {
    if (rows_->end() == end) return;
    const bool was_all = rows_->view().from_us <= 0 && rows_->view().to_us >= end;
    end = rows_->end();
    if (was_all || is_as_opened()) return open_span();
    rows_->setSpan({rows_->view().from_us, rows_->view().to_us});
  });
  connect(&session_, &models::Session::runChanged, this, [this](models::Side changed) {
    if (changed == side_) take_run();
  });
  connect(&session_, &models::Session::questionChanged, this, &TimelineWidget::take_run);
  connect(&laid_out_, &models::Inquiry::answered, this, &TimelineWidget::show_run);
  session_.show(laid_out_, *this);
  if (side == models::Side::Shown) session_.need(models::Need::Run);
  take_run();
}

void TimelineWidget::lay_out() {
  find_->setPlaceholderText(tr("Find rank 17/3"));
  find_->setAccessibleName(tr("Find a rank"));
  find_->setToolTip(tr("17 finds rank 17, 17/3 its channel 3 (Enter)"));
  find_->setMaximumWidth(170);
  find_->setClearButtonEnabled(true);
  path_->setCheckable(true);
  fold_->setCheckable(true);
  words_->setAccessibleName(tr("Sums over the selected span, and keys"));
  words_->setObjectName(QStringLiteral("sums"));
  words_->setWordWrap(true);
  words_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  sentence_->setAccessibleName(tr("What is not known of the run"));
  sentence_->setWordWrap(true);
  sentence_->hide();
  setFocusProxy(rows_);
  auto* const tools = new QHBoxLayout;
  tools->setContentsMargins(4, 2, 4, 2);
  tools->addWidget(find_);
  for (QWidget* const one : {path_, fold_, fit_}) tools->addWidget(one);
  tools->addStretch();
  auto* const middle = new QGridLayout;
  middle->setSpacing(0);
  middle->setVerticalSpacing(2);
  middle->setColumnStretch(0, 1);
  middle->setRowStretch(1, 1);
  middle->addWidget(minimap_, 0, 0);
  middle->addWidget(rows_, 1, 0);
  middle->addWidget(bar_, 1, 1);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addLayout(tools);
  layout->addWidget(sentence_);
  layout->addLayout(middle, 1);
  layout->addWidget(words_);
}

/// No text lies upon another, however narrow it is. By its least width and not by its own, which is
/// none yet while a view is made: the window must not grow for a moment.
QSize TimelineWidget::minimumSizeHint() const {
  const QSize least = QWidget::minimumSizeHint();
  const int height = layout()->minimumHeightForWidth(least.width());
  return {least.width(), std::max(least.height(), height)};
}

void TimelineWidget::take_run() {
  const auto lay_out = [](const app::SimulateReport& run, const jobs::Work&) {
    return jobs::disposable(make_run(run));
  };
  laid_out_.askOf(session_.runInquiry(side_), lay_out);
  show_run();
}

/// The answer to this question, and to no other.
void TimelineWidget::show_run() {
  const Rows::Answer& answer = laid_out_.answer();
  if (answer && answer == shown_) return;
  shown_ = answer;
  run_ = laid_out_.report() == nullptr ? nullptr : *laid_out_.report();
  rows_->setRun(run_, why_no_run());
  const QSignalBlocker quiet(fold_);
  if (answer) fold_->setChecked(run_ && !rows_->rows().is_folded(0));
  if (run_ && is_as_opened()) open_span();
  show_words();
}

QString TimelineWidget::why_no_run() const {
  if (!session_.question().has_topology()) {
    return tr("Choose a topology: the timeline of its run appears here.");
  }
  const bool is_laid_out_next = laid_out_.state() == models::Inquiry::State::Awaited;
  if (is_laid_out_next && session_.run(side_)) return tr("Laying out the timeline …");
  return laid_out_.report() == nullptr ? models::why_not(laid_out_.answer())
                                       : tr("The run was not recorded: it has no timeline.");
}

double TimelineWidget::recorded_us() const {
  return run_ ? run_->tracks.until_us().value_or(rows_->end()) : rows_->end();
}

/// With the one beside it, which may show that, too, as nobody has moved it.
void TimelineWidget::open_span() {
  std::vector<double> recorded{recorded_us()};
  if (beside_) recorded.push_back(beside_->recorded_us());
  rows_->setSpan(opening_span(recorded, rows_->end()));
  opened_ = models::Span{rows_->view().from_us, rows_->view().to_us};
  if (beside_ && beside_->run_) beside_->opened_ = opened_;
}

bool TimelineWidget::is_as_opened() const {
  return !opened_ || *opened_ == models::Span{rows_->view().from_us, rows_->view().to_us};
}

void TimelineWidget::show_rows() {
  const QSignalBlocker quiet(bar_);
  const RowsArea area = rows_->area();
  bar_->setRange(0, static_cast<int>(std::ceil(area.most_scroll(rows_->rows().count()))));
  bar_->setSingleStep(static_cast<int>(area.row_height));
  bar_->setPageStep(static_cast<int>(area.body_height()));
  bar_->setValue(static_cast<int>(std::lround(rows_->scroll())));
  minimap_->setRun(run_, rows_->end(), rows_->namesWidth());
  minimap_->setBrush({rows_->view().from_us, rows_->view().to_us});
}

void TimelineWidget::show_words() {
  const QString unknown = run_ ? run_->known_until : QString();
  sentence_->setText(unknown);
  sentence_->setVisible(!unknown.isEmpty());
  const std::optional<WantedSums> wanted = rows_->wantedSums();
  sums_asker_.cancel();
  if (!wanted) return show_sums({});
  const auto add_up = [run = run_, wanted = *wanted] { return words_of(wanted, run->tracks); };
  if (wanted->what.tracks.kinds.size() <= kAtOnce) return show_sums(add_up());
  sums_asker_.ask(add_up);  // until then what was said stays
}

void TimelineWidget::show_sums(const QString& sums) {
  const QString path = run_ && path_->isChecked() ? path_words(run_->path) : QString();
  path_->setToolTip(path.isEmpty() ? path_->accessibleName() : path);
  // What was asked for last: a span is drawn on the path that is marked.
  show_sentence(!sums.isEmpty() ? sums : !path.isEmpty() ? path : keys());
  rows_->setAccessibleDescription(sums);
}

/// The rows stay where they are while a span is drawn over them: the room for what is said of it is
/// the same whatever that is. What it does not hold is in the tooltip.
void TimelineWidget::show_sentence(const QString& text) {
  constexpr int kWide = 700;  // pixels: there the sums of a span take two lines
  const int lines = width() < kWide ? 3 : 2;
  const int height = lines * words_->fontMetrics().lineSpacing();
  words_->setFixedHeight(height);
  sentence_below_ = text;
  const QString shown = elided(text, words_->fontMetrics(), {width(), height});
  words_->setText(shown);
  words_->setToolTip(shown == text ? QString() : text);
  words_->setAccessibleDescription(text);
  words_->setProperty(widgets::kIsForHands, text == keys());
}

void TimelineWidget::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) show_sentence(sentence_below_);
}

void TimelineWidget::find() {
  if (rows_->find(find_->text())) {
    rows_->setFocus();
    return;
  }
  find_->setStyleSheet(QStringLiteral("QLineEdit { text-decoration: line-through; }"));
  show_sentence(tr("There is no rank or channel \"%1\" in this run: write 17 for rank 17, 17/3 for "
                   "its channel 3.")
                    .arg(find_->text()));
}

void lock_together(TimelineWidget& a, TimelineWidget& b) {
  a.beside_ = &b;
  b.beside_ = &a;
  // The one that follows cannot always go as far: it does not lead back.
  const auto is_following = std::make_shared<bool>(false);
  const auto lead = [&is_following](TimelineWidget& one, TimelineWidget& other) {
    RowsView* const from = &one.rowsView();
    RowsView* const to = &other.rowsView();
    const auto lead_by = [=](auto follow) {
      return [=] {
        if (from->run() == nullptr || to->run() == nullptr || *is_following) return;
        *is_following = true;
        follow();
        *is_following = false;
      };
    };
    QObject::connect(from, &RowsView::spanChanged, to, lead_by([from, to] {
                       to->setSpan({from->view().from_us, from->view().to_us});
                     }));
    QObject::connect(from, &RowsView::rowsChanged, to,
                     lead_by([from, to] { to->setScroll(from->scroll()); }));
  };
  lead(a, b);
  lead(b, a);
}

}  // namespace treering::gui::timeline
