// The choices in every form that NCCL reads, to copy and to save.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "app/export.h"
#include "gui/jobs/asker.h"
#include "gui/models/session.h"

namespace treering::gui::views::recommendation {

/// One form, or why it is not there.
struct ExportForm {
  std::string name;         // of the exporter
  std::string description;  // of the exporter
  std::string text;         // empty where it is refused
  std::string refusal;
};

class ExportPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit ExportPanel(models::Session& session, QWidget* parent = nullptr);

  /// Nothing while they are worked out.
  const std::vector<ExportForm>& forms() const { return forms_; }
  /// Null where there is none of that name.
  const ExportForm* form(std::string_view name) const;

 Q_SIGNALS:
  void formsChanged();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  using Forms = std::vector<ExportForm>;

  void renew();
  void take(const Forms& forms);
  void show_chosen();
  void copy();
  void save();
  const ExportForm* chosen() const;

  models::Session& session_;
  QTabWidget* tabs_;
  QPushButton* copy_;
  QPushButton* save_;
  Forms forms_;
  std::optional<models::Question> asked_;
  jobs::Asker<Forms> asker_;
};

}  // namespace treering::gui::views::recommendation
