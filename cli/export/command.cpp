#include "cli/command.h"

#include <utility>

#include "app/exporting/export.h"
#include "app/hosts/export_hosts.h"
#include "cli/options/requests.h"

namespace treering::cli {
namespace {

core::Result<app::exporting::ExportRequest> export_request(const Arguments& arguments) {
  app::exporting::ExportRequest request;
  if (const auto to = arguments.value("to")) request.to = *to;
  auto calls = calls_request(arguments, "tuned");
  if (!calls) return core::fail(calls.error());
  request.calls = *std::move(calls);
  request.time_model = time_model_request(arguments);
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return request;
}

core::Result<Answer> export_hosts(const Arguments& arguments) {
  auto question = predict_hosts_request(arguments);
  if (!question) return core::fail(question.error());
  auto report = app::hosts::answer(
      app::hosts::ExportHostsRequest{*std::move(question), text_option(arguments, "to")});
  if (!report) return core::fail(report.error());
  if (!report->refusal.empty()) {
    return Answer{.refusal = std::move(report->refusal), .exit_code = ExitCode::CheckFailed};
  }
  return Answer{.text = std::move(report->text)};  // its comments have the notes
}

}  // namespace

core::Result<Answer> run_export(const Arguments& arguments, const Display& /*display*/) {
  if (is_about_hosts(arguments)) return export_hosts(arguments);
  const auto request = export_request(arguments);
  if (!request) return core::fail(request.error());
  auto report = app::exporting::answer(*request);
  if (!report) return core::fail(report.error());
  if (!report->refusal.empty()) {
    return Answer{.refusal = std::move(report->refusal), .exit_code = ExitCode::CheckFailed};
  }
  return Answer{.text = std::move(report->text)};  // its comments have the notes
}

}  // namespace treering::cli
