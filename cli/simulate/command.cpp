#include "cli/command.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/fault_costs.h"
#include "app/groups/simulate_groups.h"
#include "app/simulate.h"
#include "app/simulation/carried.h"
#include "cli/groups/simulated_calls.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "core/text/field.h"
#include "core/text/reading.h"
#include "report/prediction/variants_text.h"
#include "report/simulation/simulate_text.h"
#include "report/simulation/trace.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

ordered_json without_faults_json(const app::SimulateReport& report) {
  if (!report.fault_costs) return nullptr;
  const app::FaultCosts& costs = *report.fault_costs;
  return {{"time_us", costs.without.in_us()},
          {"ratio", report.time / costs.without},
          {"algorithm", costs.way.algorithm},
          {"protocol", costs.way.protocol},
          {"channels", costs.way.channels}};
}

/// The same call without what is slow, as far as that can be.
ordered_json cut_out_json(const app::SimulateReport& report) {
  ordered_json list = ordered_json::array();
  if (!report.fault_costs) return list;
  for (const app::CutOut& one : report.fault_costs->cut_outs) {
    ordered_json json{{"what", one.what}};
    json["setting"] = one.how.empty() ? ordered_json() : ordered_json(one.how);
    json["why_not"] = one.why_not.empty() ? ordered_json() : ordered_json(one.why_not);
    json["time_us"] = one.time ? ordered_json(one.time->in_us()) : ordered_json();
    json["ratio"] =
        one.time ? ordered_json(*one.time / report.fault_costs->without) : ordered_json();
    if (one.time) {
      json.update({{"nodes", one.nodes},
                   {"ranks", one.ranks},
                   {"algorithm", one.way.algorithm},
                   {"protocol", one.way.protocol},
                   {"channels", one.way.channels}});
    }
    list.push_back(std::move(json));
  }
  return list;
}

std::string simulate_json(const app::SimulateReport& report) {
  ordered_json json = job_json("treering.simulate/1", report.job, report.shape.ranks());
  json["collective"] = app::simulation::name_of(report.call.collective, report.is_barrier);
  json["bytes"] = report.call.bytes;
  json["asked_bytes"] = report.asked_bytes;
  json["datatype"] = core::name_of(report.call.type);
  json["op"] = core::name_of(report.call.op);
  json["algorithm"] = report.way.algorithm;
  json["protocol"] = report.way.protocol;
  json["channels"] = report.way.channels;
  json["nccl_default"] = report.is_nccl_choice;
  json["in_nccl"] = report.is_in_nccl;
  json["faults"] = report.faults;
  json["time_us"] = report.time.in_us();
  json["single_us"] = report.single.in_us();
  json["before_messages_us"] = report.before_messages.in_us();
  json["algbw_GBps"] = algbw(report).in_gb_per_s();
  json["busbw_GBps"] = busbw(report).in_gb_per_s();
  json["cost_us"] = report.cost ? ordered_json(report.cost->in_us()) : ordered_json();
  json["bound_us"] = report.bound.in_us();
  json["without_faults"] = without_faults_json(report);
  json["cut_out"] = cut_out_json(report);
  add_run(report, json);
  json["parameters"] = parameters_json(report.factors);
  json["variants"] = variants_json(report.deciding, report.shape.ranks());
  return to_lines(json);
}

/// A line for each kind of link.
std::string simulate_csv(const app::SimulateReport& report) {
  std::string text =
      "algorithm,protocol,time_us,name,links,bytes,wire_bytes,rate_GBps,busy_share,guesses\n";
  for (const auto& link : report.links) {
    ordered_json row{{"algorithm", report.way.algorithm},
                     {"protocol", report.way.protocol},
                     {"time_us", report.time.in_us()}};
    row.update(link_json(link));
    row["guesses"] = guesses_text(report.job);
    text += csv_row(row);
  }
  return text;
}

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
                             fmt::format("expected a whole number from 0 to {}",
                                         std::numeric_limits<std::uint64_t>::max()));
  }
  request.jitter.seed = *number;
  return request;
}

