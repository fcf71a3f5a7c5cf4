#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/tuning/tune.h"
#include "cli/commands.h"
#include "cli/measure/interrupt.h"
#include "cli/measure/request.h"
#include "cli/options/hosts_request.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "cli/tune/page.h"
#include "cli/tune/settings.h"
#include "cli/tune/writers.h"
#include "core/text/quote.h"
#include "core/text/words.h"
#include "report/tuning/tune_text.h"

namespace treering::cli {
namespace {

/// Six launches are the fewest that make an interval of 95 % (docs/measuring.md).
constexpr int kLaunches = 6;

/// "15", "15%".
core::Result<double> budget_of(const Arguments& arguments, double usual) {
  const auto text = arguments.value("budget");
  if (!text) return usual;
  std::string digits(*text);
  if (digits.ends_with('%')) digits.pop_back();
  const auto percent = core::whole_number<int>(digits);
  if (!percent || *percent < 1 || *percent > 100) {
    return core::usage_error("--budget", core::in_quotes(*text), "expected 1 to 100, in percent");
  }
  return *percent / 100.0;
}

core::Result<app::tuning::TuneRequest> tune_request(const Arguments& arguments) {
  auto measure = measure_request(arguments);
  if (!measure) return core::fail(measure.error());
  app::tuning::TuneRequest request;
  request.measure = *std::move(measure);
  if (!arguments.value("algo") && !request.measure.measurements) {
    request.measure.algorithms = {"all"};
  }
  if (!arguments.value("launches")) request.measure.rules.launches = kLaunches;
  const auto budget = budget_of(arguments, request.budget);
  if (!budget) return core::fail(budget.error());
  request.budget = *budget;
  request.tries_knobs = arguments.has("knobs");
  request.time_model = time_model_request(arguments);
  if (arguments.positional(0).empty() || is_about_hosts(arguments)) {
    request.nic_rate = arguments.value("nic-rate");
    return request;
  }
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return request;
}

/// Who ran, and where, is the recording's.
void note_no_effect(const Arguments& arguments, Answer& answer) {
  if (arguments.all_values("measurements").empty()) return;
  for (const std::string_view option : {"ranks", "bind", "shaped"}) {
    if (!arguments.value(option)) continue;
    answer.notes.push_back(fmt::format("--{} has no effect on a recording", option));
  }
}

/// All but what stands in files beside it.
Answer answer_of(const app::tuning::TuneReport& report, Format format, const Arguments& arguments,
                 const Display& display) {
  Answer answer;
  if (format == Format::Json) answer.text = tune_json(report);
  if (format == Format::Csv) answer.text = tune_csv(report);
  if (format == Format::Text) {
    answer.text = report::tuning::tune_text(report, arguments.has("quiet"), display);
  }
  answer.has_written_output = true;  // the results themselves, one by one
  note_no_effect(arguments, answer);
  if (report.ending == tuner::tune::Ending::Stopped) {
    answer.exit_code = ExitCode::CheckFailed;
    answer.notes.push_back(std::string("stopped before all choices were settled") +
                           (arguments.value("output") ? "; the same command goes on" : ""));
  }
  if (report.has_failed()) {
    answer.exit_code = ExitCode::CheckFailed;
    answer.notes.emplace_back("every way failed: there is no result");
  }
  return answer;
}

}  // namespace

core::Result<Answer> run_tune(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  if (const auto checked = check_page(arguments); !checked) return core::fail(checked.error());
  auto request = tune_request(arguments);
  if (!request) return core::fail(request.error());
  if (const auto checked = check_settings(*request, arguments); !checked) {
    return core::fail(checked.error());
  }
  if (const auto done = app::measuring::become_rank(request->measure); !done) {
    return core::fail(done.error());
  }
  std::stop_source stop;
  request->measure.stop = stop.get_token();
  if (display.progress) {
    request->observe = [&](const app::tuning::Progress& progress) {
      display.progress(report::tuning::progress_text(progress));
    };
  }
  const Interrupt interrupt(stop);
  const auto report = app::tuning::answer(*request);
  if (display.progress) display.progress("");
  if (!report) return core::fail(report.error());
  Answer answer = answer_of(*report, *format, arguments, display);
  if (const auto file = arguments.value("report")) {
    answer.beside.push_back({std::string(*file), page_of(*report, arguments)});
  }
  if (const auto done = add_settings(*request, *report, arguments, answer); !done) {
    return core::fail(done.error());
  }
  return answer;
}

}  // namespace treering::cli
