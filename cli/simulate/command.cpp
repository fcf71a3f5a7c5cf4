#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/groups/simulate_groups.h"
#include "app/simulate.h"
#include "cli/commands.h"
#include "cli/groups/groups_json.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "cli/simulate/writers.h"
#include "core/text/field.h"
#include "core/text/words.h"
#include "report/simulation/groups_text.h"
#include "report/simulation/simulate_text.h"
#include "report/simulation/trace_json.h"

namespace treering::cli {
namespace {

core::Result<app::simulation::FaultsRequest> faults_request(const Arguments& arguments) {
  app::simulation::FaultsRequest request{arguments.all_values("fault"),
                                         {text_option(arguments, "jitter"), 1}};
  const auto seed = arguments.value("seed");
  if (!seed) return request;
  if (!request.jitter.most) {
    return core::usage_error(core::field("seed"), "given without ⟨jitter⟩",
                             "expected the jitter that it is for");
  }
  const auto number = core::whole_number<std::uint64_t>(*seed);
  if (!number) {
    return core::usage_error(core::field("seed"), fmt::format("found '{}'", *seed),
                             "expected a whole number");
  }
  request.jitter.seed = *number;
  return request;
}

/// What every run is asked for.
core::Result<void> read_run(const Arguments& arguments, app::simulation::RunRequest& request) {
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  request.op = types->op;
  request.way = {text_option(arguments, "algo"), text_option(arguments, "proto")};
  auto faults = faults_request(arguments);
  if (!faults) return core::fail(faults.error());
  request.faults = *std::move(faults);
  request.is_exact = arguments.has("exact");
  request.time_model = time_model_request(arguments);
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return {};
}

core::Result<app::SimulateRequest> simulate_request(const Arguments& arguments) {
  app::SimulateRequest request;
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  request.collective = collective->value_or(request.collective);
  const auto bytes = size_option(arguments, "size");
  if (!bytes) return core::fail(bytes.error());
  request.bytes = bytes->value_or(request.bytes);
  request.schedule = text_option(arguments, "schedule");
  if (auto read = read_run(arguments, request); !read) return core::fail(read.error());
  return request;
}

std::string simulated(const app::SimulateReport& report, Format format,
                      const report::simulation::SimulateTextOptions& options) {
  switch (format) {
    case Format::Text:
      return simulate_text(report, options);
    case Format::Json:
      return simulate_json(report);
    case Format::Csv:
      return simulate_csv(report);
  }
  return "";
}

/// A picture or a trace, of which one may be asked for.
struct FileForm {
  std::string_view option;  // empty: none
  std::string file;         // "-": standard output
};

core::Result<FileForm> file_form(const Arguments& arguments) {
  FileForm form;
  for (const std::string_view option : {"svg", "trace"}) {
    const auto file = arguments.value(option);
    if (!file) continue;
    const std::string name = fmt::format("--{}", option);
    if (!form.option.empty()) {
      return core::usage_error(name, fmt::format("given together with --{}", form.option),
                               "expected one of the two");
    }
    if (arguments.has("output")) {
      return core::usage_error(name, "given together with --output", "expected one of the two");
    }
    if (file->empty()) return core::usage_error(name, "'' is no file name", "expected FILE");
    form = {option, std::string(*file)};
  }
  return form;
}

/// What a run says in each form.
struct Forms {
  std::string text;  // as --format asks for
  std::function<std::string()> svg;
  const std::optional<app::simulation::Recorded>& recorded;
};

/// The picture or trace for its file, and the report beside it.
Answer answer_of(Forms forms, const FileForm& form, std::vector<std::string> notes) {
  Answer answer{.text = std::move(forms.text), .notes = std::move(notes)};
  if (form.option.empty()) return answer;
  std::string picture =
      form.option == "svg" ? forms.svg() : report::simulation::trace_json(*forms.recorded);
  std::swap(answer.text, picture);
  if (form.file == "-") return answer;
  answer.file = form.file;
  answer.report = std::move(picture);
  return answer;
}

/// What belongs to one call alone or to groups alone.
core::Result<void> check_groups(const Arguments& arguments) {
  const bool has_groups = arguments.has("groups");
  if (!has_groups && arguments.has("start")) {
    return core::usage_error(core::field("start"), "given without ⟨groups⟩",
                             "expected the groups whose calls begin then");
  }
  for (const std::string_view option : {"schedule", "explain-parameters"}) {
    if (has_groups && arguments.has(option)) {
      return core::usage_error(core::field(option), "given together with ⟨groups⟩",
                               "expected one of the two");
    }
  }
  return {};
}

core::Result<app::SimulateGroupsRequest> groups_request(const Arguments& arguments) {
  app::SimulateGroupsRequest request;
  request.groups = *text_option(arguments, "groups");
  request.collective = text_option(arguments, "collective").value_or(request.collective);
  request.bytes = text_option(arguments, "size").value_or(request.bytes);
  request.start = text_option(arguments, "start").value_or(request.start);
  if (auto read = read_run(arguments, request); !read) return core::fail(read.error());
  return request;
}

std::string simulated_groups(const app::SimulateGroupsReport& report, Format format,
                             const report::prediction::TextOptions& options) {
  switch (format) {
    case Format::Text:
      return report::simulation::groups_text(report, options);
    case Format::Json:
      return groups_json(report);
    case Format::Csv:
      return groups_csv(report);
  }
  return "";
}

/// How the answer is wanted.
struct Wanted {
  Format format = Format::Text;
  FileForm file;
  report::prediction::TextOptions text;
};

core::Result<Answer> run_groups(const Arguments& arguments, const Wanted& wanted) {
  auto request = groups_request(arguments);
  if (!request) return core::fail(request.error());
  request->is_recorded = !wanted.file.option.empty();
  request->announce = wanted.text.display.announce;
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  return answer_of({simulated_groups(*report, wanted.format, wanted.text),
                    [&] { return report::simulation::groups_svg(*report); }, report->recorded},
                   wanted.file, report->job.notes);
}

core::Result<Answer> run_one(const Arguments& arguments, const Wanted& wanted) {
  auto request = simulate_request(arguments);
  if (!request) return core::fail(request.error());
  request->is_recorded = !wanted.file.option.empty();
  request->announce = wanted.text.display.announce;
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  const bool explains = arguments.has("explain-parameters");
  return answer_of({simulated(*report, wanted.format, {wanted.text, explains}),
                    [&] { return report::simulation::simulate_svg(*report); }, report->recorded},
                   wanted.file, report->job.notes);
}

}  // namespace

core::Result<Answer> run_simulate(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto form = file_form(arguments);
  if (!form) return core::fail(form.error());
  if (const auto checked = check_groups(arguments); !checked) return core::fail(checked.error());
  const Wanted wanted{*format, *form, {.display = display, .is_quiet = arguments.has("quiet")}};
  return arguments.has("groups") ? run_groups(arguments, wanted) : run_one(arguments, wanted);
}

}  // namespace treering::cli
