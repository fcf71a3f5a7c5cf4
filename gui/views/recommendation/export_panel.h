// The choices in every form that NCCL reads, to copy and to save.
#pragma once

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QWidget>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/exporting/export.h"
#include "app/setup/names.h"
#include "gui/models/session.h"

namespace treering::gui::views::recommendation {

/// One form, or why it is not there.
struct ExportForm {
  std::string text;     // empty where it is refused
  std::string refusal;  // a sentence, which may have further lines
  std::string caveat;   // without which NCCL does not read it, without full stop; mostly empty
};

/// A form is worked out when its tab is looked at; the first, by which NCCL is set most easily, at
/// once.
class ExportPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit ExportPanel(models::Session& session, QWidget* parent = nullptr);

  /// Null while it is not there.
  const ExportForm* form(std::string_view exporter) const;
  bool isCancelled(std::string_view exporter) const;
  /// Works its form out, and shows its tab, unless it was preferred last too: the user may have
  /// chosen another since.
  void prefer(std::string_view exporter);

 Q_SIGNALS:
  void formsChanged();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Tab {
    std::string exporter;
    QPlainTextEdit* field;
    std::optional<ExportForm> form;
    std::unique_ptr<models::InquiryFor<app::exporting::ExportReport>> inquiry;
  };

  void add_tab(const app::setup::Word& exporter);
  void renew();
  QString why_nothing() const;
  void take(Tab& tab) const;
  void need(Tab& tab);
  void show_chosen();
  void copy();
  void save();
  const Tab* chosen() const;
  Tab* tab_of(std::string_view exporter) const;

  models::Session& session_;
  QLabel* limits_;  // what variables that are set by hand do to the forms
  QTabWidget* tabs_;
  QPushButton* copy_;
  QPushButton* save_;
  std::vector<std::unique_ptr<Tab>> forms_;  // by tab
  std::string preferred_ = "env";
};

}  // namespace treering::gui::views::recommendation
