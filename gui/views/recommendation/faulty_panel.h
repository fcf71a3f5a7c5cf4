// What to use with the faults that are tried: the algorithms, simulated. Hidden where none is
// tried.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>
#include <optional>

#include "app/advice/with_faults.h"
#include "gui/jobs/asker.h"
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
  using Answer = models::Answer<app::advice::WithFaultsReport>;

  void renew();
  void ask();
  void show_answer();

  models::Session& session_;
  FaultyModel* model_;
  QLabel* headline_;
  QLabel* words_;
  QPushButton* want_;
  QTableView* table_;
  Answer answer_;
  std::optional<models::Question> asked_;  // that it is, or will be, to
  jobs::Asker<Answer> asker_;
};

}  // namespace treering::gui::views::recommendation
