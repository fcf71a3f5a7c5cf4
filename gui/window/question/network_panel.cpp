#include "gui/window/question/network_panel.h"

#include <QFormLayout>
#include <utility>

#include "gui/window/question/inputs.h"

namespace treering::gui::window::question {
namespace {

// The least values stand for what the source says.
constexpr double kAsDescribed = 0.5;
constexpr double kMostRatio = 64;
constexpr int kMostPerLeaf = 4096;
constexpr int kDigits = 6;

/// "1.25": with the digits that it has.
QString ratio_text(double ratio) {
  return QString::number(ratio, 'g', kDigits);
}

/// "as described: 2 : 1"; while that is not known without a figure.
QString described(const std::optional<double>& ratio) {
  if (!ratio) return NetworkPanel::tr("as described");
  return NetworkPanel::tr("as described: %1 : 1").arg(ratio_text(*ratio));
}

QString described(const std::optional<int>& nodes) {
  if (!nodes || *nodes == 0) return NetworkPanel::tr("as described");
  return NetworkPanel::tr("as described: %1").arg(*nodes);
}

void add_orders(QComboBox& box) {
  box.setToolTip(NetworkPanel::tr("Under which leaf switches the nodes are, by their numbers"));
  box.addItem(NetworkPanel::tr("as described"), QString());
  box.addItem(NetworkPanel::tr("sorted by leaf"), QStringLiteral("sorted"));
  box.addItem(NetworkPanel::tr("scattered"), QStringLiteral("scattered"));
  box.addItem(NetworkPanel::tr("unknown"), QStringLiteral("unknown"));
}

/// A list, which nobody chooses here, is added when a question has it.
void show_order(const std::string& order, QComboBox& box) {
  const QString text = QString::fromStdString(order);
  if (box.findData(text) < 0) box.addItem(text, text);
  box.setCurrentIndex(box.findData(text));
}

/// Shows a number as it is, not rounded to so many decimals.
class RatioBox final : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QString textFromValue(double value) const override { return ratio_text(value); }
};

}  // namespace

NetworkPanel::NetworkPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      ratio_(new RatioBox(this)),
      nodes_(new QSpinBox(this)),
      order_(combo(this, tr("Order of nodes"))),
      lacking_(new widgets::ProblemLabel(this)) {
  ratio_->setAccessibleName(tr("Oversubscription"));
  ratio_->setToolTip(
      tr("How many times less leaf switches have to the others than their nodes have "
         "to them"));
  ratio_->setRange(kAsDescribed, kMostRatio);
  ratio_->setDecimals(kDigits);
  ratio_->setSingleStep(0.5);
  nodes_->setAccessibleName(tr("Nodes per leaf switch"));
  nodes_->setToolTip(tr("Nodes under each leaf switch; the others are reached over the spine"));
  nodes_->setRange(0, kMostPerLeaf);
  auto* const form = new QFormLayout(this);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(tr("Overs&ubscription"), ratio_);
  form->addRow(tr("N&odes per leaf"), nodes_);
  add_orders(*order_);
  form->addRow(tr("Order of nodes"), order_);
  lacking_->setObjectName(QStringLiteral("leaf switches lack"));
  form->addRow(lacking_);
  on_value(*ratio_, *this, [this](double ratio) {
    Leaves leaves = wanted_;
    leaves.oversubscription =
        ratio < 1 ? std::nullopt : std::optional(ratio_text(ratio).toStdString());
    ask(leaves, tr("oversubscription"));
  });
  on_value(*nodes_, *this, [this](int nodes) {
    Leaves leaves = wanted_;
    leaves.nodes_per_leaf = nodes == 0 ? std::nullopt : std::optional(nodes);
    ask(leaves, tr("nodes per leaf"));
  });
  connect(order_, &QComboBox::activated, this, [this](int index) {
    Leaves leaves = wanted_;
    const std::string order = order_->itemData(index).toString().toStdString();
    leaves.node_order = order.empty() ? std::nullopt : std::optional(order);
    ask(leaves, tr("order of nodes"));
  });
  connect(&session_, &models::Session::questionChanged, this, &NetworkPanel::take_question);
  connect(&session_, &models::Session::machineChanged, this, &NetworkPanel::take_machine);
  take_question();
  take_machine();
}

/// Where nobody has described the leaf switches, a ratio without the nodes says nothing.
bool NetworkPanel::is_complete(const Leaves& leaves) const {
  const bool has_nodes = leaves.nodes_per_leaf || !described_nodes_ || *described_nodes_ > 0;
  return has_nodes || !(leaves.oversubscription || leaves.node_order);
}

/// Incomplete input has no effect: the leaf switches are as described.
void NetworkPanel::ask(const Leaves& leaves, const QString& what) {
  if (is_taking_) return;
  wanted_ = leaves;
  show_wanted();
  const Leaves effective = is_complete(leaves) ? leaves : Leaves();
  if (effective == asked_) return;
  asked_ = effective;
  models::Question question = session_.question();
  question.job.leaf_switches = effective;
  session_.ask(question, what);
}

/// What is not complete stays to be completed, unless it is of another machine.
void NetworkPanel::take_question() {
  const app::setup::JobRequest& job = session_.question().job;
  const bool is_other = std::exchange(source_, job.topology) != job.topology;
  if (is_other) {
    described_ratio_.reset();
    described_nodes_.reset();
  }
  if (is_other || !(asked_ == job.leaf_switches)) wanted_ = job.leaf_switches;
  asked_ = job.leaf_switches;
  show_wanted();
}

/// The fabric has what is set by hand; the rest is as it is described.
void NetworkPanel::take_machine() {
  if (const app::MachineReport* const machine = session_.machineReport()) {
    const core::Fabric& fabric = machine->setup.cluster.fabric;
    if (!asked_.oversubscription) described_ratio_ = fabric.oversubscription;
    if (!asked_.nodes_per_leaf) described_nodes_ = fabric.nodes_per_leaf;
  }
  show_wanted();
}

void NetworkPanel::show_wanted() {
  const bool is_complete = this->is_complete(wanted_);
  is_taking_ = true;
  if (!is_typed_in(*ratio_)) {
    ratio_->setSuffix(is_complete ? QStringLiteral(" : 1") : tr(" : 1, no effect yet"));
    ratio_->setSpecialValueText(described(described_ratio_));
    ratio_->setValue(wanted_.oversubscription
                         ? QString::fromStdString(*wanted_.oversubscription).toDouble()
                         : kAsDescribed);
  }
  if (!is_typed_in(*nodes_)) {
    nodes_->setSpecialValueText(is_complete ? described(described_nodes_) : tr("needed"));
    nodes_->setValue(wanted_.nodes_per_leaf.value_or(0));
  }
  show_order(wanted_.node_order.value_or(""), *order_);
  is_taking_ = false;
  lacking_->say(is_complete
                    ? QString()
                    : tr("Nobody has described how many nodes a leaf switch has: with Nodes per "
                         "leaf, Oversubscription takes effect."),
                widgets::Tone::Plain);
}

}  // namespace treering::gui::window::question
