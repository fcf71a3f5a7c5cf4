// The picture of a node, cluster or fabric, as `show --svg` lays it out, with parts that unfold.
#pragma once

#include <QMenu>
#include <map>
#include <string>

#include "app/setup/route.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"
#include "gui/paint/picture_layer.h"
#include "gui/views/topology/machines.h"
#include "gui/views/topology/node_faults.h"
#include "gui/widgets/canvas.h"
#include "report/drawing/picture.h"

namespace treering::gui::views::topology {

class TopologyCanvas final : public widgets::Canvas {
  Q_OBJECT

 public:
  TopologyCanvas(models::Selection& selection, QWidget* parent);

  /// All of it is seen. \param machines what the picture has
  void show(report::drawing::Picture picture, const Machines& machines);
  /// The same machines, with another part unfolded or another node in full: what is seen stays.
  void change(report::drawing::Picture picture, const Machines& machines);
  /// As it is painted: stretched to the height of the view, where it is lower.
  const report::drawing::Picture& picture() const { return picture_; }
  const Machines& machines() const { return machines_; }

  /// Devices that findings are about; other names are of the node itself.
  void setMarks(std::map<std::string, models::Severity> marks);
  void setFaults(NodeFaults faults);
  /// Marks what has the text in its name or facts, folded or not, or is the node ("node 17"), and
  /// shows the first. How many there are.
  int find(const QString& text);
  /// Unfolds the first that was found, or selects it.
  void openFound();
  /// The way between two nodes that are selected; nothing where they are not.
  void setWay(std::optional<app::setup::NodeRoute> way);
  /// By line of the picture; empty: lines have the colours of their kinds.
  void setLoads(std::vector<std::optional<double>> loads);

 Q_SIGNALS:
  /// Something else shall be true of devices: "0/mlx5_0=down", "3/GPU 0-NVSwitch=0.5".
  void faultsWanted(const QStringList& faults);
  /// A menu about something on a node, or about all of it (`what` is empty), is filled: who knows
  /// more of it adds to it. The data of its actions are the faults that they ask for.
  void menuWanted(QMenu* menu, int node, const QString& what);
  /// A part shall be unfolded, or folded again.
  void foldWanted(const treering::report::drawing::Fold& fold);
  /// The box that Enter folds or unfolds.
  void handleChosen(const treering::report::drawing::Box& box);

 protected:
  bool paintStill(QPainter& painter, Piece piece) override;
  void clicked(QPointF at, Qt::KeyboardModifiers keys) override;
  void hovered(QPointF at, QPoint global) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  paint::View view() const { return {seen(), scale()}; }
  std::optional<paint::Hit> hit(QPointF at) const;
  paint::Emphasis emphasis() const;
  void paint_marks(QPainter& painter) const;
  void paint_inside_marks(QPainter& painter, int node) const;
  void paint_faults(QPainter& painter, const report::drawing::Picture& picture, int node,
                    double scale) const;
  QRectF area_of_node(int node) const;
  QRectF area_in_full() const;
  void emphasise_way(paint::Emphasis& emphasis) const;
  std::optional<int> find_on_node(const QString& text);
  bool has_in_name(const report::drawing::Box& box, const QString& text) const;
  void select_at(const paint::Hit* hit, bool is_added);
  void add_states(QMenu& to, int node, const QString& what);
  void add_node_states(QMenu& menu, int node);
  void choose_handle(int step);
  void open_chosen();
  void select_node(int step);
  void bring_into_view(const QRectF& area);
  void replace(report::drawing::Picture picture, const Machines& machines);
  double stretch() const;

  models::Selection& selection_;
  report::drawing::Picture whole_;  // as it was laid out
  report::drawing::Picture picture_;
  double stretch_ = 1;
  Machines machines_;
  std::set<std::size_t> found_;
  std::optional<int> found_node_;
  std::vector<std::string> found_devices_;  // of that node
  std::optional<app::setup::NodeRoute> way_;
  std::optional<std::size_t> chosen_;  // the box whose handle Enter works
  std::vector<std::optional<double>> loads_;
  std::map<std::string, models::Severity> marks_;
  NodeFaults faults_;
};

}  // namespace treering::gui::views::topology
