#include <QMessageBox>
#include <QPainter>
#include <QString>
#include <array>

#include <fmt/format.h>

#include "app/version.h"
#include "gui/window/application.h"

namespace treering::gui::window {

std::string version_text() {
  return fmt::format("treering-gui {}", app::version());
}

/// Its text can be selected: a report of a fault begins with the version.
void show_about(QWidget& window) {
  auto* const box = new QMessageBox(&window);
  box->setObjectName(QStringLiteral("about treering"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(QMessageBox::tr("About treering"));
  box->setIconPixmap(window.windowIcon().pixmap(64));
  box->setTextFormat(Qt::PlainText);
  box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  box->setText(QString::fromStdString(version_text()));
  box->setInformativeText(
      QMessageBox::tr("Which collective algorithm a GPU cluster should use, and why.\n\nQt %1")
          .arg(QString::fromLatin1(qVersion())));
  box->open();
}

QIcon icon() {
  constexpr int kSide = 64;
  constexpr double kCorner = 14;
  constexpr double kRadius = 21;
  constexpr double kDot = 5;
  const QPointF middle(kSide / 2.0, kSide / 2.0);
  const std::array<QPointF, 3> ends{QPointF(32, 11), QPointF(13.8, 42.5), QPointF(50.2, 42.5)};
  QPixmap pixmap(kSide, kSide);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0x0d, 0x11, 0x17));
  painter.drawRoundedRect(0, 0, kSide, kSide, kCorner, kCorner);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(0x4a, 0xa8, 0xe0), 4));
  painter.drawEllipse(middle, kRadius, kRadius);
  painter.setPen(QPen(QColor(0xf0, 0x8a, 0x3c), 4, Qt::SolidLine, Qt::RoundCap));
  for (const QPointF& end : ends) painter.drawLine(middle, end);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0xe6, 0xed, 0xf3));
  painter.drawEllipse(middle, kDot, kDot);
  for (const QPointF& end : ends) painter.drawEllipse(end, kDot, kDot);
  return QIcon(pixmap);
}

}  // namespace treering::gui::window
