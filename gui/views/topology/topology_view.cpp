#include "gui/views/topology/topology_view.h"

#include <QBoxLayout>
#include <QObject>
#include <QPointer>
#include <QUndoCommand>
#include <functional>
#include <utility>

#include "gui/models/faults.h"
#include "gui/models/question.h"
#include "gui/views/topology/link_colours.h"
#include "gui/views/topology/node_faults.h"
#include "gui/views/topology/selected.h"
#include "gui/views/topology/topology_canvas.h"
#include "gui/views/topology/welcome.h"
#include "gui/widgets/for_hands.h"
#include "report/drawing/cluster/cluster_picture.h"
#include "report/drawing/picture.h"
#include "report/machine/subnet_text.h"

namespace treering::gui::views::topology {
namespace {

class Unfolding final : public QUndoCommand {
 public:
  struct Step {
    report::drawing::Unfolded before;
    report::drawing::Unfolded after;
  };

  /// \param take is called as long as `owner` lives
  Unfolding(QObject& owner, Step step, std::function<void(const report::drawing::Unfolded&)> take);

  void undo() override;
  void redo() override;

 private:
  QPointer<QObject> owner_;
  Step step_;
  std::function<void(const report::drawing::Unfolded&)> take_;
};

Unfolding::Unfolding(QObject& owner, Step step,
                     std::function<void(const report::drawing::Unfolded&)> take)
    : owner_(&owner), step_(std::move(step)), take_(std::move(take)) {
  setText(step_.after.size() > step_.before.size() ? QObject::tr("unfold") : QObject::tr("fold"));
}

void Unfolding::undo() {
  if (owner_) take_(step_.before);
}

void Unfolding::redo() {
  if (owner_) take_(step_.after);
}

}  // namespace
TopologyView::TopologyView(const Shared& shared, QWidget* parent)
    : QWidget(parent),
      session_(shared.session),
      selection_(shared.selection),
      clock_(shared.clock),
      title_(new QLabel(this)),
      about_(new QLabel(this)),
      canvas_(new TopologyCanvas(selection_, this)),
      legend_(new Legend(this)),
      welcome_(new Welcome(session_, this)),
      search_(new QLineEdit(this)),
      found_(new QLabel(this)),
      selected_(new QLabel(this)),
      colours_(new QComboBox(this)) {
  lay_out();
  follow_models();
  follow_inputs();
  session_.need(models::Need::Machine, this);
  session_.need(models::Need::Findings);
  session_.show(models::Need::Findings, *canvas_, models::Until::Unsaid);  // marks go at once
  show_machine();
  canvas_->setMarks(session_.marks());
}

void TopologyView::lay_out() {
  search_->setPlaceholderText(tr("Find a device or node: GPU 3, mlx5, 0000:1b, node 17, 2/GPU 3"));
  search_->setToolTip(tr("Enter opens the first that is found"));
  search_->setAccessibleName(tr("Find a device"));
  search_->setClearButtonEnabled(true);
  selected_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  selected_->setWordWrap(true);
  selected_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  title_->setObjectName(QStringLiteral("title"));
  title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  about_->setObjectName(QStringLiteral("about"));
  about_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  about_->setWordWrap(true);
  auto* const head = new QHBoxLayout;
  head->addWidget(search_, 1);
  head->addWidget(found_);
  head->addWidget(colours_);
  colours_->setAccessibleName(tr("Colours of links"));
  colours_->addItems({tr("colours by kind of link"), QString(), QString()});
  name_colours();
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(head);
  layout->addWidget(title_);
  layout->addWidget(about_);
  layout->addWidget(canvas_, 1);
  layout->addWidget(legend_);
  layout->addWidget(welcome_, 1);
  layout->addWidget(selected_);
}

/// Room for a node, two devices and their way: the picture does not move when they are selected.
void TopologyView::resizeEvent(QResizeEvent* event) {
  constexpr int kLines = 4;
  constexpr int kLow = 560;  // pixels: there the picture needs the room
  selected_->setMinimumHeight(height() < kLow ? 0 : kLines * fontMetrics().lineSpacing());
  QWidget::resizeEvent(event);
}

void TopologyView::follow_models() {
  connect(&clock_, &models::Clock::moved, this, [this] {
    if (colours_->currentIndex() == static_cast<int>(Colours::LoadNow)) show_loads();
  });
  connect(&session_, &models::Session::runChanged, this, &TopologyView::show_loads);
  connect(&session_, &models::Session::machineChanged, this, &TopologyView::show_machine);
  connect(&selection_, &models::Selection::changed, this, &TopologyView::show_selected);
  connect(&session_, &models::Session::findingsChanged, this,
          [this] { canvas_->setMarks(session_.marks()); });
  connect(&session_, &models::Session::questionChanged, this, [this] {
    canvas_->setMarks(session_.marks());
    show_faults();
    show_loads();
    show_welcome();
  });
}

void TopologyView::follow_inputs() {
  connect(colours_, &QComboBox::currentIndexChanged, this, &TopologyView::show_loads);
  connect(welcome_, &Welcome::questionWanted, this, &TopologyView::questionWanted);
  connect(welcome_, &Welcome::fileWanted, this, &TopologyView::fileWanted);
  connect(search_, &QLineEdit::textChanged, this, &TopologyView::find);
  connect(search_, &QLineEdit::returnPressed, canvas_, &TopologyCanvas::openFound);
  connect(canvas_, &TopologyCanvas::foldWanted, this, [this](const report::drawing::Fold& fold) {
    const auto take = [this](const report::drawing::Unfolded& unfolded) {
      unfolded_ = unfolded;
      change_picture();
    };
    session_.history().push(
        new Unfolding(*this, {unfolded_, report::drawing::toggled(unfolded_, fold)}, take));
  });
  connect(canvas_, &TopologyCanvas::handleChosen, this, [this](const report::drawing::Box& box) {
    selected_->setProperty(widgets::kIsForHands, true);
    selected_->setText(box.handle->is_unfolded
                           ? tr("%1. Enter folds it again.").arg(QString::fromStdString(box.tip))
                           : tr("%1. Enter unfolds it.").arg(QString::fromStdString(box.tip)));
  });
  connect(canvas_, &TopologyCanvas::faultsWanted, this, [this](const QStringList& faults) {
    models::Question question = session_.question();
    for (const QString& fault : faults) {
      question = models::with_fault(std::move(question), fault.toStdString());
    }
    session_.ask(question, tr("fault"));
  });
  connect(canvas_, &TopologyCanvas::menuWanted, this,
          [this](QMenu* menu, int node, const QString& what) {
            complete({session_, *menu}, node, what);
          });
}

/// A node that another cluster had is none of this one's.
Machines TopologyView::machines() const {
  const auto* const report = drawn<app::MachineReport>();
  if (report == nullptr) return {};
  const core::Cluster& cluster = report->setup.cluster;
  auto node = node_in_full(selection_.now());
  if (node && (*node >= cluster.node_count || cluster.node_count == 1)) node.reset();
  return {{session_.machineInquiry().shown(), &cluster}, node};
}

report::drawing::Picture TopologyView::picture() const {
  const Machines shown = machines();
  if (!shown.is_empty()) {
    return report::drawing::cluster::cluster_picture(
        shown.cluster(), {.unfolded = unfolded_,
                          .frame = report::drawing::Frame::None,
                          .node = shown.node(),
                          .job_gpus = drawn<app::MachineReport>()->setup.job.devices.size(),
                          .marked = marked_});
  }
  const auto* const fabric = drawn<app::FabricReport>();
  return fabric == nullptr
             ? report::drawing::Picture()
             : report::machine::subnet_picture(*fabric, unfolded_, report::drawing::Frame::None);
}

void TopologyView::show_machine() {
  const std::string& source = session_.question().job.topology;
  if (source != topology_) unfolded_.clear();
  topology_ = source;
  drop_unknown();
  canvas_->show(picture(), machines());
  show_frame();
  show_welcome();
  name_colours();
  show_faults();
  show_loads();
  show_selected();
}

/// What stands around the picture.
void TopologyView::show_frame() {
  const report::drawing::Picture& picture = canvas_->picture();
  title_->setText(QString::fromStdString(picture.title));
  about_->setText(QString::fromStdString(picture.description));
  for (QLabel* const one : {title_, about_}) one->setVisible(!one->text().isEmpty());
  legend_->show(picture);
}

/// The keys go to what is seen.
void TopologyView::show_welcome() {
  const QWidget* const focused = window()->focusWidget();
  const bool was_focused =
      focused != nullptr && (focused == canvas_ || welcome_->isAncestorOf(focused));
  const bool is_welcome = welcome_->take_question();
  welcome_->setVisible(is_welcome);
  canvas_->setVisible(!is_welcome);
  selected_->setVisible(!is_welcome);
  setFocusProxy(is_welcome ? static_cast<QWidget*>(welcome_) : canvas_);
  if (was_focused) setFocus();
}

/// Devices of a machine before that this one lacks.
void TopologyView::drop_unknown() {
  const Machines now = machines();
  models::Selected selected = selection_.now();
  const auto is_unknown = [&](const std::string& name) { return !now.device_named(name); };
  if (!session_.machine()) return;
  std::erase_if(selected.devices, is_unknown);
  const auto& before = selected.before;
  const bool has_lost =
      before && (!now.node() || before->node >= now.cluster().node_count ||
                 (!before->device.empty() && !now.device_named(before->device, before->node)));
  if (has_lost) selected.before.reset();
  selection_.select(selected);  // nothing where it is as before
}

/// The same machines, drawn otherwise.
void TopologyView::change_picture() {
  if (machines().is_empty() && drawn<app::FabricReport>() == nullptr) return;
  canvas_->change(picture(), machines());
  show_frame();
  name_colours();
  show_loads();
}

/// On the machines of the question.
void TopologyView::show_faults() {
  if (session_.machineInquiry().isOld()) return;
  const Machines shown = machines();
  const int nodes = shown.is_empty() ? 0 : shown.cluster().node_count;
  NodeFaults tried = faults_by_node(models::tried_faults(session_.question()), nodes);
  if (!shown.is_empty()) tried = of_own_devices(std::move(tried), shown.cluster());
  std::vector<int> marked;
  for (const auto& [node, faults] : tried) marked.push_back(node);
  if (std::exchange(marked_, marked) != marked) change_picture();
  canvas_->setFaults(shown.is_empty() ? tried
                                      : with_tried(described_faults(shown.cluster()), tried));
}

void TopologyView::name_colours() {
  const int node = machines().node().value_or(0);
  colours_->setItemText(1, tr("by load at the moment, node %1").arg(node));
  colours_->setItemText(2, tr("by load over the run, node %1").arg(node));
}

void TopologyView::setColours(Colours colours) {
  colours_->setCurrentIndex(static_cast<int>(colours));
}

void TopologyView::show_loads() {
  const auto colours = static_cast<Colours>(colours_->currentIndex());
  if (colours != Colours::Kinds) {
    session_.need(models::Need::Run);
    session_.show(models::Need::Run, *canvas_, models::Until::Unsaid);
  }
  const app::SimulateReport* const run = session_.runReport(models::Side::Shown);
  const bool has_loads =
      colours != Colours::Kinds && run != nullptr && run->recorded && run->recorded->has_loads();
  legend_->setLoadsShown(has_loads);
  if (!has_loads) return canvas_->setLoads({});
  const Machines& shown = canvas_->machines();
  const LoadsByName loads(*run->recorded, shown.node().value_or(0),
                          colours == Colours::LoadNow ? std::optional(clock_.now()) : std::nullopt);
  canvas_->setLoads(loads_of_lines(canvas_->picture(), shown, loads));
}

void TopologyView::find(const QString& text) {
  const int count = canvas_->find(text);
  found_->setText(text.isEmpty() ? QString() : tr("%n found", nullptr, count));
}

}  // namespace treering::gui::views::topology
