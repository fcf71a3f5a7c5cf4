#include "cli/command.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/measuring/measure.h"
#include "cli/measure/measure.h"
#include "cli/options/options.h"
#include "core/text/quote.h"
#include "core/units.h"
#include "report/measurements/measure_text.h"

namespace treering::cli {
namespace {

core::Result<std::string> render(const app::measuring::MeasureReport& report, Format format,
                                 bool is_quiet, const Display& display) {
  return written(
      format, [&] { return report::measurements::measure_text(report, is_quiet, display); },
      [&] { return measurement_lines(report); }, [&] { return measurement_csv(report); });
}

std::string stopped_text(const app::measuring::MeasureReport& report, const std::string& file) {
  return fmt::format("stopped before all was measured: {} left{}",
                     core::counted(report.open, "measurement"),
                     file.empty() ? "" : "; --resume goes on");
}

/// The report, with what stopped it or failed.
core::Result<Answer> answer_of(const app::measuring::MeasureReport& report, Format format,
                               const Arguments& arguments, const Display& display) {
  const auto text = render(report, format, arguments.has("quiet"), display);
  if (!text) return core::fail(text.error());
  // The lines of JSON are results alone.
  Answer answer{.text = *text,
                .form = format == Format::Text ? Form::Text : Form::Other,
                .notes = report.notes,
                .lists_notes = true};
  answer.has_written_output = true;  // the results themselves, one by one
  if (report.has_failed()) {
    answer.exit_code = ExitCode::CheckFailed;
    answer.messages.emplace_back("every configuration failed: there is no result");
  }
  return answer;
}

}  // namespace

core::Result<Answer> run_measure(const Arguments& arguments, const Display& display) {
  if (arguments.has("compare")) return compare_answer(arguments, display);
  if (!arguments.positional(0).empty()) {
    return core::usage_error(core::in_quotes(arguments.positionals.front()),
                             "a file without --compare");
  }
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto request = measure_request(arguments);
  if (!request) return core::fail(request.error());
  if (*format == Format::Csv && request->is_cold) {
    return core::usage_error("--format", "csv of cold caches", "expected text or json",
                             "the columns of CSV do not tell cold from warm");
  }
  if (const auto done = app::measuring::become_rank(*request); !done)
    return core::fail(done.error());
  std::stop_source stop;
  request->stop = stop.get_token();
  if (display.progress) {
    request->observe = [&](const tuner::measure::Progress& progress) {
      display.progress(report::measurements::progress_text(progress));
    };
  }
  const Interrupt interrupt(stop);
  auto report = app::measuring::answer(*request);
  if (display.progress) display.progress("");
  if (!report) return core::fail(report.error());
  note_without_effect(arguments, kOfRanks, report->notes);
  auto answer = answer_of(*report, *format, arguments, display);
  if (answer && report->is_stopped) {
    answer->exit_code = ExitCode::CheckFailed;
    answer->messages.insert(answer->messages.begin(), stopped_text(*report, request->output));
  }
  return answer;
}

}  // namespace treering::cli
