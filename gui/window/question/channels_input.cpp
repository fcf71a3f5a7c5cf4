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
  on_value(static_cast<QSpinBox&>(*this), *this, [this](int channels) { ask(channels); });
  connect(&session_, &models::Session::questionChanged, this, &ChannelsInput::take_question);
  take_question();
}

int ChannelsInput::asked() const {
  return models::channels_of(session_.question().job.variables.env).value_or(0);
}

void ChannelsInput::take_question() {
  const QSignalBlocker quiet(this);
  if (followed_.is_to_fill(asked(), *this)) setValue(asked());
}

void ChannelsInput::ask(int channels) {
  if (channels == asked()) return;
  models::Question question = session_.question();
  models::set_channels(question.job.variables.env,
                       channels > 0 ? std::optional(channels) : std::nullopt);
  session_.ask(question, tr("channels"));
}

}  // namespace treering::gui::window::question
