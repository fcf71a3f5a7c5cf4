// The number of channels of the job, or that NCCL chooses it.
#pragma once

#include <QSpinBox>

#include "gui/models/session.h"

namespace treering::gui::window::question {

class ChannelsInput final : public QSpinBox {
  Q_OBJECT

 public:
  explicit ChannelsInput(models::Session& session, QWidget* parent = nullptr);

 private:
  void take_question();
  void ask(int channels);

  models::Session& session_;
};

}  // namespace treering::gui::window::question
