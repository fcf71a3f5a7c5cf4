#include "gui/window/shortcuts_sheet.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <array>
#include <utility>

namespace treering::gui::window {
namespace {

/// Of canvases, which have no actions.
constexpr std::array<std::pair<const char*, const char*>, 20> kCanvasKeys{{
    {"+  -", QT_TRANSLATE_NOOP("shortcuts", "magnify a picture, or the reverse")},
    {"0", QT_TRANSLATE_NOOP("shortcuts", "all of a picture")},
    {"← ↑ → ↓", QT_TRANSLATE_NOOP("shortcuts", "move a picture")},
    {"wheel", QT_TRANSLATE_NOOP("shortcuts", "magnify a picture where the pointer is")},
    {"drag", QT_TRANSLATE_NOOP("shortcuts", "move a picture")},
    {"click", QT_TRANSLATE_NOOP("shortcuts", "select a device or rank; with Shift a second one")},
    {"click on + or -",
     QT_TRANSLATE_NOOP("shortcuts", "unfold parts that are alike, or fold them")},
    {"PgDn  PgUp", QT_TRANSLATE_NOOP("shortcuts", "choose a part of the topology that unfolds")},
    {"Enter",
     QT_TRANSLATE_NOOP("shortcuts", "unfold it, or fold it; else magnify the selected node")},
    {"Shift+← →", QT_TRANSLATE_NOOP("shortcuts", "select the node before or after")},
    {"← →", QT_TRANSLATE_NOOP("shortcuts", "in the memory of a rank: the next chunk; Esc none")},
    {"W  S", QT_TRANSLATE_NOOP("shortcuts", "in the timeline: magnify the time, or the reverse")},
    {"Ctrl+wheel", QT_TRANSLATE_NOOP("shortcuts", "likewise, where the pointer is")},
    {"A  D  ← →", QT_TRANSLATE_NOOP("shortcuts", "in the timeline: earlier, later")},
    {"Shift+wheel", QT_TRANSLATE_NOOP("shortcuts", "likewise")},
    {"F  0", QT_TRANSLATE_NOOP("shortcuts", "in the timeline: fit the selection, or all, to it")},
    {"P", QT_TRANSLATE_NOOP("shortcuts", "in the timeline: pin the row under the pointer")},
    {"↑ ↓ PgUp PgDn  wheel", QT_TRANSLATE_NOOP("shortcuts", "in the timeline: other rows")},
    {"Enter  Esc",
     QT_TRANSLATE_NOOP("shortcuts", "in the timeline: fold the rank or not; forget the span")},
    {"right click", QT_TRANSLATE_NOOP("shortcuts", "try what if a device or link is slow or down")},
}};

QString row(const QString& keys, const QString& does) {
  return QStringLiteral("<tr><td style=\"padding-right:24px\"><b>%1</b></td><td>%2</td></tr>")
      .arg(keys.toHtmlEscaped(), does.toHtmlEscaped());
}

}  // namespace

QString shortcuts_text(const QWidget& window) {
  QStringList rows;
  for (const QAction* const action : window.findChildren<QAction*>()) {
    if (action->shortcut().isEmpty()) continue;
    QString does = action->toolTip().isEmpty() ? action->text() : action->toolTip();
    does = does.remove(QLatin1Char('&')).section(QStringLiteral(" ("), 0, 0);
    const QString one = row(action->shortcut().toString(QKeySequence::NativeText), does);
    if (!rows.contains(one)) rows << one;
  }
  for (const auto& [keys, does] : kCanvasKeys) {
    rows << row(QString::fromUtf8(keys), QCoreApplication::translate("shortcuts", does));
  }
  return QStringLiteral("<table>%1</table>").arg(rows.join(QString()));
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
