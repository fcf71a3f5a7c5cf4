// The manual page in roff, from the tables of commands and options.
#include <array>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/help/help.h"
#include "report/man_page.h"

namespace treering::cli {
namespace {

std::string section(const CommandSpec& command) {
  std::string text = fmt::format(".SS {}\n{}", report::man_text(synopsis(command)),
                                 report::man_paragraphs(command.description));
  for (const PositionalSpec& positional : command.positionals) {
    text += report::man_tagged(positional.name, positional.help);
  }
  for (const OptionSpec* option : options_of(command)) {
    text += report::man_tagged(spelling(*option), option->help);
  }
  text += ".PP\nExamples:\n";
  for (const Example& example : command.examples) {
    text += report::man_tagged(fmt::format("treering {}", example.command), example.meaning);
  }
  return text;
}

std::string exit_status() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitMeaning& exit : kExitMeanings) {
    const std::string_view details = exit.details;
    text += report::man_tagged(fmt::format("{}", exit.code),
                               details.empty() ? fmt::format("{}.", exit.meaning)
                                               : fmt::format("{}. {}", exit.meaning, details));
  }
  return text;
}

struct Remark {
  std::string_view tag;
  std::string_view text;
};

// treering itself reads no variable without --env-from-process, and no file but those that it is
// given.
constexpr std::array kVariables{
    Remark{"NCCL_TOPO_DUMP_FILE",
           "names the file into which NCCL writes the topology of its machine. treering reads it."},
    Remark{"NCCL_ALGO, NCCL_PROTO", "hold the settings that treering export --to env writes."},
    Remark{"NCCL_TUNER_PLUGIN, NCCL_TUNER_CONFIG_FILE",
           "make NCCL load NVIDIA's example tuner plugin, and make the plugin read the file that "
           "treering export --to tuner-csv writes."},
};
constexpr std::array kFiles{
    Remark{"~/.nccl.conf, /etc/nccl.conf",
           "hold NCCL's settings, such as treering export --to nccl.conf writes."},
};

template <class Remarks>
std::string remarks(std::string_view title, std::string_view lead, const Remarks& all) {
  std::string text = fmt::format(".SH {}\n{}\n", title, lead);
  for (const Remark& remark : all) text += report::man_tagged(remark.tag, remark.text);
  return text;
}

}  // namespace

core::Result<Answer> run_man(const Arguments& /*arguments*/, const Display& /*display*/) {
  std::string text =
      report::man_head("treering", "which collective algorithm a GPU machine should use, and why");
  text += "COMMAND [arguments] [options]\n.br\n.B treering\n\\-\\-help | \\-\\-version\n";
  text += fmt::format(".SH DESCRIPTION\n{}\n.SH COMMANDS\n", report::man_text(description()));
  for (const CommandSpec& command : all_commands()) text += section(command);
  text += exit_status();
  text += remarks(
      "ENVIRONMENT",
      "With --env-from-process treering reads NCCL's variables, and no others; treering list "
      "variables names those that it follows. These help too:",
      kVariables);
  text +=
      remarks("FILES", "treering reads only the files that it is given. NCCL reads these:", kFiles);
  text += report::man_version();
  text +=
      ".SH SEE ALSO\n.BR treering\\-gui (1),\n.BR nvidia\\-smi (1),\nthe documents in docs/ of "
      "treering's sources, and\n"
      "https://github.com/NVIDIA/nccl\\-tests, whose sizes and columns treering follows.\n";
  return Answer{.text = text, .notes = {}, .refusal = {}};
}

}  // namespace treering::cli