/// What every run is asked for.
core::Result<void> read_run(const Arguments& arguments, app::simulation::RunRequest& request) {
  if (auto read = read_call(arguments, request); !read) return core::fail(read.error());
  auto faults = faults_request(arguments);
  if (!faults) return core::fail(faults.error());
  request.faults = *std::move(faults);
  request.is_exact = arguments.has("exact");
  return {};
}

core::Result<app::SimulateRequest> simulate_request(const Arguments& arguments) {
  app::SimulateRequest request;
  const auto aim = app::simulation::aim_of(arguments.value("collective").value_or("all_reduce"));
  if (!aim) return core::fail(aim.error());
  request.call.collective = aim->collective;
  request.is_barrier = aim->is_barrier;
  if (aim->is_barrier && arguments.has("size")) return app::simulation::has_no_size();
  const auto bytes = size_option(arguments, "size");
  if (!bytes) return core::fail(bytes.error());
  request.call.bytes = bytes->value_or(request.call.bytes);
  request.schedule = text_option(arguments, "schedule");
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.call.type = types->type;
  request.call.op = types->op;
  if (auto read = read_run(arguments, request); !read) return core::fail(read.error());
  return request;
}

std::string simulated(const app::SimulateReport& report, Format format,
                      const report::simulation::SimulateTextOptions& options) {
  return written(
      format, [&] { return simulate_text(report, options); }, [&] { return simulate_json(report); },
      [&] { return simulate_csv(report); });
}

/// A picture or a trace of the run.
struct FileForm {
  std::string_view option;
  std::string file;  // "-": standard output
};

constexpr std::string_view kStandardOutput = "-";

/// Files of their own, of which one may be standard output.
core::Result<void> check_file(const FileForm& form, const std::vector<FileForm>& others,
                              const Arguments& arguments) {
  const std::string name = fmt::format("--{}", form.option);
  if (form.file.empty()) {
    return core::usage_error(name, "'' is no file name", "expected FILE");
  }
  for (const FileForm& other : others) {
    if (form.file != other.file) continue;
    return core::usage_error(name, fmt::format("found '{}', as for --{}", form.file, other.option),
                             "expected another file");
  }
  const auto output = arguments.value("output");
  if (!output || (form.file != *output && form.file != kStandardOutput)) return {};
  return core::usage_error(name, fmt::format("found '{}' together with --output", form.file),
                           "expected another file");
}

core::Result<std::vector<FileForm>> file_forms(const Arguments& arguments) {
  std::vector<FileForm> forms;
  for (const std::string_view option : {"svg", "trace"}) {
    const auto file = arguments.value(option);
    if (!file) continue;
    FileForm form{option, std::string(*file)};
    if (auto checked = check_file(form, forms, arguments); !checked) {
      return core::fail(checked.error());
    }
    forms.push_back(std::move(form));
  }
  return forms;
}

/// What a run says in each form.
struct Forms {
  Format format;
  std::string text;  // as that asks for
  std::function<std::string()> svg;
  const std::optional<app::simulation::Recorded>& recorded;

  std::string operator()(std::string_view option) const {
    return option == "svg" ? svg() : report::simulation::trace_json(*recorded);
  }
};

/// The report, and pictures and traces in their files. One that goes to standard output takes the
/// report's place.
Answer answer_of(const Forms& forms, const std::vector<FileForm>& files,
                 std::vector<std::string> notes) {
  Answer answer{.text = forms.text, .form = form_of(forms.format), .notes = std::move(notes)};
  for (const FileForm& one : files) {
    std::string picture = forms(one.option);
    if (one.file == kStandardOutput) {
      answer.report = std::exchange(answer.text, std::move(picture));
    } else {
      answer.beside.push_back({one.file, std::move(picture)});
    }
  }
  return answer;
}

