#include "cli/command.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/atlas.h"
#include "app/expect.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "report/prediction/expect_text.h"
#include "report/prediction/variants_text.h"

namespace treering::cli {
namespace {

using app::ExpectReport;
using nlohmann::ordered_json;

ordered_json row_json(const ExpectReport& report, std::size_t index) {
  const auto& row = report.sheet.rows[index];
  const bool has_floor = row.floor.has_value();
  ordered_json published = ordered_json::array();
  for (const auto& one : report.published[index]) published.push_back(published_json(one));
  ordered_json json;
  json["collective"] = core::name_of(row.collective);
  json["bytes"] = row.bytes.count();
  json["algorithm"] = or_null(row.way.algorithm);
  json["protocol"] = or_null(row.way.protocol);
  json["channels"] = or_null(row.way.channels);
  json["busbw_GBps"] = row.busbw.in_gb_per_s();
  json["low_GBps"] = row.low.in_gb_per_s();
  json["high_GBps"] = row.high.in_gb_per_s();
  json["floor_GBps"] = has_floor ? ordered_json(row.floor->in_gb_per_s()) : ordered_json();
  json["catches_15"] = has_floor ? ordered_json(row.catches_small) : ordered_json();
  json["catches_35"] = has_floor ? ordered_json(row.catches_large) : ordered_json();
  json["published"] = std::move(published);
  return json;
}

std::string expect_json(const ExpectReport& report) {
  const core::Topology& node = report.job.cluster.node;
  JsonLines lines;
  lines.add("schema", "treering.expect/1");
  lines.add("topology", {{"name", node.name()}, {"fingerprint", node.fingerprint()}});
  lines.add("gpu", or_null(report.sheet.gpu));
  lines.add("nodes", report.sheet.nodes);
  lines.add("hosts", report.sheet.hosts);
  lines.add("ranks", report.sheet.ranks);
  lines.add("nccl_version", report.sheet.nccl_version);
  lines.add("profile", or_null(report.time_model.profile));
  lines.add("environment", environment_json(report.job.variables));
  lines.add("datatype", core::name_of(report.calls.type));
  lines.add("op", core::name_of(report.calls.op));
  lines.add("guesses", guesses_json(report.job));
  lines.add("why_no_floor", or_null(report.why_no_floor));
  lines.begin_array("rows");
  for (std::size_t i = 0; i < report.sheet.rows.size(); ++i) {
    lines.add_element(row_json(report, i));
  }
  return lines.finish();
}

core::Result<app::ExpectRequest> expect_request(const Arguments& arguments) {
  auto calls = calls_request(arguments, "all_reduce");
  if (!calls) return core::fail(calls.error());
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  app::ExpectRequest request;
  request.job = *std::move(job);
  request.job.unnamed_nccl = app::setup::UnnamedNccl::OfSource;  // as predict has it
  request.calls = *std::move(calls);
  request.time_model = time_model_request(arguments);
  return request;
}

std::vector<std::string> notes_of(const ExpectReport& report) {
  std::vector<std::string> notes = report.job.notes;
  std::ranges::copy(report.notes, std::back_inserter(notes));
  return notes;
}

std::vector<std::string> doubts_of(const ExpectReport& report) {
  return report::prediction::doubts_of(report.job, report.deciding,
                                       {report.calls.collectives.front(), report.sheet.ranks});
}

/// A file for another program, or a refusal.
core::Result<Answer> answer_in(const ExpectReport& report, std::string_view form) {
  auto written = app::written_as(report, form);
  if (!written) return core::fail(written.error());
  if (!written->why_not.empty()) {
    return Answer{.refusal = "nothing written: " + written->why_not,
                  .exit_code = ExitCode::CheckFailed};
  }
  return Answer{
      .text = std::move(written->text), .notes = notes_of(report), .doubts = doubts_of(report)};
}

core::Result<void> check_subject(const Arguments& arguments) {
  if (!arguments.has("all")) {
    if (!arguments.positional(0).empty()) return {};
    return core::usage_error("expect", "TOPOLOGY missing", "expected a machine, or --all",
                             "e.g. treering expect dgx-h100 --nodes 4");
  }
  const bool is_alone =
      arguments.positional(0).empty() && arguments.values.size() == 1 && arguments.lists.empty();
  if (is_alone) return {};
  return core::usage_error("--all", "given together with TOPOLOGY or another option",
                           "expected it alone", "the atlas is of all built-in machines");
}

/// Pages by name in a folder, and one that lists them.
core::Result<Answer> atlas_in(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);  // else writing says why not
  Answer answer;
  std::vector<std::pair<std::string, std::string>> pages;
  for (const std::string& name : app::atlas_names()) {
    const auto atlas = app::atlas_of(name);
    if (!atlas) return core::fail(atlas.error());
    pages.emplace_back(name, atlas->description);
    answer.beside.push_back({folder + "/" + name + ".md", report::prediction::atlas_page(*atlas)});
  }
  answer.beside.push_back({folder + "/README.md", report::prediction::atlas_index(pages)});
  answer.text = fmt::format("{} in {}\n", core::counted(pages.size(), "page"), folder);
  return answer;
}

}  // namespace

core::Result<Answer> run_expect(const Arguments& arguments, const Display& display) {
  if (const auto subject = check_subject(arguments); !subject) return core::fail(subject.error());
  if (const auto folder = arguments.value("all")) return atlas_in(std::string(*folder));
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = expect_request(arguments);
  if (!request) return core::fail(request.error());
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  if (const auto form = arguments.value("to")) return answer_in(*report, *form);
  if (*format == Format::Csv) return answer_in(*report, "csv");
  Answer answer{.form = form_of(*format), .notes = notes_of(*report), .doubts = doubts_of(*report)};
  answer.text = *format == Format::Json
                    ? expect_json(*report)
                    : report::prediction::expect_text(*report, arguments.has("quiet"), display);
  return answer;
}

}  // namespace treering::cli
