// A subcommand and its answer.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/arguments.h"
#include "cli/options/options.h"
#include "core/result.h"
#include "report/display.h"

namespace treering::cli {

/// The exit codes that are no core::Category.
enum class ExitCode : int { Done = 0, CheckFailed = 1 };

struct TextFile {
  std::string name;
  std::string text;
};

/// Commands print nothing: main() writes what they return.
struct Answer {
  std::string text;                // to standard output, `file` or --output
  std::vector<std::string> notes;  // to standard error unless --quiet; "note: " is put before
  std::string report;              // to standard output when the text goes to a file, else to
                                   // standard error; not with --quiet
  std::string refusal;             // in place of the text, to standard error; with CheckFailed
  ExitCode exit_code = ExitCode::Done;
  std::string file;                   // for the text, where the command names one; else empty
  std::vector<TextFile> beside = {};  // written besides
  bool has_written_output = false;    // to the file of --output: the text is not for it
};

using Display = report::Display;

using Run = core::Result<Answer> (*)(const Arguments&, const Display&);

struct Example {
  std::string_view command;  // after "treering "
  std::string_view meaning;
};

struct CommandSpec {
  std::string_view name;
  std::string_view summary;      // one line, lower-case, no full stop
  std::string_view description;  // paragraphs separated by empty lines
  std::vector<PositionalSpec> positionals;
  std::vector<std::string_view> options;  // ids of the options table
  std::vector<Example> examples;
  Run run = nullptr;
  /// Long names of the options that it has with `hosts` in place of a machine. Empty: it is about
  /// machines with GPUs alone.
  std::vector<std::string_view> options_with_hosts = {};
};

/// In the order of --help. Defined in command_table.cpp.
std::span<const CommandSpec> all_commands();

/// Nothing when there is no such command.
const CommandSpec* command_named(std::string_view name);

/// The options of a command in the order of the options table.
std::vector<const OptionSpec*> options_of(const CommandSpec& command);

}  // namespace treering::cli
