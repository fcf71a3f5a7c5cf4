// What another version of NCCL would choose for the same calls, and how long they would take.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QWidget>
#include <optional>

#include "gui/jobs/asker.h"
#include "gui/models/session.h"

namespace treering::gui::views::recommendation {

class VersionsModel;

class VersionsPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit VersionsPanel(models::Session& session, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  using Answer = models::Answer<app::PredictReport>;

  void choose();
  void renew();
  void show_rows();

  models::Session& session_;
  VersionsModel* model_;
  QComboBox* other_;
  QLabel* words_;
  QTableView* table_;
  Answer answer_;                          // of the other version
  std::optional<models::Question> asked_;  // that it is, or will be, to
  jobs::Asker<Answer> asker_;
};

}  // namespace treering::gui::views::recommendation
