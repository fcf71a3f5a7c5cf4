#include "gui/views/topology/restores.h"

#include <QAction>

#include "gui/models/faults.h"

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

}  // namespace treering::gui::views::topology
