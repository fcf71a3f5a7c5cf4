// The machines: their picture, a search in it, and what is known of the selected devices.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"
#include "gui/views/topology/machines.h"
#include "report/drawing/picture.h"

namespace treering::gui::views::topology {

class Legend;
class TopologyCanvas;
class Welcome;

class TopologyView final : public QWidget {
  Q_OBJECT

 public:
  struct Shared {
    models::Session& session;
    models::Selection& selection;
    models::Clock& clock;
  };
  explicit TopologyView(const Shared& shared, QWidget* parent = nullptr);

  /// What gives links their colours.
  enum class Colours { Kinds, LoadNow, LoadOfRun };
  void setColours(Colours colours);

 Q_SIGNALS:
  /// Somebody who begins wants another question, or to choose a file.
  void questionWanted(const treering::gui::models::Question& question);
  void fileWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void lay_out();
  void follow_models();
  void follow_inputs();
  void show_welcome();
  void show_frame();
  void drop_unknown();
  void show_machine();
  void change_picture();
  /// The report that is drawn, of the question or of one before; null where it is no Report.
  template <class Report>
  const Report* drawn() const {
    const app::ShowReport* const report = models::report_of(session_.machineInquiry().shown());
    return report == nullptr ? nullptr : std::get_if<Report>(report);
  }
  Machines machines() const;
  report::drawing::Picture picture() const;
  QString text_of_device(const std::string& name) const;
  void name_colours();
  void show_selected();
  void show_pair(const app::MachineReport& report);
  void find(const QString& text);
  void show_loads();
  void show_faults();

  models::Session& session_;
  models::Selection& selection_;
  models::Clock& clock_;
  QLabel* title_;
  QLabel* about_;
  TopologyCanvas* canvas_;
  Legend* legend_;
  Welcome* welcome_;  // in its place while there is none
  QLineEdit* search_;
  QLabel* found_;
  QLabel* selected_;
  QComboBox* colours_;
  report::drawing::Unfolded unfolded_;
  std::vector<int> marked_;  // nodes of which something is tried
  std::string topology_;     // the source of what is unfolded
};

}  // namespace treering::gui::views::topology