/// What belongs to one call alone or to groups alone.
core::Result<void> check_groups(const Arguments& arguments) {
  const bool has_groups = arguments.has("groups");
  if (!has_groups && arguments.has("start")) {
    return core::usage_error(core::field("start"), "given without ⟨groups⟩",
                             "expected the groups whose calls begin then");
  }
  if (has_groups && arguments.has("schedule")) {
    return core::usage_error(core::field("schedule"), "given together with ⟨groups⟩",
                             "expected one of the two");
  }
  return {};
}

/// A schedule of the user's own says all of its call itself.
core::Result<void> check_schedule(const Arguments& arguments) {
  if (!arguments.has("schedule")) return {};
  for (const char* const option : {"collective", "size", "datatype", "op", "algo", "proto"}) {
    if (!arguments.has(option)) continue;
    return core::usage_error(core::field(option), "given together with ⟨schedule⟩",
                             "expected one of the two", "the file says what the call is");
  }
  return {};
}

core::Result<app::SimulateGroupsRequest> groups_request(const Arguments& arguments) {
  app::SimulateGroupsRequest request;
  request.groups = *text_option(arguments, "groups");
  request.collective = text_option(arguments, "collective").value_or(request.collective);
  request.bytes = text_option(arguments, "size").value_or(request.bytes);
  request.start = text_option(arguments, "start").value_or(request.start);
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.type = types->type;
  request.op = types->op;
  if (auto read = read_run(arguments, request); !read) return core::fail(read.error());
  return request;
}

std::string simulated_groups(const app::SimulateGroupsReport& report, Format format,
                             const report::simulation::SimulateTextOptions& options) {
  return written(
      format, [&] { return report::simulation::groups_text(report, options); },
      [&] { return groups_json(report); }, [&] { return groups_csv(report); });
}

core::Result<bool> wants_all_links(const Arguments& arguments) {
  const auto which = arguments.value("links");
  if (!which) return false;
  if (*which == "all") return true;
  return core::usage_error(core::field("links"), fmt::format("found '{}'", *which), "expected all");
}

/// How the answer is wanted.
struct Wanted {
  Format format = Format::Text;
  std::vector<FileForm> files;
  report::simulation::SimulateTextOptions text;
};

core::Result<Answer> run_groups(const Arguments& arguments, const Wanted& wanted) {
  auto request = groups_request(arguments);
  if (!request) return core::fail(request.error());
  request->is_recorded = !wanted.files.empty();
  request->announce = wanted.text.text.display.announce;
  request->compares_faults = true;
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  return answer_of({wanted.format, simulated_groups(*report, wanted.format, wanted.text),
                    [&] { return report::simulation::groups_svg(*report); }, report->recorded},
                   wanted.files, report->job.notes);
}

core::Result<Answer> run_one(const Arguments& arguments, const Wanted& wanted) {
  auto request = simulate_request(arguments);
  if (!request) return core::fail(request.error());
  request->is_recorded = !wanted.files.empty();
  request->announce = wanted.text.text.display.announce;
  request->compares_faults = true;
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  Answer answer =
      answer_of({wanted.format, simulated(*report, wanted.format, wanted.text),
                 [&] { return report::simulation::simulate_svg(*report); }, report->recorded},
                wanted.files, report->job.notes);
  answer.doubts = report::prediction::doubts_of(report->job, report->deciding,
                                                {report->call.collective, report->shape.ranks()});
  return answer;
}

}  // namespace

core::Result<Answer> run_simulate(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto forms = file_forms(arguments);
  if (!forms) return core::fail(forms.error());
  if (const auto checked = check_groups(arguments); !checked) return core::fail(checked.error());
  if (const auto own = check_schedule(arguments); !own) return core::fail(own.error());
  const auto all_links = wants_all_links(arguments);
  if (!all_links) return core::fail(all_links.error());
  const Wanted wanted{*format,
                      *forms,
                      {{.display = display, .is_quiet = arguments.has("quiet")},
                       arguments.has("explain-parameters"),
                       arguments.has("critical-path"),
                       *all_links}};
  return arguments.has("groups") ? run_groups(arguments, wanted) : run_one(arguments, wanted);
}

}  // namespace treering::cli
