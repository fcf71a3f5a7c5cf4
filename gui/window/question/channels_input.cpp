#include "gui/window/question/channels_input.h"

#include <QSignalBlocker>

#include "gui/models/channels.h"

namespace treering::gui::window::question {

ChannelsInput::ChannelsInput(models::Session& session, QWidget* parent)
    : QSpinBox(parent), session_(session) {
  setRange(0, models::kMostChannels);
  setSpecialValueText(tr("NCCL's choice"));
  setAccessibleName(tr("Channels"));
  setToolTip(tr("of rings and trees: NCCL_MIN_NCHANNELS and NCCL_MAX_NCHANNELS of the job"));
  setKeyboardTracking(false);
  connect(this, &QSpinBox::valueChanged, this, &ChannelsInput::ask);
  connect(&session_, &models::Session::questionChanged, this, &ChannelsInput::take_question);
  take_question();
}

void ChannelsInput::take_question() {
  const QSignalBlocker quiet(this);
  setValue(models::channels_of(session_.question().job.variables.env).value_or(0));
}

void ChannelsInput::ask(int channels) {
  models::Question question = session_.question();
  models::set_channels(question.job.variables.env,
                       channels > 0 ? std::optional(channels) : std::nullopt);
  session_.ask(question, tr("channels"));
}

}  // namespace treering::gui::window::question
