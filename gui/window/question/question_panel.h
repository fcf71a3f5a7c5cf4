// The inputs: which machines, which job, which call.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "gui/models/session.h"
#include "gui/widgets/labels.h"
#include "gui/window/question/inputs.h"

namespace treering::gui::window::question {

class SettingsPanel;

class QuestionPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit QuestionPanel(models::Session& session, QWidget* parent = nullptr);

  /// To type one.
  void setVariable();

 Q_SIGNALS:
  /// The user wants to choose a file.
  void fileWanted();
  /// By Enter: the keys are the view's again.
  void valueTaken();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void fill();
  QWidget* nccl_row();
  void connect_inputs();
  void take_question();
  void take_version();
  void show_size();
  /// What is compared may follow from what NCCL chooses.
  void take_rival();
  /// NCCL_ALGO and NCCL_PROTO leave NCCL less to choose from.
  void take_limits();
  void ask_rival();
  void ask_rival_protocol();
  void ask_topology();
  void ask_size();
  template <class Change>
  void change(const QString& what, Change apply);

  models::Session& session_;
  QComboBox* topology_;
  QComboBox* nccl_;
  QComboBox* collective_;
  QComboBox* size_;
  QComboBox* algorithm_;
  QComboBox* protocol_;
  QComboBox* rival_;
  QComboBox* rival_protocol_;
  SettingsPanel* settings_;
  QLabel* limits_;
  widgets::ProblemLabel* problem_;
  Followed<std::string> followed_topology_;
  Followed<std::uint64_t> followed_size_;
  bool is_taking_ = false;  // inputs follow the question, and do not ask one
};

}  // namespace treering::gui::window::question
