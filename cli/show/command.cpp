#include "cli/command.h"

#include <utility>

#include <fmt/format.h>

#include "app/show.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/notes.h"
#include "cli/show/forms.h"
#include "report/machine/machine_text.h"
#include "report/machine/subnet_text.h"

namespace treering::cli {
namespace {

constexpr std::string_view kStandardOutput = "-";

/// Fails where --svg is given with another form or file.
core::Result<void> check_svg(const Arguments& arguments) {
  const auto file = arguments.value("svg");
  if (!file) return {};
  for (const std::string_view option : {"format", "output", "graphs", "connections", "tree"}) {
    if (!arguments.has(option)) continue;
    return core::usage_error("--svg", fmt::format("given together with --{}", option),
                             "expected one of the two");
  }
  if (file->empty()) return core::usage_error("--svg", "'' is no file name", "expected FILE");
  return {};
}

/// Its file is that of --svg.
Answer svg_answer(const Arguments& arguments, std::string svg, std::vector<std::string> notes) {
  Answer answer;
  answer.text = std::move(svg);
  answer.notes = std::move(notes);
  const auto file = arguments.value("svg").value_or(kStandardOutput);
  if (file != kStandardOutput) answer.file = file;
  return answer;
}

/// Whether the given forms go together.
core::Result<Format> read_form(const Arguments& arguments) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  if (const auto fits = check_svg(arguments); !fits) return core::fail(fits.error());
  if (arguments.has("tree") && *format != Format::Text) {
    return core::usage_error("--tree", "given for JSON or CSV", "expected text",
                             "both have the whole machine");
  }
  return *format;
}

std::string render(const app::MachineReport& report, const Arguments& arguments, Format format,
                   const Display& display) {
  return written(
      format,
      [&] {
        return report::machine::show_text(report, {.is_quiet = arguments.has("quiet"),
                                                   .is_tree = arguments.has("tree"),
                                                   .display = display});
      },
      [&] { return show_json(report); }, [&] { return show_csv(report); });
}

core::Result<Answer> show_fabric(const app::FabricReport& report, const Arguments& arguments,
                                 Format format, const Display& display) {
  if (arguments.has("tree")) {
    return core::usage_error("--tree", "given for a fabric", "expected a machine");
  }
  if (format == Format::Csv) {
    return core::usage_error("--format", "csv of a fabric", "expected text or json");
  }
  if (arguments.has("svg")) {
    return svg_answer(arguments, report::machine::subnet_svg(report),
                      app::setup::texts_of(report.text.notes));
  }
  return fabric_answer(report, arguments, format, display);
}

/// Fails where a form is given that only machines have.
core::Result<void> check_form_without_machine(const Arguments& arguments, Format format) {
  for (const std::string_view option : {"tree", "svg"}) {
    if (!arguments.has(option)) continue;
    return core::usage_error(fmt::format("--{}", option), "given for a log without a machine",
                             "expected a machine");
  }
  if (format == Format::Csv) {
    return core::usage_error("--format", "csv of a log without a machine", "expected text or json");
  }
  return {};
}

core::Result<Answer> show_plan_lines(const app::PlanLinesReport& report, const Arguments& arguments,
                                     Format format, const Display& display) {
  if (const auto fits = check_form_without_machine(arguments, format); !fits) {
    return core::fail(fits.error());
  }
  return plan_lines_answer(report, arguments.has("quiet"), format, display);
}

core::Result<Answer> show_host_facts(const app::HostFactsReport& report, const Arguments& arguments,
                                     Format format, const Display& display) {
  if (const auto fits = check_form_without_machine(arguments, format); !fits) {
    return core::fail(fits.error());
  }
  return host_facts_answer(report, arguments.has("quiet"), format, display);
}

}  // namespace

core::Result<Answer> run_show(const Arguments& arguments, const Display& display) {
  const auto format = read_form(arguments);
  if (!format) return core::fail(format.error());
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  const auto shown = app::answer(app::ShowRequest{.job = *std::move(job),
                                                  .has_graphs = arguments.has("graphs"),
                                                  .has_connections = arguments.has("connections")});
  if (!shown) return core::fail(shown.error());
  if (const auto* fabric = std::get_if<app::FabricReport>(&*shown)) {
    return show_fabric(*fabric, arguments, *format, display);
  }
  if (const auto* lines = std::get_if<app::PlanLinesReport>(&*shown)) {
    return show_plan_lines(*lines, arguments, *format, display);
  }
  if (const auto* facts = std::get_if<app::HostFactsReport>(&*shown)) {
    return show_host_facts(*facts, arguments, *format, display);
  }
  const auto& machine = std::get<app::MachineReport>(*shown);
  if (arguments.has("svg")) {
    if (!machine.setup.cluster.others.empty()) {
      return core::usage_error("--svg", "the nodes differ", "expected equal nodes",
                               "the text says what each kind has");
    }
    return svg_answer(arguments, report::machine::machine_svg(machine), machine.setup.notes);
  }
  return Answer{.text = render(machine, arguments, *format, display),
                .form = form_of(*format),
                .notes = machine.setup.notes};
}

}  // namespace treering::cli
