// What the doctor finds on the machines: a list, and the selected finding in full.
#pragma once

#include <QLabel>
#include <QListView>
#include <QTextBrowser>
#include <QWidget>

#include "gui/models/selection.h"
#include "gui/models/session.h"
#include "gui/views/check/findings_model.h"

namespace treering::gui::views::check {

class FindingsPanel final : public QWidget {
  Q_OBJECT

 public:
  FindingsPanel(models::Session& session, models::Selection& selection, QWidget* parent = nullptr);

 private:
  void take_findings();
  void show_selected();
  QString headline() const;

  models::Session& session_;
  models::Selection& selection_;
  FindingsModel* model_;
  QLabel* head_;
  QListView* list_;
  QTextBrowser* details_;
};

}  // namespace treering::gui::views::check
