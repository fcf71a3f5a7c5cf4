#include <algorithm>
#include <iterator>

#include "app/predict.h"
#include "cli/commands.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "cli/predict/predict.h"
#include "report/prediction/predict_text.h"

namespace treering::cli {
namespace {

core::Result<app::PredictRequest> predict_request(const Arguments& arguments, Format format) {
  auto calls = calls_request(arguments, "all_reduce");
  if (!calls) return core::fail(calls.error());
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  app::PredictRequest request;
  request.job = *std::move(job);
  request.calls = *std::move(calls);
  request.time_model = time_model_request(arguments);
  if (const auto channels = arguments.value("channels")) request.channels = *channels;
  request.is_summarised = format != Format::Csv;
  return request;
}

std::string predicted(const app::PredictReport& report, Format format,
                      const report::prediction::TextOptions& options) {
  switch (format) {
    case Format::Text:
      return report::prediction::predict_text(report, options);
    case Format::Json:
      return predict_json(report);
    case Format::Csv:
      return predict_csv(report);
  }
  return "";
}

/// Remarks that belong beside the answer, not into it.
std::vector<std::string> notes_beside(const app::PredictReport& report, Format format) {
  std::vector<std::string> notes = report.job.notes;
  if (format != Format::Text) {  // which has the refusals in it
    std::ranges::copy_if(report.refusals, std::back_inserter(notes),
                         [](const std::string& refusal) { return !refusal.empty(); });
  }
  std::ranges::copy(report.notes, std::back_inserter(notes));
  return notes;
}

}  // namespace

core::Result<Answer> run_predict(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = predict_request(arguments, *format);
  if (!request) return core::fail(request.error());
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  const report::prediction::TextOptions options{display, arguments.has("quiet"),
                                                arguments.has("algo") || arguments.has("proto")};
  return Answer{.text = predicted(*report, *format, options),
                .notes = notes_beside(*report, *format)};
}

}  // namespace treering::cli
