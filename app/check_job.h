// A check on an opened job: what check.cpp asks of each machine that the rows may be of.
#pragma once

#include <string>
#include <vector>

#include "app/check.h"
#include "app/job.h"
#include "core/result.h"
#include "hw/io/files.h"
#include "tuner/check/check.h"
#include "tuner/measurement.h"

namespace treering::app {

/// Rows of a question, and the files that it may name.
struct AskedRows {
  const CheckRequest& request;
  const std::vector<tuner::Measurement>& rows;
  const hw::io::RealFiles& files;
};

/// The evidence on causes in the files' texts. A file that cannot be read again has none.
tuner::check::LogEvidence evidence_in(const std::vector<std::string>& names,
                                      const hw::io::RealFiles& files);

/// The job, which then knows that its GPUs are those of the rows. Fails where they are not, and
/// where nothing is sent.
core::Result<JobPtr> confirmed(const JobPtr& job, const std::vector<tuner::Measurement>& rows);

/// \pre the job is confirmed
tuner::check::CheckedRun run_on(const Job& job, const std::vector<tuner::Measurement>& rows);

/// Removes the published run that is these very rows: with the same figures at all sizes that both
/// have, at least two. It confirms nothing. A note on it; empty where there is none.
std::string leave_out_itself(CheckReport& report);

/// Compares a slow run with published ones. Where there are none, looks whether it would be as
/// expected if NCCL had chosen otherwise.
void add_published(const AskedRows& asked, const Job& job, CheckReport& report);

/// As CheckReport::is_network_open. Somebody has said that the adapters are others than those of
/// the machine, whose network is assumed.
bool is_network_open(const AskedRows& asked, const Job& job, const tuner::check::Check& check);

/// As CheckReport::bad_choices, of a run whose choices nobody limits.
std::vector<BadChoice> bad_choices_in(const Job& job, const CheckReport& report);

/// Rows that ran alike: with the same NCCL, on as many nodes and ranks, with the same of the
/// variables that times go by; and each call once.
struct LikeRuns {
  std::string name;  // as CheckReport::run
  WantedRuns runs;
};

/// The runs of one text, told apart, in its order. One where all ran alike, or too many do not.
std::vector<LikeRuns> told_apart(const WantedRuns& runs);

/// One answer of those on each, the first that is odd before the others. \pre there is one
CheckReport joined(std::vector<CheckReport> reports);

/// Processes that ran alone, where that is all that can be said of them.
core::Error error_of_lone(const tuner::RunFault& alone);

/// The verdict on the rows alone, in a few words.
std::string verdict_of(const tuner::check::Check& check);

/// That verdict where one that is faster than expected counts as expected: neither is a fault.
std::string agreed_verdict(std::string verdict);

/// The plausible values of what is a guess of the machine, if the rows have the same verdict with
/// each of them: "AMD EPYC (Genoa)", "ports of 400 Gbit/s". Empty where nothing is a guess, where a
/// guess has no list of values (NVLinks, models of GPUs), and where a value leads to another
/// verdict. \param machine that of the job, with its doubts
std::vector<std::string> values_alike(const Job& job, const setup::Setup& machine,
                                      const std::vector<tuner::Measurement>& rows,
                                      const tuner::check::Check& check);

}  // namespace treering::app
