// Times and busbw over sizes, with their values in a table that is the legend too, and below them
// busbw over nodes.
#pragma once

#include <QButtonGroup>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QWidget>
#include <optional>
#include <string>

#include "gui/models/session.h"
#include "gui/views/charts/lines_model.h"
#include "gui/views/charts/scaling_panel.h"
#include "gui/widgets/plot_panel.h"

namespace treering::gui::views::charts {

class ChartsView final : public QWidget {
  Q_OBJECT

 public:
  explicit ChartsView(models::Session& session, QWidget* parent = nullptr);

  /// As PNG, SVG or CSV, by the end of the name; whether it could be written.
  bool saveTo(const QString& file);
  /// Why it is not to be saved now, a sentence; empty where it may be.
  QString whyUnsaved() const;

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  /// The values beside the chart, or below it where both have no room side by side.
  void arrange();
  void share_room();
  QWidget* scrolled_columns();
  QWidget* head();
  QWidget* titled_plot();
  void fill_side();
  void renew_lines();
  /// The report that is drawn, and its question, which may be one before; null: nothing is drawn.
  const app::PredictReport* report() const;
  const models::Question& question() const;
  bool is_of_times() const;
  /// Null where no log is there, or none that could be compared.
  const app::CheckReport* shown_check() const;
  /// The line whose row is the current one.
  std::string looked_at() const;
  void draw();
  void show_values(std::optional<double> bytes);
  void widen_columns();
  void show_all_columns();
  void ask_size(double bytes);
  double size_of_question() const;

  models::Session& session_;
  LinesModel* model_;
  widgets::PlotPanel* plot_;
  QButtonGroup* quantity_;
  QCheckBox* is_log_;
  QCheckBox* has_crossovers_;
  QLabel* title_;  // of the chart over sizes
  QWidget* head_ = nullptr;
  QPushButton* save_ = nullptr;
  QLabel* remark_;
  QLabel* at_;
  QTableView* table_;
  ScalingPanel* scaling_;
  QSplitter* columns_;   // the chart, and its side
  QSplitter* side_;      // the values, and the chart over nodes
  QScrollArea* scroll_;  // around both, for low windows
};

}  // namespace treering::gui::views::charts
