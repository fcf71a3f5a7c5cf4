// What another version of NCCL would choose for the same calls, and how long they would take.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QWidget>
#include <string>
#include <vector>

#include "app/advice/versions.h"
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
  /// The two beside each other.
  struct Compared {
    std::vector<app::advice::VersionedChoice> rows;
    std::string one;  // the name of the version
    std::string other;
  };

  void ask();
  void choose();
  void renew();
  void show_rows();

  models::Session& session_;
  VersionsModel* model_;
  QComboBox* other_;
  QLabel* words_;
  QTableView* table_;
  models::InquiryFor<Compared> inquiry_;
};

}  // namespace treering::gui::views::recommendation
