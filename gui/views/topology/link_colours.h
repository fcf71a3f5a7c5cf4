// Colours of links: how busy the links are, and the legend that explains colours and lines.
#pragma once

#include <QPen>
#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/simulation/recorded.h"
#include "gui/views/topology/machines.h"
#include "report/drawing/sheet.h"

namespace treering::gui::views::topology {

// How busy the links of a node of a run are, by the names of their ends.

using Loads = std::vector<std::optional<double>>;

class LoadsByName {
 public:
  /// At a moment; nothing: over the whole run. \pre the run has loads; it lives as long
  LoadsByName(const app::simulation::Recorded& run, int node, std::optional<double> us);

  /// The busier of both directions, as a share of its rate; nothing where no message goes there.
  std::optional<double> between(const std::string& from, const std::string& to) const;

 private:
  std::optional<double> load(const std::string& from, const std::string& to) const;

  const app::simulation::Recorded& run_;
  std::optional<double> us_;
  std::map<std::string, int> links_;  // "GPU 0 -> NVSwitch"
};

/// By line of the picture. A line to the network is as busy as the busiest port of the node, where
/// one switch, or a network without bottleneck, joins all nodes.
Loads loads_of_lines(const report::drawing::Picture& picture, const Machines& machines,
                     const LoadsByName& loads);

// What the lines of a picture stand for, or how busy links of each colour are, below it: as large
// however small the picture is.

class Legend final : public QWidget {
  Q_OBJECT

 public:
  explicit Legend(QWidget* parent = nullptr);

  /// Hidden where there is none.
  void show(const report::drawing::Picture& picture);
  /// Whether links have the colours of their loads.
  void setLoadsShown(bool are_shown);
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Item {
    QString text;
    QPen pen = Qt::NoPen;  // of a sample; none: words alone
    QPoint at = {};
    int width = 0;
  };
  std::vector<Item> kinds() const;
  static std::vector<Item> loads();
  std::vector<Item> items(int width) const;

  std::vector<report::drawing::LegendEntry> lines_;
  bool has_loads_ = false;
};

}  // namespace treering::gui::views::topology
