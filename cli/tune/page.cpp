#include "cli/tune/page.h"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/output/command_line.h"
#include "cli/tune/writers.h"
#include "cli/version.h"
#include "core/text/shell.h"
#include "core/unit_text.h"
#include "hw/io/write_file.h"
#include "report/document/html.h"
#include "report/document/markdown.h"
#include "report/tuning/tune_document.h"

namespace treering::cli {
namespace {

using app::tuning::Choice;
using app::tuning::Reason;
using app::tuning::TuneReport;
using report::document::Command;

std::string topology_text(const Arguments& arguments) {
  const auto topology = arguments.positional(0);
  return topology.empty() ? "" : " " + core::shell_word(topology);
}

std::string this_tuning(const Arguments& arguments) {
  return "treering tune" + topology_text(arguments) +
         options_text(arguments, *command_named("tune"), {});
}

/// Of the library that ran, replayed or not.
bool is_on_gpus(const TuneReport& report) {
  return report.library.starts_with("NCCL");
}

std::string size_option(std::uint64_t bytes) {
  return core::format_size_option(core::Bytes::of(bytes));
}

/// A table for NCCL's tuner plugin that forces the choice.
std::string table_line(const Arguments& arguments, const Choice& one) {
  // Those of the choice are said below; the others are no options of this job, or not for this
  // file.
  constexpr std::array<std::string_view, 13> kOwn{
      "collective", "minbytes", "maxbytes", "datatype", "op",           "algo", "proto",
      "runner",     "ranks",    "output",   "format",   "measurements", "quiet"};
  std::string line = "treering export" + topology_text(arguments) +
                     options_text(arguments, *command_named("export"), kOwn);
  line += fmt::format(" --to tuner-csv -c {} --algo {}", name_of(one.collective),
                      core::shell_word(one.way.algorithm));
  if (!one.way.protocol.empty()) line += " --proto " + core::shell_word(one.way.protocol);
  return line + fmt::format(" -b {} -e {}", size_option(one.from_bytes), size_option(one.to_bytes));
}

void add_uses(const TuneReport& report, const Arguments& arguments,
              std::vector<Command>& commands) {
  if (report.is_emulated()) return;
  const auto results = arguments.value("output");
  if (report.runner == "mpi" && results) {
    commands.push_back(
        {"A file of rules for Open MPI, where something is surely faster; its first "
         "lines say how to take it back",
         "treering export hosts --measurements " + core::shell_word(*results) +
             " --to openmpi-rules -o rules.conf"});
  }
  if (!is_on_gpus(report) || topology_text(arguments).empty()) return;
  for (const Choice& one : report.choices) {
    if (one.reason != Reason::Faster) continue;
    commands.push_back(
        {"A table for NCCL's example tuner plugin; without the plugin NCCL chooses "
         "as before",
         table_line(arguments, one)});
  }
}

std::vector<Command> commands_for(const TuneReport& report, const Arguments& arguments) {
  std::vector<Command> commands;
  add_uses(report, arguments, commands);
  commands.push_back({arguments.value("output")
                          ? "This report again; a larger --budget goes on from the results"
                          : "Another tuning like this",
                      this_tuning(arguments)});
  return commands;
}

bool is_markdown(std::string_view file) {
  return file.ends_with(".md");
}

}  // namespace

core::Result<void> check_page(const Arguments& arguments) {
  const auto file = arguments.value("report");
  if (!file) return {};
  if (file->empty()) return core::usage_error("--report", "'' is no file name", "expected FILE");
  if (file == arguments.value("output")) {
    return core::usage_error("--report", "the file of --output", "expected another one",
                             "that one has the results, this one the report");
  }
  return hw::io::check_writable(std::string(*file));
}

std::string page_of(const TuneReport& report, const Arguments& arguments) {
  const bool is_text = is_markdown(*arguments.value("report"));
  const report::document::DocumentContext context{commands_for(report, arguments),
                                                  is_text ? "" : tune_json(report),
                                                  fmt::format("treering {}", kVersion)};
  const auto document = report::tuning::document_of(report, context);
  return is_text ? to_markdown(document) : to_html(document);
}

}  // namespace treering::cli
