#include "gui/views/topology/fault_menu.h"

#include <QAction>
#include <QStringList>

#include "app/simulation/faults.h"
#include "core/topology/node_classes.h"
#include "core/unit_text.h"
#include "gui/models/faults.h"

namespace treering::gui::views::topology {
namespace {

/// Empty where the job goes on.
QString why_not(const models::Session& session, const QStringList& faults) {
  models::Question question = session.question();
  for (const QString& fault : faults) {
    question = models::with_fault(std::move(question), fault.toStdString());
  }
  const auto checked =
      app::simulation::check_faults(models::tried_faults(question), session.machineReport()->setup);
  return checked ? QString() : QString::fromStdString(checked.error().found);
}

/// Looks at what is down: what is slow goes on.
void switch_off_impossible(const FaultMenu& to) {
  const bool is_wrong_already = to.session.faultWords() && !*to.session.faultWords();
  if (to.session.machineReport() == nullptr || is_wrong_already) return;
  for (QAction* const action : to.menu.actions()) {
    const QStringList faults = action->data().toStringList();
    if (faults.isEmpty() || !faults.front().endsWith(QStringLiteral("=down"))) continue;
    if (!action->isEnabled()) continue;
    const QString why = why_not(to.session, faults);
    if (why.isEmpty()) continue;
    action->setEnabled(false);
    action->setText(QObject::tr("%1: no, as %2").arg(action->text(), why));
  }
}

/// NCCL makes no communicator with a node that is not there: the job is then on the others.
void add_without_node(const FaultMenu& to, int node) {
  const app::MachineReport* const report = to.session.machineReport();
  if (report == nullptr || report->setup.cluster.node_count < 2) return;
  const core::Cluster& cluster = report->setup.cluster;
  QAction* const action = to.menu.addAction(
      QObject::tr("the job without it, on %1")
          .arg(QString::fromStdString(core::counted(cluster.node_count - 1, "node"))),
      &to.session, [&session = to.session, node, nodes = cluster.node_count] {
        session.ask(models::without_node(session.question(), node, nodes), QObject::tr("node"));
      });
  if (is_even(cluster)) return;
  action->setEnabled(false);
  action->setText(QObject::tr("%1: no, as nodes differ").arg(action->text()));
}

}  // namespace

void complete(const FaultMenu& to, int node, const QString& what) {
  if (what.isEmpty()) add_without_node(to, node);
  add_restores(to, node, what);
  QObject::connect(&to.menu, &QMenu::aboutToShow, &to.session,
                   [&session = to.session, menu = &to.menu] {
                     switch_off_impossible({session, *menu});
                   });
}

}  // namespace treering::gui::views::topology
