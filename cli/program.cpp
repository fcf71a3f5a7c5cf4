#include "cli/program.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <ostream>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/hosts/records.h"
#include "app/version.h"
#include "cli/help/help.h"
#include "cli/output/command_line.h"
#include "cli/output/notes.h"
#include "core/data_type.h"
#include "core/text/reading.h"
#include "core/text/table.h"
#include "hw/io/write_file.h"
#include "report/figures.h"

namespace treering::cli {
namespace {

int exit_code_of(core::Category category) {
  return static_cast<int>(category);
}

std::string version_text() {
  const app::KnownNccl nccl = app::known_nccl();
  return fmt::format("treering {}\nfollows NCCL {} (with --nccl {} to {})\n", app::version(),
                     nccl.usual, nccl.first, nccl.last);
}

/// nccl-tests' -o is the reduction, ours the output file: catch the habit.
core::Result<void> check_output(std::string_view file) {
  if (file.empty()) return core::usage_error("--output", "'' is no file name", "expected FILE");
  if (!core::parse_reduce_op(file)) return {};
  return core::usage_error(
      "--output", fmt::format("'{}' is a reduction", file), "expected FILE",
      fmt::format("write --op {0} for the reduction, -o ./{0} for a file of that name", file));
}

/// Whole lines from the beginning of a text, few enough that guarding piece by piece does not hold
/// a long text in memory twice. \pre the text is not empty
std::string_view first_piece(std::string_view text) {
  constexpr std::size_t kPiece = std::size_t{64} << 10U;
  const std::size_t line_end = text.find('\n', std::min(kPiece, text.size()));
  return text.substr(0, std::min(line_end, text.size() - 1) + 1);
}

/// Writes the guarded text.
void put(std::ostream& stream, std::string_view text, bool is_bold_allowed) {
  while (!text.empty()) {
    const std::string_view piece = first_piece(text);
    stream << report::guarded(piece, is_bold_allowed);
    text.remove_prefix(piece.size());
  }
}

/// The same for a file; a clean text, as nearly all are, is not copied.
std::string guarded_whole(std::string text) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view piece = first_piece(rest);
    if (report::guarded(piece, false) != piece) return report::guarded(text, false);
    rest.remove_prefix(piece.size());
  }
  return text;
}

/// Each line within `width`, what goes on further in than it began.
std::string wrapped_lines(std::string_view text, std::size_t width) {
  constexpr std::size_t kFurther = 2;
  std::string result;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t further = indent + kFurther;
    result.append(line.substr(0, indent)) +=
        core::wrapped(line.substr(indent), width - further, further) + "\n";
  }
  return result;
}

/// Writes to standard error.
void say(const Console& console, std::string_view who, std::string_view text) {
  const std::string whole = fmt::format("{}: {}\n", who, with_options(std::string(text)));
  put(console.err, console.err_width ? wrapped_lines(whole, *console.err_width) : whole, false);
}

/// On one line of a terminal, in place of the one before.
void show_progress(const Console& console, std::string_view line) {
  const std::size_t width = *console.err_width > 1 ? *console.err_width - 1 : 1;
  console.err << "\r" << report::guarded(line.substr(0, width), false) << "\x1b[K" << std::flush;
  if (line.empty()) console.err << "\r" << std::flush;
}

core::Result<void> write_out(const Console& console, std::string_view text) {
  errno = 0;
  put(console.out, text, console.display.is_terminal);
  console.out << std::flush;
  if (console.out) return {};
  return hw::io::cannot_write("standard output", errno != 0 ? errno : EIO);
}

/// What the command may show while it works, and for which width it writes.
Display display_for(const Arguments& arguments, const Console& console) {
  const bool is_for_file = arguments.value("output").has_value();
  Display display = is_for_file ? Display{.width = console.display.width} : console.display;
  if (arguments.has("quiet")) return display;
  display.announce = [&](const std::string& note) {
    say(console, "note", note);
    console.err << std::flush;
  };
  if (console.err_width) {
    display.progress = [&](const std::string& line) { show_progress(console, line); };
  }
  return display;
}

/// Whether `hosts` is given where the command takes a machine.
bool is_about_hosts(const CommandSpec& command, const Arguments& arguments) {
  if (arguments.value("topology") == app::hosts::kHosts) return true;
  for (std::size_t i = 0; i < command.positionals.size(); ++i) {
    const bool is_topology = command.positionals[i].kind == ValueKind::Topology;
    if (is_topology && arguments.positional(i) == app::hosts::kHosts) return true;
  }
  return false;
}

