#include "gui/animation/picture.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>

#include <gtest/gtest.h>

namespace treering::gui::animation {
namespace picture_test {

struct View {
  View() {
    widget.resize(300, 200);
    widget.show();
  }
  QWidget widget;
  QLabel title{&widget};
  QTableWidget table{2, 2, &widget};  // what is shown
  QPushButton button{&widget};
  QSpinBox box{&widget};
};

/// Notes which of a view's widgets are seen while it is painted.
class Seen final : public QObject {
 public:
  explicit Seen(View& view) : view_(view) { view.title.installEventFilter(this); }

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Paint) return QObject::eventFilter(watched, event);
    has_table = view_.table.isVisible();
    has_controls = view_.button.isVisible() || view_.box.isVisible();
    return false;
  }

  bool has_table = false;
  bool has_controls = true;

 private:
  View& view_;
};

TEST(Picture, HasTablesAndNoControls) {
  View view;
  view.title.resize(50, 20);
  view.title.show();
  const Seen seen(view);
  EXPECT_EQ(picture_of(view.widget, {}).size(), QSize(300, 200));
  EXPECT_TRUE(seen.has_table);
  EXPECT_FALSE(seen.has_controls);
  EXPECT_TRUE(view.button.isVisible());
}

// Nor boxes of rows, which are as dead.
TEST(Picture, HasNoBoxesInTables) {
  View view;
  view.table.resize(300, 200);
  view.table.setItem(0, 0, new QTableWidgetItem(QStringLiteral("Ring")));
  view.table.show();
  const QImage plain = picture_of(view.widget, {});
  view.table.item(0, 0)->setCheckState(Qt::Checked);
  EXPECT_NE(view.widget.grab().toImage(), plain);
  EXPECT_EQ(picture_of(view.widget, {}), plain);
}

// As in the legend of channels, where only those with a tick are drawn.
TEST(Picture, RowsWithoutATickArePale) {
  View view;
  view.table.resize(300, 200);
  auto* const item = new QTableWidgetItem(QStringLiteral("Ring"));
  view.table.setItem(0, 0, item);
  view.table.show();
  item->setCheckState(Qt::Checked);
  const QImage ticked = picture_of(view.widget, {});
  item->setCheckState(Qt::Unchecked);
  EXPECT_NE(picture_of(view.widget, {}), ticked);
}

TEST(Picture, HasItsCaptionAboveTheView) {
  View view;
  const QImage bare = picture_of(view.widget, {});
  const QImage named = picture_of(view.widget, QStringLiteral("dgx-h100, 4 nodes"));
  const int above = named.height() - bare.height();
  EXPECT_EQ(named.width(), bare.width());
  EXPECT_GT(above, 12);
  EXPECT_EQ(named.copy(0, above, bare.width(), bare.height()),
            bare.convertToFormat(QImage::Format_RGB32));
  const QImage longer = picture_of(view.widget, QStringLiteral("dgx-h100, 4 nodes ").repeated(10));
  EXPECT_GT(longer.height(), named.height());
}

}  // namespace picture_test
}  // namespace treering::gui::animation
