#include "tests/gui/window/shortcuts/desk.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QWheelEvent>

#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace shortcuts_test {
namespace {

void wheel(const Desk& desk, Qt::KeyboardModifiers keys) {
  const QPointF at(desk.spot);
  QWheelEvent event(at, desk.target->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, keys,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(desk.target, &event);
}

void drag(const Desk& desk) {
  const QPoint to = desk.spot + QPoint(80, 0);
  QTest::mousePress(desk.target, Qt::LeftButton, {}, desk.spot);
  QTest::mouseMove(desk.target, (desk.spot + to) / 2);
  QTest::mouseMove(desk.target, to);
  QTest::mouseRelease(desk.target, Qt::LeftButton, {}, to);
}

models::Question small_question() {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 2;
  return question;
}

models::Question of_many_nodes() {
  models::Question question;
  question.job.topology = "summit";
  question.job.nodes = 4096;
  return question;
}

}  // namespace

void press(const Desk& desk, const std::string& key) {
  const QPoint at = desk.spot;
  if (key == "wheel") return wheel(desk, {});
  if (key == "Ctrl+wheel") return wheel(desk, Qt::ControlModifier);
  if (key == "Shift+wheel") return wheel(desk, Qt::ShiftModifier);
  if (key == "drag") return drag(desk);
  if (key == "double click") return QTest::mouseDClick(desk.target, Qt::LeftButton, {}, at);
  if (key == "Shift+click") {
    return QTest::mouseClick(desk.target, Qt::LeftButton, Qt::ShiftModifier, at);
  }
  if (key.starts_with("click")) return QTest::mouseClick(desk.target, Qt::LeftButton, {}, at);
  if (key == "right click") {
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, desk.target->mapToGlobal(at));
    QApplication::sendEvent(desk.target, &event);
    return;
  }
  const QKeySequence sequence(QString::fromStdString(key));
  ASSERT_EQ(sequence.toString(), QString::fromStdString(key)) << "no key";
  QTest::keySequence(desk.target, sequence);
}

std::unique_ptr<Desk> desk_for(Place place, const char* view) {
  auto desk = std::make_unique<Desk>();
  desk->open(view, place == Place::Topology ? of_many_nodes() : small_question());
  if (place == Place::Picture) desk->target = &desk->canvas();
  if (place == Place::Topology) desk->target = &desk->topology();
  if (place == Place::Memory) desk->target = &desk->memory();
  if (place == Place::Timeline) desk->target = &desk->rows();
  if (place == Place::Chart) desk->target = desk->plot().focusProxy();
  if (place == Place::Timeline) {
    EXPECT_TRUE(QTest::qWaitFor([&] { return desk->rows().isComplete(); }, kPatience));
  }
  if (desk->target != &desk->window) desk->target->setFocus();
  return desk;
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
