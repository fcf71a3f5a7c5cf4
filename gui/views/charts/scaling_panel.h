// How the call of the question fares on more and more nodes.
#pragma once

#include <QLabel>
#include <QWidget>
#include <memory>
#include <optional>

#include "app/advice/scaling.h"
#include "gui/models/session.h"
#include "gui/widgets/plot_panel.h"
#include "gui/widgets/small_screens.h"

namespace treering::gui::views::charts {

class ScalingPanel final : public widgets::WrappingPart {
  Q_OBJECT

 public:
  explicit ScalingPanel(models::Session& session, QWidget* parent = nullptr);

  /// As PNG, SVG or CSV, by the end of the name; whether it could be written.
  bool saveTo(const QString& file);
  /// Why it is not to be saved now, a sentence; empty where it may be.
  QString whyUnsaved() const;

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void renew();
  void draw();
  /// That is drawn, perhaps of an earlier question; null: it has no times, or is not there.
  const app::advice::ScalingReport* report() const;
  QString why_no_times() const;
  void show_words(std::optional<double> nodes);
  void ask_nodes(double nodes);

  models::Session& session_;
  widgets::PlotPanel* plot_;
  QLabel* title_;
  QLabel* words_;
  models::InquiryFor<app::advice::ScalingReport> inquiry_;
};

}  // namespace treering::gui::views::charts
