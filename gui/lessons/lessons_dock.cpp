#include "gui/lessons/lessons_dock.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QRegularExpression>

#include "gui/lessons/player.h"
#include "gui/models/words.h"
#include "gui/paint/theme.h"

namespace treering::gui::lessons {
namespace {

constexpr int kListHeight = 190;
constexpr int kLeastWidth = 300;

QString text_of(const char* text) {
  return QObject::tr(text).toHtmlEscaped();
}

/// Threads as links.
QString source_of(const char* source) {
  static const QRegularExpression kThread(QStringLiteral("^([\\w.-]+/[\\w.-]+)#(\\d+)$"));
  const QString text = QString::fromUtf8(source);
  const auto match = kThread.match(text);
  if (!match.hasMatch()) return text.toHtmlEscaped();
  return QStringLiteral("<a href=\"https://github.com/%1/issues/%2\">%3</a>")
      .arg(match.captured(1), match.captured(2), text.toHtmlEscaped());
}

QString in_colour(const QColor& colour, const QString& html) {
  return QStringLiteral("<p style=\"color:%1\">%2</p>").arg(colour.name(), html);
}

}  // namespace

QString html_of(const Player& player) {
  if (player.lesson() == nullptr) {
    return QObject::tr(
        "<p>Choose a lesson. It shows what it explains in the views beside it, on your machine "
        "where that has what it takes. Your question comes back when you leave it.</p>");
  }
  const Step& step = player.step();
  QString html = QStringLiteral("<h3>%1</h3>").arg(text_of(step.title));
  for (const QString& paragraph : text_of(step.text).split(QStringLiteral("\n\n"))) {
    html += QStringLiteral("<p>%1</p>").arg(paragraph);
  }
  if (!player.figures().isEmpty()) {
    QString rows;
    for (const QString& line : player.figures()) {
      rows += QStringLiteral("<li>%1</li>").arg(models::unbroken(line).toHtmlEscaped());
    }
    html += QStringLiteral("<p><b>%1</b></p><ul>%2</ul>").arg(QObject::tr("Computed here"), rows);
  }
  if (!player.lacking().isEmpty()) {
    html += in_colour(paint::theme().faint(), player.lacking().toHtmlEscaped());
  }
  if (!player.note().isEmpty()) {
    html += in_colour(paint::theme().faint(), player.note().toHtmlEscaped());
  }
  QStringList sources;
  for (const char* const source : player.lesson()->sources) sources << source_of(source);
  return html + in_colour(paint::theme().faint(),
                          QObject::tr("Sources: %1").arg(sources.join(QStringLiteral("; "))));
}

LessonsDock::LessonsDock(const Player::Shared& shared, QWidget* parent)
    : QDockWidget(tr("Lessons"), parent),
      player_(new Player(shared, this)),
      list_(new QListWidget(this)),
      text_(new QTextBrowser(this)),
      place_(new QLabel(this)),
      back_(new QPushButton(tr("&Back"), this)),
      next_(new QPushButton(tr("Ne&xt"), this)),
      leave_(new QPushButton(tr("&Quit lesson"), this)) {
  setObjectName(QStringLiteral("lessons"));
  list_->setAccessibleName(tr("Lessons"));
  list_->setMaximumHeight(kListHeight);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  for (const Lesson& lesson : all_lessons()) list_->addItem(tr(lesson.title));
  text_->setAccessibleName(tr("The step of the lesson"));
  text_->setOpenExternalLinks(true);
  leave_->setToolTip(tr("The question from before the lesson comes back"));
  auto* const inside = new QWidget(this);
  inside->setMinimumWidth(kLeastWidth);
  auto* const buttons = new QHBoxLayout;
  buttons->addWidget(back_);
  buttons->addWidget(next_);
  buttons->addWidget(place_, 1, Qt::AlignCenter);
  buttons->addWidget(leave_);
  auto* const layout = new QVBoxLayout(inside);
  layout->addWidget(list_);
  layout->addWidget(text_, 1);
  layout->addLayout(buttons);
  setWidget(inside);
  connect(list_, &QListWidget::itemActivated, this, &LessonsDock::begin_listed);
  connect(list_, &QListWidget::itemClicked, this, &LessonsDock::begin_listed);
  connect(back_, &QPushButton::clicked, player_, &Player::back);
  connect(next_, &QPushButton::clicked, player_, &Player::next);
  connect(leave_, &QPushButton::clicked, player_, &Player::leave);
  connect(player_, &Player::changed, this, &LessonsDock::take_step);
  take_step();
}

void LessonsDock::begin_listed() {
  const auto& all = all_lessons();
  const auto row = static_cast<std::size_t>(list_->currentRow());
  if (row >= all.size() || player_->lesson() == &all[row]) return;
  player_->begin(all[row]);
}

void LessonsDock::take_step() {
  const Lesson* const lesson = player_->lesson();
  text_->setHtml(html_of(*player_));
  back_->setEnabled(player_->hasBack());
  next_->setEnabled(player_->hasNext());
  leave_->setEnabled(lesson != nullptr);
  place_->setText(lesson == nullptr
                      ? QString()
                      : tr("%1 of %2").arg(player_->number() + 1).arg(lesson->steps.size()));
  if (lesson == nullptr) {
    list_->clearSelection();
  } else {
    list_->setCurrentRow(static_cast<int>(lesson - all_lessons().data()));
  }
}

/// What is not seen is not played.
void LessonsDock::closeEvent(QCloseEvent* event) {
  player_->leave();
  QDockWidget::closeEvent(event);
}

void LessonsDock::changeEvent(QEvent* event) {
  QDockWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) text_->setHtml(html_of(*player_));
}

}  // namespace treering::gui::lessons
