// Findings and judgements in sentences: of a check and of the doctor.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/check.h"
#include "app/doctor.h"

namespace treering::report::findings {

// The result of a check in single sentences and words.

/// The answer in one sentence.
std::string verdict(const app::CheckReport& report);

/// Whether the processes of a run did not run as one job.
bool ran_alone(const app::CheckReport& report);

/// Whether rows tell of the machine: not where what they are compared with is a guess.
bool is_judged(const app::CheckReport& report);

/// Whether the machine is faster than the profile expects, by more than chance.
bool is_better(const app::CheckReport& report);

/// "the 2 largest of 21 rows, 4 MiB to 8 MiB, reach 49 to 62 % of the expected speed".
std::string slow_end_text(const tuner::check::SlowEnd& found);

/// How seldom that is chance, and what to do.
std::string slow_end_reason(const tuner::check::SlowEnd& found);

/// "Ring/Simple"; "-" of messages between pairs.
std::string choice_of(const tuner::check::CheckedRow& row);

/// "slow", "fast", "beyond the links"; empty inside the interval.
std::string place_text(const app::CheckReport& report, const tuner::check::CheckedRow& row);

/// Which statistic measured times are, in the check and in charts alike. Without full stop.
std::string_view measured_words();

/// That rows were forced to what is expected to be slower than NCCL's own choice. A sentence.
std::string forced_text(const tuner::check::ForcedChoice& forced);

/// The verdict on a run that is as fast as expected of what NCCL chose, where another way would be
/// faster. \pre there are bad choices
std::string bad_choices_verdict(const app::CheckReport& report);

/// What is faster, what to set for it, and what that risks. Sentences.
std::string bad_choice_text(const app::BadChoice& bad);

/// Where over the sizes a slow run loses, and what that says. Sentences; empty where nothing.
std::string shape_text(const tuner::check::Check& check);

/// What the plateau of a run is, and the causes that it leaves open. Sentences. \pre there is one
std::string plateau_text(const app::CheckReport& report);

/// Of a slow run without a cause: that there is none, and which comes nearest. Sentences.
std::string no_cause_text(const tuner::check::Check& check);

/// What stands before causes: how far they are needed, and that they are only possible.
std::string causes_lead(const tuner::check::Check& check);

/// Steps over the sizes that the times alone show; no more than the largest few. Sentences; empty
/// where there is none.
std::string steps_text(const app::CheckReport& report);

/// Rows that were slow for a moment only. A sentence; empty where there are none.
std::string hiccups_text(const tuner::check::Check& check);

/// Rows that are slow by no more than a program in Python adds. A sentence; empty where there are
/// none.
std::string program_text(const tuner::check::Check& check);

/// What of the check's cause, and how well it explains the rows, in one phrase.
std::string cause_text(const tuner::check::Check& check, const tuner::check::LikelyCause& cause);

// The findings of the doctor in single sentences.

/// "1 fault, 2 warnings, 1 hint", and which of them rest on what is assumed; "nothing, by the 9 of
/// 24 checks that could look".
std::string counts_text(const app::DoctorReport& report);

/// What a text without a machine leaves open, where nothing was found; empty where it is nothing.
std::string unseen_text(const app::DoctorReport& report);

/// "fault with AMD EPYC (Genoa), which is assumed: GPU 3: 9 of 18 NVLinks are down". \param index
/// of the finding in the report
std::string finding_sentence(const app::DoctorReport& report, std::size_t index);

/// What is found if something that was assumed is otherwise, one for each value.
std::vector<std::string> others_texts(const app::DoctorReport& report);

/// What it costs: the calls that lose most, or one text that none is expected to.
std::vector<std::string> loss_texts(const tuner::doctor::Finding& finding);

}  // namespace treering::report::findings
