#include "gui/window/question/nodes_input.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>

#include "core/topology/cluster.h"

namespace treering::gui::window::question {
namespace {

constexpr int kMostTyped = 999'999'999;  // beyond it digits are not taken

}  // namespace

NodesInput::NodesInput(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      box_(new QSpinBox(this)),
      problem_(new widgets::ProblemLabel(this)) {
  box_->setRange(1, kMostTyped);
  box_->setAccessibleName(tr("Nodes"));
  problem_->setObjectName(QStringLiteral("nodes problem"));
  setFocusProxy(box_);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(box_);
  layout->addWidget(problem_);
  on_value(*box_, *this, [this](int nodes) { ask(nodes); });
  connect(&session_, &models::Session::questionChanged, this, &NodesInput::take_question);
  connect(&session_, &models::Session::machineChanged, this, &NodesInput::take_question);
  take_question();
}

/// A cluster file has a number of its own.
int NodesInput::asked() const {
  const app::MachineReport* const machine = session_.machineReport();
  const int own = machine == nullptr ? 1 : machine->setup.cluster.node_count;
  return session_.question().job.nodes.value_or(own);
}

void NodesInput::take_question() {
  if (!followed_.is_to_fill(asked(), *box_)) return;
  const QSignalBlocker quiet(box_);
  box_->setValue(asked());
  problem_->say({});
}

void NodesInput::ask(int nodes) {
  if (nodes > core::kMaxRanks) {
    return problem_->say(tr("%1 nodes are too many: it is 1 to %2. The views show %3.")
                             .arg(nodes)
                             .arg(core::kMaxRanks)
                             .arg(asked()));
  }
  problem_->say({});
  if (nodes == asked()) return;
  models::Question question = session_.question();
  question.job.nodes = nodes;
  session_.ask(question, tr("nodes"));
}

/// Enter on what is wrong does not leave it.
void NodesInput::keyPressEvent(QKeyEvent* event) {
  event->setAccepted(!problem_->text().isEmpty());
}

}  // namespace treering::gui::window::question
