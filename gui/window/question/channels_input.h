// The number of channels of the job, or that NCCL chooses it.
#pragma once

#include <QSpinBox>

#include "gui/models/session.h"
#include "gui/window/question/typing.h"

namespace treering::gui::window::question {

class ChannelsInput final : public QSpinBox {
  Q_OBJECT

 public:
  explicit ChannelsInput(models::Session& session, QWidget* parent = nullptr);

 private:
  /// 0: NCCL chooses.
  int asked() const;
  void take_question();
  void ask(int channels);

  models::Session& session_;
  Followed<int> followed_;
};

}  // namespace treering::gui::window::question