/// Fails where a command that is not about hosts is asked about them, and where an option is given
/// that means nothing there.
core::Result<void> check_hosts(const CommandSpec& command, const Arguments& arguments) {
  if (!is_about_hosts(command, arguments)) return {};
  const auto& known = command.options_with_hosts;
  if (known.empty()) {
    return core::usage_error(
        "TOPOLOGY", "'hosts' is about collectives on CPUs",
        fmt::format("expected a machine with GPUs, as treering {} is about NCCL", command.name),
        "predict hosts says what collectives on CPUs take, check --topology hosts whether runs are "
        "as fast as their links; tune --runner replay --measurements FILE --report PAGE writes a "
        "page of runs");
  }
  std::vector<std::string_view> given;
  for (const auto& [option, value] : arguments.values) given.emplace_back(option);
  for (const auto& [option, values] : arguments.lists) given.emplace_back(option);
  for (const std::string_view option : given) {
    if (std::ranges::find(known, option) != known.end()) continue;
    return core::usage_error(
        "--" + std::string(option), "given with hosts", "expected what collectives on CPUs have",
        fmt::format("with hosts treering {} has --{}", command.name, fmt::join(known, ", --")));
  }
  return {};
}

/// Writes an answer and its files: its text to `target`, or to standard output where that is empty.
core::Result<void> write_answer(Answer answer, const std::string& target, const Console& console) {
  for (TextFile& one : answer.beside) {
    const auto done =
        hw::io::write_file(one.name, guarded_whole(with_options(std::move(one.text))));
    if (!done) return core::fail(done.error());
  }
  std::string text = with_options(std::move(answer.text));
  auto written = target.empty() ? write_out(console, text)
                                : hw::io::write_file(target, guarded_whole(std::move(text)));
  if (!written || answer.report.empty()) return written;
  const std::string report = with_options(std::move(answer.report));
  if (!target.empty()) return write_out(console, report);
  put(console.err, report, console.display.is_terminal);
  return {};
}

/// Those that have no place in the answer, and what was done.
void say_notes(const std::vector<std::string>& notes, const std::vector<std::string>& messages,
               const Console& console) {
  for (const auto* const texts : {&notes, &messages}) {
    for (const std::string& text : *texts) say(console, "note", text);
  }
}

core::Result<int> run_command(const Request& request, const Console& console) {
  const Arguments& arguments = request.arguments;
  const auto file = arguments.value("output");
  if (file) {
    if (const auto checked = check_output(*file); !checked) return core::fail(checked.error());
  }
  if (const auto checked = check_hosts(*request.command, arguments); !checked) {
    return core::fail(checked.error());
  }
  auto answer = request.command->run(arguments, display_for(arguments, console));
  if (!answer) return core::fail(answer.error());
  const bool is_quiet = arguments.has("quiet");
  const int exit_code = static_cast<int>(answer->exit_code);
  if (is_quiet) answer->messages.clear();
  if (!answer->refusal.empty()) {
    say_notes(answer->notes, answer->messages, console);
    say(console, "treering", answer->refusal);
    return exit_code;
  }
  const std::size_t width = display_for(arguments, console).text_width();
  say_notes(place_notes(*answer, {is_quiet, width}), answer->messages, console);
  if (is_quiet) answer->report.clear();
  const std::string target(answer->has_written_output ? "" : file.value_or(answer->file));
  const auto written = write_answer(*std::move(answer), target, console);
  if (!written) return core::fail(written.error());
  return exit_code;
}

core::Result<int> run_request(const Request& request, const Console& console) {
  if (request.kind == Request::Kind::Command) return run_command(request, console);
  std::string text;
  if (request.kind == Request::Kind::Version) {
    text = version_text();
  } else {
    const std::size_t width = console.display.text_width();
    text = request.command == nullptr ? program_help(width) : command_help(*request.command, width);
  }
  if (const auto written = write_out(console, text); !written) return core::fail(written.error());
  return 0;
}

/// The limits of a machine are no fault of ours; all else that is thrown is.
core::Error error_of(const std::exception& thrown) {
  const auto* const refused = dynamic_cast<const std::system_error*>(&thrown);
  if (refused != nullptr && refused->code() == std::errc::resource_unavailable_try_again) {
    return core::environment_error("threads", refused->code().message(),
                                   "expected room for another one", "raise the limit (ulimit -u)")
        .value();
  }
  return core::internal_error("internal error", thrown.what(), "",
                              "please report it with the command line")
      .value();
}

}  // namespace

int run_program(const std::vector<std::string>& words, const Console& console) {
  try {
    const auto request = parse(words);
    const auto code = request ? run_request(*request, console) : core::fail(request.error());
    if (code) return *code;
    say(console, "treering", with_options(code.error()).message());
    return exit_code_of(code.error().category);
  } catch (const std::exception& thrown) {
    const core::Error error = error_of(thrown);
    say(console, "treering", error.message());
    return exit_code_of(error.category);
  }
}

}  // namespace treering::cli
