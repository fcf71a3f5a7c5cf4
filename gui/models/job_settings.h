// NCCL's variables and other settings of a job, the number of channels among them.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "gui/models/question.h"

namespace treering::gui::models {

// The number of channels of a job, as NCCL's users set it: by NCCL_MIN_NCHANNELS and
// NCCL_MAX_NCHANNELS.

/// Channels that NCCL knows at most (its MAXCHANNELS).
inline constexpr int kMostChannels = 64;

/// Nothing where the variables leave NCCL a choice.
std::optional<int> channels_of(const std::vector<std::string>& env);

/// Whether the variable is one of the two.
bool is_of_channels(std::string_view variable);

/// Nothing: NCCL chooses. Other variables stay.
void set_channels(std::vector<std::string>& env, std::optional<int> channels);

// What of the job has no input of its own in the window: NCCL's variables, GPUs and adapters. Each
// can be taken away, and variables can be added.

struct JobSetting {
  QString text;      // "NCCL_P2P_LEVEL=PIX", "4 GPUs of each node"
  Question without;  // the question that lacks it
  bool is_variable = false;
};

/// Without variables for which there is an input: the number of channels.
std::vector<JobSetting> job_settings(const Question& question);
/// With these variables.
std::vector<JobSetting> all_job_settings(const Question& question);

/// With the variable, "NCCL_ALGO=ring", in place of what it was set to before. Fails where
/// `treering --env` does, with the same words.
core::Result<Question> with_variable(Question question, const std::string& assignment);

/// What treering follows a variable in, and what it takes: "the most channels that rings and trees
/// get (1 to 64)". \param text "NCCL_MAX_NCHANNELS", also with a value; empty for others
QString variable_hint(const QString& text);

/// The question about another machine: without the faults, GPUs, adapters, rates and leaf switches
/// of the one before, which the other may lack, and without groups, which are of so many ranks.
/// Variables stay, as they are NCCL's.
Question on_machine(Question question, const std::string& topology);

/// How NCCL_ALGO or NCCL_PROTO leaves NCCL less than all to choose from.
struct ChoiceLimit {
  QString variable;        // "NCCL_ALGO=ring"; empty where it is not set
  bool is_forced = false;  // to one: it chooses nothing

  /// "forced by NCCL_ALGO=ring", "limited by NCCL_ALGO=^tree"; empty where it is not.
  QString text() const;
  /// "forced: ring", "limited: ^tree", or that NCCL chooses.
  QString short_text() const;
};

/// What variables of the job do to exported choices.
struct ExportLimits {
  QString setting;  // "NCCL_ALGO=ring NCCL_PROTO=LL": with them nothing is exported
  QString text;     // sentences; empty where there are no variables
};

ExportLimits export_limits(const Question& question);

ChoiceLimit algorithm_limit(const Question& question);
ChoiceLimit protocol_limit(const Question& question);

}  // namespace treering::gui::models
