// On a screen of many pixels: run once more with QT_SCALE_FACTOR=2 (tests/gui/CMakeLists.txt).
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gui/window/main_window.h"
#include "gui/window/views.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace high_dpi_test {

/// As tests/gui/CMakeLists.txt asks.
double scale() {
  const QByteArray factor = qgetenv("QT_SCALE_FACTOR");
  return factor.isEmpty() ? 1 : factor.toDouble();
}

void open(MainWindow& window) {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 2;
  window.resize(1280, 800);
  window.show();
  window.session().open(question);
  EXPECT_TRUE(QTest::qWaitFor([&] { return !window.session().isBusy(); }, kPatience));
}

TEST(HighDpi, APictureHasAPixelForEachOfTheScreen) {
  MainWindow window;
  open(window);
  const QImage image = window.grab().toImage();
  EXPECT_EQ(image.size(), window.size() * scale());
  EXPECT_DOUBLE_EQ(image.devicePixelRatio(), scale());
}

/// What of its text a widget has no room for: pixels.
int lacking(const QWidget& widget) {
  if (const auto* const label = qobject_cast<const QLabel*>(&widget)) {
    return label->wordWrap() ? 0 : label->sizeHint().width() - label->width();
  }
  if (const auto* const box = qobject_cast<const QComboBox*>(&widget)) {
    constexpr int kArrow = 20;  // at least, with the frame
    return box->isEditable()
               ? 0
               : box->fontMetrics().horizontalAdvance(box->currentText()) + kArrow - box->width();
  }
  if (qobject_cast<const QPushButton*>(&widget) != nullptr) {
    return widget.sizeHint().width() - widget.width();
  }
  return 0;
}

/// "QLabel Size" of each.
std::vector<std::string> cut_texts(const MainWindow& window) {
  std::vector<std::string> cut;
  for (const QWidget* const widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || lacking(*widget) <= 0) continue;
    const auto* const label = qobject_cast<const QLabel*>(widget);
    const QString text = label == nullptr ? widget->accessibleName() : label->text();
    cut.push_back(widget->metaObject()->className() + (" " + text).toStdString());
  }
  return cut;
}

// How far work is changes while one looks, before its text has room.
TEST(HighDpi, NoTextOfTheWindowIsCut) {
  MainWindow window;
  open(window);
  for (const ViewKind& kind : all_views()) {
    window.showView(QString::fromLatin1(kind.id));
    const auto is_whole = [&] { return !window.session().isBusy() && cut_texts(window).empty(); };
    EXPECT_TRUE(QTest::qWaitFor(is_whole, kPatience))
        << kind.id << ": " << ::testing::PrintToString(cut_texts(window));
  }
}

}  // namespace high_dpi_test
}  // namespace treering::gui::window
