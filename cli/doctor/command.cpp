#include <utility>

#include "app/doctor.h"
#include "cli/commands.h"
#include "cli/doctor/json.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "report/findings/doctor_text.h"

namespace treering::cli {

core::Result<Answer> run_doctor(const Arguments& arguments, const Display& display) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  const auto report = app::answer(
      app::DoctorRequest{.job = *std::move(job), .time_model = time_model_request(arguments)});
  if (!report) return core::fail(report.error());
  const report::findings::DoctorTextOptions options{.is_quiet = arguments.has("quiet"),
                                                    .is_verbose = arguments.has("verbose"),
                                                    .display = display};
  return Answer{.text = *format == Format::Text ? report::findings::doctor_text(*report, options)
                                                : doctor_json(*report),
                .notes = report->job.notes,
                .exit_code = report->diagnosis.is_ill() ? ExitCode::CheckFailed : ExitCode::Done};
}

}  // namespace treering::cli
