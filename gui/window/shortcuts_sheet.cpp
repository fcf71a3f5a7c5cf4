#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <array>
#include <optional>
#include <utility>

#include "gui/stage/playback_bar.h"
#include "gui/window/keys.h"

namespace treering::gui::window {
namespace {

struct CanvasKeys {
  Place place;
  const char* keys;  // with a comma between them
  const char* does;
};

/// Of widgets that have no actions.
constexpr std::array kCanvasKeys{
    CanvasKeys{Place::Picture, "+,-", QT_TRANSLATE_NOOP("shortcuts", "magnify it, or the reverse")},
    CanvasKeys{Place::Picture, "0", QT_TRANSLATE_NOOP("shortcuts", "all of it")},
    CanvasKeys{Place::Picture, "Left,Up,Right,Down", QT_TRANSLATE_NOOP("shortcuts", "move it")},
    CanvasKeys{Place::Picture, "wheel",
               QT_TRANSLATE_NOOP("shortcuts", "magnify it where the pointer is")},
    CanvasKeys{Place::Picture, "drag", QT_TRANSLATE_NOOP("shortcuts", "move it")},
    CanvasKeys{Place::Picture, "double click",
               QT_TRANSLATE_NOOP("shortcuts", "magnify what is there")},
    CanvasKeys{Place::Picture, "click,Shift+click",
               QT_TRANSLATE_NOOP("shortcuts", "select a device or rank; with Shift a second one")},
    CanvasKeys{Place::Topology, "click on + or -",
               QT_TRANSLATE_NOOP("shortcuts", "unfold parts that are alike, or fold them")},
    CanvasKeys{Place::Topology, "PgDown,PgUp",
               QT_TRANSLATE_NOOP("shortcuts", "choose a part that unfolds")},
    CanvasKeys{
        Place::Topology, "Return",
        QT_TRANSLATE_NOOP("shortcuts", "unfold it, or fold it; else magnify the selected node")},
    CanvasKeys{Place::Topology, "Shift+Left,Shift+Right",
               QT_TRANSLATE_NOOP("shortcuts", "select the node before or after")},
    CanvasKeys{Place::Topology, "right click",
               QT_TRANSLATE_NOOP("shortcuts", "try what if a device or link is slow or down")},
    CanvasKeys{Place::Memory, "Left,Right",
               QT_TRANSLATE_NOOP("shortcuts", "select the data of the column before or after")},
    CanvasKeys{Place::Memory, "click",
               QT_TRANSLATE_NOOP("shortcuts", "select the data of a column")},
    CanvasKeys{Place::Memory, "Esc", QT_TRANSLATE_NOOP("shortcuts", "select none")},
    CanvasKeys{Place::Timeline, "W,S",
               QT_TRANSLATE_NOOP("shortcuts", "magnify the time, or the reverse")},
    CanvasKeys{Place::Timeline, "Ctrl+wheel",
               QT_TRANSLATE_NOOP("shortcuts", "likewise, where the pointer is")},
    CanvasKeys{Place::Timeline, "A,D,Left,Right", QT_TRANSLATE_NOOP("shortcuts", "earlier, later")},
    CanvasKeys{Place::Timeline, "Shift+wheel", QT_TRANSLATE_NOOP("shortcuts", "likewise")},
    CanvasKeys{Place::Timeline, "F", QT_TRANSLATE_NOOP("shortcuts", "fit the selection to it")},
    CanvasKeys{Place::Timeline, "0", QT_TRANSLATE_NOOP("shortcuts", "fit all to it")},
    CanvasKeys{
        Place::Timeline, "P",
        QT_TRANSLATE_NOOP("shortcuts", "pin the row under the pointer, or of the selected rank")},
    CanvasKeys{Place::Timeline, "Up,Down,PgUp,PgDown,wheel",
               QT_TRANSLATE_NOOP("shortcuts", "other rows")},
    CanvasKeys{Place::Timeline, "Return",
               QT_TRANSLATE_NOOP("shortcuts", "show the channels of the selected rank, or not")},
    CanvasKeys{Place::Timeline, "click",
               QT_TRANSLATE_NOOP("shortcuts", "select a rank, a channel, a link, a step's data")},
    CanvasKeys{Place::Timeline, "drag",
               QT_TRANSLATE_NOOP("shortcuts", "measure a span of time, from step to step")},
    CanvasKeys{Place::Timeline, "Esc", QT_TRANSLATE_NOOP("shortcuts", "forget the span")},
    CanvasKeys{Place::Timeline, "double click",
               QT_TRANSLATE_NOOP("shortcuts", "go to that moment")},
    CanvasKeys{Place::Chart, "Left,Right",
               QT_TRANSLATE_NOOP("shortcuts", "point at the value before or after")},
    CanvasKeys{Place::Chart, "Return,Space",
               QT_TRANSLATE_NOOP("shortcuts", "ask about the size, or number of nodes, there")},
    CanvasKeys{Place::Chart, "click", QT_TRANSLATE_NOOP("shortcuts", "likewise")},
    CanvasKeys{Place::Chart, "Esc", QT_TRANSLATE_NOOP("shortcuts", "point at none")},
};

QString heading_of(Place place) {
  switch (place) {
    case Place::Window:
      return QObject::tr("Everywhere");
    case Place::Run:
      return QObject::tr("In Algorithm and Compare");
    case Place::Picture:
      return QObject::tr("In a picture");
    case Place::Topology:
      return QObject::tr("In the picture of a topology");
    case Place::Memory:
      return QObject::tr("In the memory of a rank");
    case Place::Timeline:
      return QObject::tr("In a timeline");
    case Place::Chart:
      return QObject::tr("In a chart");
  }
  return {};
}

/// Those of a menu or button; the text of a tooltip says it best, without the key at its end.
Shortcut shortcut_of(const QAction& action, Place place) {
  QString does = action.toolTip().isEmpty() ? action.text() : action.toolTip();
  does = does.remove(QLatin1Char('&')).section(QStringLiteral(" ("), 0, 0);
  QStringList keys;
  for (const QKeySequence& key : action.shortcuts()) keys << key.toString();
  return {place, keys, does};
}

void add_actions(const QWidget& parent, Place place, std::vector<Shortcut>& all) {
  for (const QAction* const action : parent.findChildren<QAction*>()) {
    const bool is_of_bar = qobject_cast<const stage::PlaybackBar*>(action->parent()) != nullptr;
    if (action->shortcut().isEmpty() || is_of_bar != (place == Place::Run)) continue;
    all.push_back(shortcut_of(*action, place));
  }
}

/// As they stand on keyboards.
QString written(QString key) {
  constexpr std::array<std::pair<const char*, const char*>, 5> kSigns{
      {{"Left", "←"}, {"Right", "→"}, {"Up", "↑"}, {"Down", "↓"}, {"Return", "Enter"}}};
  for (const auto& [name, sign] : kSigns) {
    const QString end = QString::fromLatin1(name);
    if (key == end || key.endsWith(QLatin1Char('+') + end)) {
      return key.chopped(end.size()) + QString::fromUtf8(sign);
    }
  }
  return key;
}

QString row_of(const Shortcut& shortcut) {
  QStringList keys;
  for (const QString& key : shortcut.keys) keys << written(key);
  return QStringLiteral("<tr><td style=\"padding-right:24px\"><b>%1</b></td><td>%2</td></tr>")
      .arg(keys.join(QStringLiteral("  ")).toHtmlEscaped(), shortcut.does.toHtmlEscaped());
}

}  // namespace

std::vector<Shortcut> shortcuts_of(const QWidget& window) {
  std::vector<Shortcut> all;
  add_actions(window, Place::Window, all);
  // Views are made when they are first seen, and two of them have such a bar.
  models::Clock clock;
  const models::Selection selection;
  add_actions(stage::PlaybackBar(clock, selection), Place::Run, all);
  for (const CanvasKeys& one : kCanvasKeys) {
    all.push_back({one.place, QString::fromLatin1(one.keys).split(QLatin1Char(',')),
                   QCoreApplication::translate("shortcuts", one.does)});
  }
  return all;
}

QString shortcuts_text(const QWidget& window) {
  QString text = QStringLiteral("<table>");
  std::optional<Place> place;
  for (const Shortcut& shortcut : shortcuts_of(window)) {
    if (place != shortcut.place) {
      place = shortcut.place;
      text += QStringLiteral("<tr><td colspan=\"2\" style=\"padding-top:8px\"><i>%1</i></td></tr>")
                  .arg(heading_of(*place));
    }
    text += row_of(shortcut);
  }
  return text + QStringLiteral("</table>");
}

void show_shortcuts(QWidget& parent) {
  auto* const dialog = new QDialog(&parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(QObject::tr("Keys"));
  auto* const text = new QTextBrowser(dialog);
  text->setHtml(shortcuts_text(parent));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* const layout = new QVBoxLayout(dialog);
  layout->addWidget(text);
  layout->addWidget(buttons);
  constexpr int kWidth = 560;
  constexpr int kHeight = 560;
  dialog->resize(kWidth, kHeight);
  dialog->open();
}

}  // namespace treering::gui::window
