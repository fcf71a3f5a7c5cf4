// The subcommands: what each is, its answer and exit code, and the list of all.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "core/result.h"
#include "report/display.h"

namespace treering::cli {

// The exit codes of treering, for --help and the manual page.

struct ExitMeaning {
  int code;
  std::string_view meaning;  // short, lower-case
  std::string_view details;  // a sentence; empty where the meaning says it all
};

inline constexpr std::array<ExitMeaning, 6> kExitMeanings{{
    {0, "done", ""},
    {1, "a check or comparison failed",
     "check found times slower than expected or faster than possible, doctor a fault or warning, "
     "diff a difference, fleet hosts that differ, expect no floor for --to, export no setting that "
     "beats NCCL's own choices, "
     "or measure no result, or not all because it was interrupted."},
    {2, "wrong usage", "A command, an option or its value is unknown or impossible."},
    {3, "bad input",
     "A topology is neither built in nor a file, or a file cannot be read or makes no sense."},
    {4, "the environment lacks something",
     "This machine has no NVIDIA GPU, or a file cannot be written."},
    {5, "internal error", "A bug in treering; please report it."},
}};

// A subcommand and its answer.

/// The exit codes that are no core::Category.
enum class ExitCode : int { Done = 0, CheckFailed = 1 };

struct TextFile {
  std::string name;
  std::string text;
};

/// What an answer is, and so where its notes stand (cli/output/notes.h).
enum class Form {
  Text,  // for people: in its heading
  Json,  // one object: its member `notes`
  Other  // CSV, pages, pictures, files that are read again: on standard error
};

/// Commands print nothing: main() writes what they return.
struct Answer {
  std::string text;  // to standard output, `file` or --output
  /// Of the report where there is one, else of the text.
  Form form = Form::Other;
  std::vector<std::string> notes;     // what the answer says about its inputs, and belongs to it
  bool lists_notes = false;           // a text that has them itself, but with --quiet
  std::vector<std::string> doubts;    // what text and JSON say of their own, and no other form
  std::vector<std::string> messages;  // what was done, or why not: to standard error unless --quiet
  std::string report;                 // to standard output when the text goes to a file, else to
                                      // standard error; not with --quiet
  std::string refusal;                // in place of the text, to standard error; with CheckFailed
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

// The subcommands: each is a function of the arguments, in a file of its name.

core::Result<Answer> run_show(const Arguments& arguments, const Display& display);
core::Result<Answer> run_predict(const Arguments& arguments, const Display& display);
core::Result<Answer> run_explain(const Arguments& arguments, const Display& display);
core::Result<Answer> run_simulate(const Arguments& arguments, const Display& display);
core::Result<Answer> run_expect(const Arguments& arguments, const Display& display);
core::Result<Answer> run_export(const Arguments& arguments, const Display& display);
core::Result<Answer> run_convert(const Arguments& arguments, const Display& display);
core::Result<Answer> run_fleet(const Arguments& arguments, const Display& display);
core::Result<Answer> run_diff(const Arguments& arguments, const Display& display);
core::Result<Answer> run_discover(const Arguments& arguments, const Display& display);
core::Result<Answer> run_measure(const Arguments& arguments, const Display& display);
core::Result<Answer> run_tune(const Arguments& arguments, const Display& display);
core::Result<Answer> run_import(const Arguments& arguments, const Display& display);
core::Result<Answer> run_doctor(const Arguments& arguments, const Display& display);
core::Result<Answer> run_check(const Arguments& arguments, const Display& display);
core::Result<Answer> run_calibrate(const Arguments& arguments, const Display& display);
core::Result<Answer> run_validate(const Arguments& arguments, const Display& display);
core::Result<Answer> run_report(const Arguments& arguments, const Display& display);
core::Result<Answer> run_list(const Arguments& arguments, const Display& display);
core::Result<Answer> run_completion(const Arguments& arguments, const Display& display);
core::Result<Answer> run_man(const Arguments& arguments, const Display& display);

// The commands about machines, for the table of all commands.

/// The argument that names a machine.
PositionalSpec topology_positional();

CommandSpec show_command();
CommandSpec convert_command();
CommandSpec discover_command();
CommandSpec doctor_command();
CommandSpec diff_command();
CommandSpec fleet_command();
CommandSpec expect_command();

}  // namespace treering::cli
