#include <QTest>

#include <gtest/gtest.h>

#include "gui/views/topology/node_faults.h"
#include "tests/gui/patience.h"

namespace treering::gui::views::topology {
namespace fault_menu_test {

/// The machines of a session that are there.
void open(models::Session& session, int nodes) {
  session.need(models::Need::Machine);
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = nodes;
  session.open(question);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.machineReport() != nullptr; }, kPatience));
}

/// An action as the canvas adds it.
QAction* add(QMenu& menu, const QString& fault) {
  QAction* const action = menu.addAction(fault);
  action->setData(QStringList{fault});
  return action;
}

TEST(FaultMenu, WhatLeavesNoJobIsOffAndSaysWhy) {
  models::Session session;
  open(session, 2);
  QMenu menu;
  QAction* const gpu = add(menu, QStringLiteral("0/GPU 0=down"));
  QAction* const pci = add(menu, QStringLiteral("0/PCI switch 1=down"));
  QAction* const port = add(menu, QStringLiteral("0/mlx5_0=down"));
  QAction* const one_switch = add(menu, QStringLiteral("0/NVSwitch 1=down"));
  complete({session, menu}, 0, QStringLiteral("mlx5_0"));
  Q_EMIT menu.aboutToShow();
  EXPECT_FALSE(gpu->isEnabled());
  EXPECT_TRUE(gpu->text().contains(QStringLiteral("its rank is missing")));
  EXPECT_FALSE(pci->isEnabled());
  EXPECT_TRUE(port->isEnabled());
  EXPECT_TRUE(one_switch->isEnabled());
}

TEST(FaultMenu, ANodeCanBeAway) {
  models::Session session;
  open(session, 4);
  models::Question question = session.question();
  question.faults = {"3/mlx5_0=0.5"};
  session.ask(question, QStringLiteral("fault"));
  QMenu menu;
  complete({session, menu}, 1, {});
  ASSERT_FALSE(menu.isEmpty());
  menu.actions().front()->trigger();
  EXPECT_EQ(session.question().job.nodes, 3);
  EXPECT_EQ(session.question().faults, std::vector<std::string>{"2/mlx5_0=0.5"});
  session.history().undo();
  EXPECT_EQ(session.question().job.nodes, 4);
}

}  // namespace fault_menu_test
}  // namespace treering::gui::views::topology
