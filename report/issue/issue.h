// Answers of check and doctor as documents to paste into an issue: the machine, the job, what was
// read from where, what was found and by what it shows, and the commands that repeat it. As
// Markdown (report/document/document.h) nothing that a file says is markup.
//
// Names of hosts and bus ids stay: whoever answers needs them.
#pragma once

#include <string>
#include <vector>

#include "app/check.h"
#include "app/doctor.h"
#include "app/measuring/check_hosts.h"
#include "report/document/document.h"

namespace treering::report::issue {

/// What a document needs of the program that writes it, and how much is wanted of it.
struct IssueOptions {
  document::DocumentContext context{};
  bool is_quiet = false;    // what was found alone
  bool is_verbose = false;  // of the doctor: what was not looked at, one by one
};

document::Document doctor_document(const app::DoctorReport& report, const IssueOptions& options);

/// \param text the check as text, with its rows and reasons
document::Document check_document(const app::CheckReport& report, const std::string& text,
                                  const IssueOptions& options);

/// Of collectives on CPUs. \param text as above
document::Document check_hosts_document(const app::measuring::CheckHostsReport& report,
                                        const std::string& text, const IssueOptions& options);

// Parts of these documents.

/// The machine and its job, where the source shows them. \param gpus of each node in the job
document::Section machine_section(const app::setup::Setup& job, int gpus);

/// What is known and where it was read: the file and its format, versions, variables, plugins.
/// \param measured files of measurements
document::Section read_section(const app::setup::Setup& job,
                               const std::vector<app::ReadFile>& measured);

document::Section notes_section(const std::vector<std::string>& notes);

/// How to get the same answer.
document::Section again_section(const document::DocumentContext& context);

}  // namespace treering::report::issue
