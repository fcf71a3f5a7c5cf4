#include "gui/views/topology/welcome.h"

#include <QBoxLayout>

#include "gui/models/words.h"

namespace treering::gui::views::topology {
namespace {

QString greeting() {
  return QObject::tr(
      "<h2>What do your GPUs make of a collective?</h2>"
      "<p>Begin with one of these, choose a topology at the left, or drop a file here: hwloc XML, "
      "NCCL's topology or log, cluster YAML.</p>");
}

QString views_text() {
  return QObject::tr(
      "<table align=\"center\" cellspacing=\"6\">"
      "<tr><td><b>Topology</b></td><td>what the machine is made of, and the way between two "
      "devices</td></tr>"
      "<tr><td><b>Algorithm</b></td><td>a call step by step, on ranks and links</td></tr>"
      "<tr><td><b>Compare</b></td><td>two ways of the same call on one clock</td></tr>"
      "<tr><td><b>Charts</b></td><td>how long it takes, over sizes and nodes</td></tr>"
      "<tr><td><b>Recommendation</b></td><td>what to set, and how sure that is</td></tr>"
      "<tr><td><b>Check</b></td><td>what is wrong with the machine, and what was measured"
      "</td></tr></table>"
      "<p>New to this? <b>F1</b> opens the Lessons.</p>");
}

models::Question on(const char* topology, std::optional<int> nodes = {}) {
  models::Question question;
  question.job.topology = topology;
  question.job.nodes_may_differ = true;
  question.job.nodes = nodes;
  return question;
}

}  // namespace

Welcome::Welcome(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      text_(new QLabel(greeting(), this)),
      beginnings_(beginnings()),
      views_(new QLabel(views_text(), this)),
      problem_(new widgets::ProblemLabel(this)) {
  setObjectName(QStringLiteral("welcome"));
  problem_->setObjectName(QStringLiteral("no machines"));
  problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* const layout = new QVBoxLayout(this);
  layout->addStretch();
  for (QLabel* const one : {text_, views_}) {
    one->setTextFormat(Qt::RichText);
    one->setAlignment(Qt::AlignCenter);
    one->setWordWrap(true);
    one->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  layout->addWidget(text_);
  layout->addWidget(beginnings_);
  layout->addWidget(views_);
  layout->addWidget(problem_);
  layout->addStretch();
}

QPushButton* Welcome::add(const QString& text, const QString& does) {
  auto* const button = new QPushButton(text, this);
  button->setToolTip(does);
  return button;
}

QWidget* Welcome::beginnings() {
  auto* const cluster =
      add(tr("4 × DGX H100"), tr("Four nodes of eight GPUs each, from NVIDIA's specifications"));
  cluster->setObjectName(QStringLiteral("begin with a cluster"));
  connect(cluster, &QPushButton::clicked, this,
          [this] { Q_EMIT questionWanted(on("dgx-h100", 4)); });
  auto* const live = add(tr("This &machine"), tr("The GPUs and adapters that are found here"));
  live->setObjectName(QStringLiteral("begin with this machine"));
  connect(live, &QPushButton::clicked, this, [this] { Q_EMIT questionWanted(on("live")); });
  auto* const log = add(tr("A lo&g …"), tr("Output of nccl-tests, or CSV of measurements"));
  log->setObjectName(QStringLiteral("begin with a log"));
  connect(log, &QPushButton::clicked, this, &Welcome::fileWanted);
  auto* const row = new QWidget(this);
  row->setFocusProxy(cluster);
  auto* const layout = new QHBoxLayout(row);
  layout->addStretch();
  for (QPushButton* const one : {cluster, live, log}) layout->addWidget(one);
  layout->addStretch();
  setFocusProxy(cluster);
  return row;
}

bool Welcome::take_question() {
  const bool is_beginning = !session_.question().has_topology();
  for (QWidget* const one : std::initializer_list<QWidget*>{text_, beginnings_, views_}) {
    one->setVisible(is_beginning);
  }
  const auto& machine = session_.machine();
  const bool is_wrong = !is_beginning && machine && !*machine && !models::is_cancelled(machine);
  problem_->say(
      is_wrong ? tr("There are no machines to show: %1").arg(models::message_of(machine->error()))
               : QString());
  return is_beginning || is_wrong;
}

}  // namespace treering::gui::views::topology
