// The picture of a node or cluster, as `show --svg` lays it out.
#pragma once

#include <QMenu>
#include <map>
#include <string>

#include "app/setup/route.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"
#include "gui/paint/picture_layer.h"
#include "gui/widgets/canvas.h"
#include "report/drawing/picture.h"

namespace treering::gui::views::topology {

class TopologyCanvas final : public widgets::Canvas {
  Q_OBJECT

 public:
  TopologyCanvas(models::Selection& selection, QWidget* parent);

  /// \param node whose devices the picture has; both as long as the picture is shown
  void show(report::drawing::Picture picture, const core::Topology* node);
  const report::drawing::Picture& picture() const { return picture_; }
  /// Devices that findings are about.
  void setMarks(std::map<std::string, models::Severity> marks);
  /// Marks the devices whose name or facts have the text, and shows the first. How many there are.
  int find(const QString& text);
  /// By line of the picture; empty: lines have the colours of their kinds.
  void setLoads(std::vector<std::optional<double>> loads);
  /// "GPU 0", "NVSwitch": as runs name the ends of links; empty where a line does not say it.
  QString endName(core::DeviceId device) const;
  /// Between the two selected devices; nothing where there are not two.
  std::optional<app::setup::Route> route() const;

 Q_SIGNALS:
  /// Something else shall be true of a device: "mlx5_0=down", "GPU 0-NVSwitch=0.5".
  void faultWanted(const QString& fault);
  /// A menu about something on a node is filled: who knows more of it adds to it.
  void menuWanted(QMenu* menu, int node, const QString& what);

 protected:
  void paintStill(QPainter& painter) override;
  void clicked(QPointF at, Qt::KeyboardModifiers keys) override;
  void hovered(QPointF at, QPoint global) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QString named_at(QPointF at) const;
  paint::Emphasis emphasis() const;
  std::optional<core::DeviceId> device_named(const std::string& name) const;

  void paint_mark(QPainter& painter, const QRectF& box, models::Severity severity) const;

  models::Selection& selection_;
  report::drawing::Picture picture_;
  const core::Topology* node_ = nullptr;
  std::set<std::size_t> found_;
  std::vector<std::optional<double>> loads_;
  std::map<std::string, models::Severity> marks_;
};

}  // namespace treering::gui::views::topology
