#include <QAction>
#include <QStringList>

#include "app/simulation/faults.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/views/topology/node_faults.h"

namespace treering::gui::views::topology {

void add_restores(const FaultMenu& to, int node, const QString& what) {
  models::Session& session = to.session;
  const auto about = models::faults_about(session.question(), node, what.toStdString());
  if (about.empty()) return;
  to.menu.addSeparator();
  for (const std::string& fault : about) {
    const bool is_on = !session.question().faults_off.contains(fault);
    QAction* const tried = to.menu.addAction(
        QObject::tr("Try %1").arg(QString::fromStdString(fault)), &session,
        [&session, fault, is_on] {
          session.ask(models::with_fault_switched(session.question(), fault, !is_on),
                      is_on ? QObject::tr("fault off") : QObject::tr("fault on"));
        });
    tried->setCheckable(true);
    tried->setChecked(is_on);
  }
  const QString name = what.isEmpty() ? QObject::tr("node %1").arg(node) : what;
  to.menu.addAction(QObject::tr("Restore %1").arg(name), &session, [&session, about] {
    models::Question question = session.question();
    for (const std::string& fault : about) question = models::without_fault(question, fault);
    session.ask(question, QObject::tr("restore"));
  });
}

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
