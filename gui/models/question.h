// All that the window asks, as one value: machines, job and call; and the question that an
// answer of treering belongs to.
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/check.h"
#include "app/doctor.h"
#include "app/files/file_kind.h"
#include "app/groups/simulate_groups.h"
#include "app/predict.h"
#include "app/setup/setup.h"
#include "app/show.h"
#include "app/simulate.h"
#include "core/call.h"
#include "hw/io/files.h"

namespace treering::gui::models {

// All that the window asks, as one value: the machines and the job, the call, and how it is
// carried.

/// The files that a question names, as they were when it was asked (Session): answers that are made
/// of others are those of another question.
struct QuestionFiles {
  hw::io::FileStamps topology;
  hw::io::FileStamps profile;
  hw::io::FileStamps logs;
  bool operator==(const QuestionFiles&) const = default;
};

struct Question {
  app::setup::JobRequest job;
  app::setup::TimeModelRequest time_model;
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = std::uint64_t{1} << 20U;
  sim::Way shown;                         // what is looked at, unnamed as NCCL chooses,
  std::optional<sim::Way> rival;          // and beside it in a comparison; nothing: contrast_to()
  std::vector<std::string> faults;        // in the order in which they came
  std::set<std::string> faults_off;       // of them: kept, and not tried (faults.h)
  std::string groups;                     // "tp=8,dp=16"; empty: none
  std::optional<std::string> rival_nccl;  // a version beside the job's
  std::vector<std::string> logs;          // of measurements, to be checked against the machines
  QuestionFiles files;

  bool has_topology() const { return !job.topology.empty(); }
};

/// The question with its files as they are now.
Question with_files_now(Question question);

/// The two runs that are shown beside each other; and the first without faults, and with them, for
/// their times alone: these have no timelines.
enum class Side { Shown, Rival, Healthy, Faulty };
inline constexpr std::array kSides{Side::Shown, Side::Rival, Side::Healthy, Side::Faulty};

/// Whether two questions have the same answer.
using IsSame = std::function<bool(const Question&, const Question&)>;

/// `other`, with those inputs of `question` on which the answer depends: what an answer to
/// `question` is of, seen from `other`.
Question with_inputs_of(const Question& question, Question other, const IsSame& is_same);
/// Whether the answer depends on which collective is called.
bool depends_on_call(const Question& question, const IsSame& is_same);

/// Whether a change leaves the machines and the job, or the table of times, as they were.
bool has_same_job(const Question& a, const Question& b);
bool has_same_times(const Question& a, const Question& b);
bool has_same_findings(const Question& a, const Question& b);
bool has_same_logs(const Question& a, const Question& b);
bool has_same_check(const Question& a, const Question& b);
bool has_same_run(const Question& a, const Question& b, Side side);

/// What is compared where nothing was chosen: the ring beside the double binary tree, or what else
/// differs from `algorithm`, by the name that reports have for it.
sim::Way contrast_to(std::string_view algorithm, core::Collective collective);

app::ShowRequest show_request(const Question& question);
app::PredictRequest predict_request(const Question& question);
/// At all sizes of a sweep, and at the one that is asked for.
app::PredictRequest times_request(const Question& question);
app::DoctorRequest doctor_request(const Question& question);
app::CheckRequest check_request(const Question& question);
/// \pre the rival is there, where that is the side
app::SimulateRequest simulate_request(const Question& question, Side side);
/// \pre it has groups
app::SimulateGroupsRequest groups_request(const Question& question);

// The question of an answer of treering that was opened, as the window asks it.

/// What the answer does not say stays as it is in `question`; a machine that is not built in leaves
/// the one that is there. Of several sizes the one that is there is kept, else the first is taken.
Question with_asked(Question question, const app::files::Asked& asked);

/// What was restored, and what could not be: sentences.
QString asked_text(const app::files::Asked& asked, const QString& file);

}  // namespace treering::gui::models
