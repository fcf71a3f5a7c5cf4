// What to use with the faults that are tried: the algorithms, simulated. Hidden where none is
// tried.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

#include "app/advice/with_faults.h"
#include "gui/models/session.h"

namespace treering::gui::views::recommendation {

class FaultyModel;

class FaultyPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit FaultyPanel(models::Session& session, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void renew();
  void show_answer();

  models::Session& session_;
  FaultyModel* model_;
  QLabel* headline_;
  QLabel* words_;
  QPushButton* want_;
  QTableView* table_;
  models::InquiryFor<app::advice::WithFaultsReport> inquiry_;
};

}  // namespace treering::gui::views::recommendation
