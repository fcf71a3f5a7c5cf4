// What to set in NCCL for the call of the question, how sure that is, why, and in which form.
#pragma once

#include <QBoxLayout>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>
#include <array>
#include <optional>
#include <string_view>

#include "app/advice/recommend.h"
#include "gui/models/session.h"

namespace treering::gui::views::recommendation {

class ChoicesModel;
class ExportPanel;
struct ExportForm;
class RangesModel;
class ShareBars;

class RecommendationView final : public QWidget {
  Q_OBJECT

 public:
  explicit RecommendationView(models::Session& session, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* answer_part();
  QWidget* advice_part();
  QWidget* why_part();
  QWidget* sizes_part();
  QWidget* versions_part();
  QWidget* export_part();
  void show_times();
  void show_answer(const app::PredictReport* report);
  void show_model(const app::PredictReport* report);
  void show_choices(const app::PredictReport& report);
  void show_ranges(const app::PredictReport* report);
  void show_copy();
  void show_no_copy(const QString& why);
  void show_awaited_copy(std::string_view form);
  void show_settings_copy(const ExportForm& settings);
  void show_table_copy(const ExportForm& table, const QString& why);
  void copy();

  models::Session& session_;
  ChoicesModel* choices_;
  RangesModel* ranges_;
  QLabel* headline_;
  QLabel* answer_;
  QLabel* model_;
  QPushButton* copy_;
  QLabel* copy_note_;
  QTableView* choices_table_;
  QLabel* names_;
  QLabel* why_;
  QWidget* why_box_ = nullptr;
  QWidget* sizes_box_ = nullptr;
  std::array<QWidget*, 2> of_machine_{};  // other versions, exports: nothing without a machine
  ShareBars* bars_;
  QLabel* all_sizes_;
  QTableView* ranges_table_;
  ExportPanel* exports_;
  QBoxLayout* middle_;                                       // why, and what at every size
  std::optional<app::advice::RecommendedOverSizes> advice_;  // that is shown
  std::string copied_ = "env";                               // the form that the button copies
};

}  // namespace treering::gui::views::recommendation
