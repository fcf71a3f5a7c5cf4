#include "gui/window/question/network_panel.h"

#include <QFormLayout>

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

/// "as described: 2 : 1"; without a fabric while that is not known.
QString described_ratio(const core::Fabric* fabric) {
  if (fabric == nullptr) return NetworkPanel::tr("as described");
  return NetworkPanel::tr("as described: %1 : 1").arg(ratio_text(fabric->oversubscription));
}

QString described_nodes(const core::Fabric* fabric) {
  if (fabric == nullptr || fabric->nodes_per_leaf == 0) return NetworkPanel::tr("as described");
  return NetworkPanel::tr("as described: %1").arg(fabric->nodes_per_leaf);
}

/// Shows a number as it is, not rounded to so many decimals.
class RatioBox final : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QString textFromValue(double value) const override { return ratio_text(value); }
};

}  // namespace

NetworkPanel::NetworkPanel(models::Session& session, QWidget* parent)
    : QWidget(parent), session_(session), ratio_(new RatioBox(this)), nodes_(new QSpinBox(this)) {
  ratio_->setAccessibleName(tr("Oversubscription"));
  ratio_->setToolTip(
      tr("How many times less leaf switches have to the others than their nodes have "
         "to them"));
  ratio_->setRange(kAsDescribed, kMostRatio);
  ratio_->setDecimals(kDigits);
  ratio_->setSingleStep(0.5);
  ratio_->setSuffix(QStringLiteral(" : 1"));
  nodes_->setAccessibleName(tr("Nodes per leaf switch"));
  nodes_->setToolTip(tr("Nodes under each leaf switch; the others are reached over the spine"));
  nodes_->setRange(0, kMostPerLeaf);
  for (QAbstractSpinBox* const one : std::initializer_list<QAbstractSpinBox*>{ratio_, nodes_}) {
    one->setKeyboardTracking(false);
  }
  auto* const form = new QFormLayout(this);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(tr("Overs&ubscription"), ratio_);
  form->addRow(tr("N&odes per leaf"), nodes_);
  connect(ratio_, &QDoubleSpinBox::valueChanged, this, [this](double ratio) {
    auto leaves = session_.question().job.leaf_switches;
    leaves.oversubscription =
        ratio < 1 ? std::nullopt : std::optional(ratio_text(ratio).toStdString());
    ask(leaves, tr("oversubscription"));
  });
  connect(nodes_, &QSpinBox::valueChanged, this, [this](int nodes) {
    auto leaves = session_.question().job.leaf_switches;
    leaves.nodes_per_leaf = nodes == 0 ? std::nullopt : std::optional(nodes);
    ask(leaves, tr("nodes per leaf"));
  });
  connect(&session_, &models::Session::questionChanged, this, &NetworkPanel::take_question);
  connect(&session_, &models::Session::machineChanged, this, &NetworkPanel::take_question);
  take_question();
}

void NetworkPanel::ask(const app::setup::LeafSwitchRequest& leaves, const QString& what) {
  if (is_taking_) return;
  models::Question question = session_.question();
  question.job.leaf_switches = leaves;
  session_.ask(question, what);
}

void NetworkPanel::take_question() {
  const auto& leaves = session_.question().job.leaf_switches;
  const app::MachineReport* const machine = session_.machineReport();
  is_taking_ = true;
  const core::Fabric* const fabric = machine == nullptr ? nullptr : &machine->setup.cluster.fabric;
  ratio_->setSpecialValueText(described_ratio(fabric));
  nodes_->setSpecialValueText(described_nodes(fabric));
  ratio_->setValue(leaves.oversubscription
                       ? QString::fromStdString(*leaves.oversubscription).toDouble()
                       : kAsDescribed);
  nodes_->setValue(leaves.nodes_per_leaf.value_or(0));
  is_taking_ = false;
}

}  // namespace treering::gui::window::question
