#include "cli/command.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/exporting/tuned_settings.h"
#include "app/tuning/tune.h"
#include "cli/measure/measure.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/notes.h"
#include "cli/tune/writers.h"
#include "core/result.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/io/write_file.h"
#include "report/tuning/tune_text.h"

namespace treering::cli {
namespace {

std::optional<std::string> form_of(const Arguments& arguments) {
  const auto to = arguments.value("to");
  return to ? std::optional(std::string(*to)) : std::nullopt;
}

// Which launch a recording answers with does not depend on the order in which it is asked.
constexpr std::array<std::string_view, 1> kOfOrder{"seed"};

/// Before anything is measured: whether such a file can come of it, and can be written.
core::Result<void> check_settings(const app::tuning::TuneRequest& request,
                                  const Arguments& arguments) {
  const auto file = arguments.value("settings");
  if (!file) {
    if (!arguments.value("to")) return {};
    return core::usage_error("--to", "given without --settings", "", "name the file to write");
  }
  if (file->empty()) return core::usage_error("--settings", "'' is no file name", "expected FILE");
  for (const std::string_view other : {"output", "report"}) {
    if (file != arguments.value(other)) continue;
    return core::usage_error("--settings", fmt::format("the file of --{}", other),
                             "expected another one");
  }
  if (const auto checked = app::exporting::check_settings(request, form_of(arguments)); !checked) {
    return core::fail(checked.error());
  }
  return hw::io::check_writable(std::string(*file));
}

/// Beside the answer, or a message why there is none.
core::Result<void> add_settings(const app::tuning::TuneRequest& request,
                                const app::tuning::TuneReport& report, const Arguments& arguments,
                                Answer& answer) {
  const auto file = arguments.value("settings");
  if (!file) return {};
  auto settings = app::exporting::settings_of(request, report, form_of(arguments));
  if (!settings) return core::fail(settings.error());
  if (!settings->refusal.empty()) {
    answer.messages.push_back(fmt::format("{}: {}", *file, settings->refusal));
    return {};
  }
  answer.beside.push_back({std::string(*file), std::move(settings->text)});
  if (!settings->undo.empty()) {
    answer.messages.push_back(fmt::format("{}: to undo it, {}", *file, settings->undo));
  }
  return {};
}

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

/// Options of the machine, which without one would have no effect.
core::Result<void> check_without_machine(const Arguments& arguments) {
  constexpr std::array<std::string_view, 8> kOfMachine{
      "nodes", "gpus-per-node", "devices", "nics", "nccl", "env", "env-from-process", "network"};
  for (const std::string_view option : kOfMachine) {
    if (!arguments.has(option) && arguments.all_values(option).empty()) continue;
    return core::usage_error("--" + std::string(option), "given without a machine",
                             "expected TOPOLOGY with it", "NCCL's runs are on one");
  }
  return {};
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
    if (const auto checked = check_without_machine(arguments); !checked) {
      return core::fail(checked.error());
    }
    request.nic_rate = arguments.value("nic-rate");
    return request;
  }
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return request;
}

/// All but what stands in files beside it.
Answer answer_of(const app::tuning::TuneReport& report, Format format, const Arguments& arguments,
                 const Display& display) {
  Answer answer{.form = form_of(format), .notes = report.notes, .lists_notes = true};
  if (format == Format::Json) answer.text = tune_json(report);
  if (format == Format::Csv) answer.text = tune_csv(report);
  if (format == Format::Text) {
    answer.text = report::tuning::tune_text(report, arguments.has("quiet"), display);
  }
  answer.has_written_output = true;  // the results themselves, one by one
  if (report.ending == tuner::tune::Ending::Stopped) {
    answer.exit_code = ExitCode::CheckFailed;
    answer.messages.push_back(std::string("stopped before all choices were settled") +
                              (arguments.value("output") ? "; the same command goes on" : ""));
  }
  if (report.has_failed()) {
    answer.exit_code = ExitCode::CheckFailed;
    answer.messages.emplace_back("every way failed: there is no result");
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
  auto report = app::tuning::answer(*request);
  if (display.progress) display.progress("");
  if (!report) return core::fail(report.error());
  note_without_effect(arguments, kOfRanks, report->notes);
  note_without_effect(arguments, kOfOrder, report->notes);
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
