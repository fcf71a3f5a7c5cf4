#include "gui/views/topology/topology_view.h"

#include <QBoxLayout>

#include "gui/models/faults.h"
#include "gui/views/topology/loads_by_name.h"
#include "gui/views/topology/restores.h"
#include "gui/views/topology/topology_canvas.h"
#include "report/drawing/cluster_picture.h"
#include "report/machine/subnet_text.h"

namespace treering::gui::views::topology {

TopologyView::TopologyView(const Shared& shared, QWidget* parent)
    : QWidget(parent),
      session_(shared.session),
      selection_(shared.selection),
      clock_(shared.clock),
      canvas_(new TopologyCanvas(selection_, this)),
      search_(new QLineEdit(this)),
      found_(new QLabel(this)),
      selected_(new QLabel(this)),
      colours_(new QComboBox(this)) {
  search_->setPlaceholderText(tr("Find a device: GPU 3, mlx5, 0000:1b"));
  search_->setAccessibleName(tr("Find a device"));
  search_->setClearButtonEnabled(true);
  selected_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  selected_->setWordWrap(true);
  auto* const head = new QHBoxLayout;
  head->addWidget(search_, 1);
  head->addWidget(found_);
  head->addWidget(colours_);
  colours_->setAccessibleName(tr("Colours of links"));
  colours_->addItems({tr("colours by kind of link"), tr("by load at the moment, node 0"),
                      tr("by load over the run, node 0")});
  connect(colours_, &QComboBox::currentIndexChanged, this, &TopologyView::show_loads);
  connect(&clock_, &models::Clock::moved, this, [this] {
    if (colours_->currentIndex() == static_cast<int>(Colours::LoadNow)) show_loads();
  });
  connect(&session_, &models::Session::runChanged, this, &TopologyView::show_loads);
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(head);
  layout->addWidget(canvas_, 1);
  layout->addWidget(selected_);
  connect(search_, &QLineEdit::textChanged, this, &TopologyView::find);
  connect(&session_, &models::Session::machineChanged, this, &TopologyView::show_machine);
  connect(&selection_, &models::Selection::changed, this, &TopologyView::show_selected);
  connect(canvas_, &TopologyCanvas::faultWanted, this, [this](const QString& fault) {
    session_.ask(models::with_fault(session_.question(), fault.toStdString()), tr("fault"));
  });
  connect(canvas_, &TopologyCanvas::menuWanted, this,
          [this](QMenu* menu, int node, const QString& what) {
            add_restores({session_, *menu}, node, what);
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
  if (const app::FabricReport* const fabric = session_.fabricReport()) {
    return canvas_->show(report::machine::subnet_picture(*fabric), nullptr);
  }
  if (report == nullptr) return canvas_->show({}, nullptr);
  canvas_->show(report::drawing::cluster_picture(report->setup.cluster),
                &report->setup.cluster.node);
  show_loads();
}

void TopologyView::setColours(Colours colours) {
  colours_->setCurrentIndex(static_cast<int>(colours));
}

void TopologyView::show_loads() {
  const auto colours = static_cast<Colours>(colours_->currentIndex());
  if (colours == Colours::Kinds) return canvas_->setLoads({});
  session_.need(models::Need::Run);
  const app::SimulateReport* const run = session_.runReport(models::Side::Shown);
  if (run == nullptr || !run->recorded || !run->recorded->has_loads()) {
    return canvas_->setLoads({});
  }
  const LoadsByName loads(*run->recorded,
                          colours == Colours::LoadNow ? std::optional(clock_.now()) : std::nullopt);
  std::vector<std::optional<double>> by_line;
  for (const auto& line : canvas_->picture().lines) {
    by_line.push_back(loads.between(canvas_->endName(line.from).toStdString(),
                                    canvas_->endName(line.to).toStdString()));
  }
  canvas_->setLoads(std::move(by_line));
}

void TopologyView::show_selected() {
  const auto& devices = selection_.now().devices;
  if (devices.empty()) {
    return selected_->setText(
        tr("Click a device to select it; Shift-click another to see how they "
           "reach each other; right-click to try what if it fails."));
  }
  QStringList lines;
  for (const std::string& name : devices) {
    for (const auto& box : canvas_->picture().boxes) {
      if (box.tip != name && !box.tip.starts_with(name + ":")) continue;
      lines << QString::fromStdString(box.tip);
      break;
    }
  }
  if (const auto route = canvas_->route()) {
    QStringList names;
    for (const core::DeviceId id : route->devices) {
      names << QString::fromStdString(session_.machineReport()->setup.cluster.node.device(id).name);
    }
    lines << tr("%1: %2 GB/s at its narrowest")
                 .arg(names.join(QStringLiteral(" → ")))
                 .arg(route->narrowest.in_gb_per_s(), 0, 'g', 4);
  } else if (devices.size() == 2) {
    lines << tr("No link leads from one to the other.");
  }
  selected_->setText(lines.join(QLatin1Char('\n')));
}

void TopologyView::find(const QString& text) {
  const int count = canvas_->find(text);
  found_->setText(text.isEmpty() ? QString() : tr("%n found", nullptr, count));
}

}  // namespace treering::gui::views::topology
