#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/version.h"
#include "cli/command.h"
#include "cli/output/command_line.h"
#include "cli/tune/writers.h"
#include "core/text/quote.h"
#include "hw/io/write_file.h"
#include "report/document/document.h"
#include "report/tuning/tune_document.h"

namespace treering::cli {
namespace {

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

/// With the file of settings that it names, or one.
std::string settings_command(const Arguments& arguments) {
  const std::string command = this_tuning(arguments);
  return arguments.value("settings") ? command : command + " --settings settings.txt";
}

/// Commands that use what was confirmed. A library may read no settings, as the notes say.
void add_uses(const TuneReport& report, const Arguments& arguments,
              std::vector<Command>& commands) {
  if (report.is_emulated() || !report.has_confirmed()) return;
  if (report.reads_rules()) {
    commands.push_back(
        {"Rules for Open MPI, of what is confirmed; the file's first lines say how to "
         "use it and how to take it back",
         settings_command(arguments)});
  }
  if (!report.is_of_nccl() || topology_text(arguments).empty()) return;
  commands.push_back(
      {"A table for NCCL's example tuner plugin, of what is confirmed; to undo it, unset "
       "NCCL_TUNER_PLUGIN and NCCL_TUNER_CONFIG_FILE, and start the job anew",
       settings_command(arguments)});
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

bool is_page(std::string_view file) {
  return is_markdown(file) || file.ends_with(".html") || file.ends_with(".htm");
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
  if (!is_page(*file)) {
    return core::usage_error("--report", core::in_quotes(*file),
                             "expected a name that ends in .html or .md");
  }
  return hw::io::check_writable(std::string(*file));
}

std::string page_of(const TuneReport& report, const Arguments& arguments) {
  const bool is_text = is_markdown(*arguments.value("report"));
  const report::document::DocumentContext context{commands_for(report, arguments),
                                                  is_text ? "" : tune_json(report),
                                                  fmt::format("treering {}", app::version())};
  const auto document = report::tuning::document_of(report, context);
  return is_text ? to_markdown(document) : to_html(document);
}

}  // namespace treering::cli
