#include "gui/views/topology/topology_view.h"

#include <QBoxLayout>

#include "gui/views/topology/topology_canvas.h"
#include "report/drawing/cluster_picture.h"

namespace treering::gui::views::topology {

TopologyView::TopologyView(models::Session& session, models::Selection& selection, QWidget* parent)
    : QWidget(parent),
      session_(session),
      selection_(selection),
      canvas_(new TopologyCanvas(selection, this)),
      search_(new QLineEdit(this)),
      found_(new QLabel(this)),
      selected_(new QLabel(this)) {
  search_->setPlaceholderText(tr("Find a device: GPU 3, mlx5, 0000:1b"));
  search_->setAccessibleName(tr("Find a device"));
  search_->setClearButtonEnabled(true);
  selected_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  selected_->setWordWrap(true);
  auto* const head = new QHBoxLayout;
  head->addWidget(search_, 1);
  head->addWidget(found_);
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(head);
  layout->addWidget(canvas_, 1);
  layout->addWidget(selected_);
  connect(search_, &QLineEdit::textChanged, this, &TopologyView::find);
  connect(&session_, &models::Session::machineChanged, this, &TopologyView::show_machine);
  connect(&selection_, &models::Selection::changed, this, &TopologyView::show_selected);
  connect(canvas_, &TopologyCanvas::faultWanted, this, [this](const QString& fault) {
    models::Question question = session_.question();
    question.faults.push_back(fault.toStdString());
    session_.ask(question, tr("fault"));
  });
  connect(&session_, &models::Session::findingsChanged, this,
          [this] { canvas_->setMarks(session_.marks()); });
  connect(&session_, &models::Session::questionChanged, this,
          [this] { canvas_->setMarks(session_.marks()); });
  session_.need(models::Need::Machine);
  session_.need(models::Need::Findings);
  show_machine();
  show_selected();
  canvas_->setMarks(session_.marks());
}

void TopologyView::show_machine() {
  const app::MachineReport* const report = session_.machineReport();
  if (report == nullptr) return canvas_->show({}, nullptr);
  canvas_->show(report::drawing::cluster_picture(report->setup.cluster),
                &report->setup.cluster.node);
}

void TopologyView::show_selected() {
  const auto& devices = selection_.now().devices;
  QString text =
      tr("Click a device to select it; Shift-click another to see how they reach each "
         "other.");
  if (!devices.empty()) {
    QStringList tips;
    for (const auto& box : canvas_->picture().boxes) {
      for (const std::string& name : devices) {
        if (box.tip == name || box.tip.starts_with(name + ":")) {
          tips << QString::fromStdString(box.tip);
        }
      }
    }
    text = tips.join(QStringLiteral("\n"));
  }
  selected_->setText(text);
}

void TopologyView::find(const QString& text) {
  const int count = canvas_->find(text);
  found_->setText(text.isEmpty() ? QString() : tr("%n found", nullptr, count));
}

}  // namespace treering::gui::views::topology
