// No option is accepted, echoed and without effect: each option of each command changes a time, a
// choice, a connection or, if it is about the form, the output of an answer, or a note names it.
// The table has a question for each, and a value that changes its answer.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/command.h"
#include "hw/io/write_file.h"
#include "hw/world/recording/recording.h"
#include "tests/cli/figures.h"
#include "tests/cli/option_questions.h"
#include "tests/cli/run.h"
#include "tests/support/emulated_gpus.h"
#include "tests/support/recorded_machines.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace options_with_effect_test {

/// A script may give --quiet to every command: these have no headings and no remarks.
bool has_nothing_to_leave_out(std::string_view command) {
  constexpr std::array<std::string_view, 5> kCommands{"convert", "export", "export hosts", "list",
                                                      "report"};
  return std::ranges::find(kCommands, command) != kCommands.end();
}

/// Print a fixed text, whatever the words.
bool is_fixed(std::string_view command) {
  return command == "man" || command == "completion";
}

bool has_question(std::string_view command, std::string_view option) {
  return std::ranges::any_of(option_questions(), [&](const Question& question) {
    return question.command == command &&
           std::ranges::find(question.effects, option, &Effect::option) != question.effects.end();
  });
}

TEST(OptionTable, EachOfEachCommandHasAQuestion) {
  for (const CommandSpec& command : all_commands()) {
    if (is_fixed(command.name)) continue;
    for (const OptionSpec* option : options_of(command)) {
      if (option->id == "quiet" && has_nothing_to_leave_out(command.name)) continue;
      const bool is_of_hosts = option->group.starts_with("With TOPOLOGY hosts");
      EXPECT_TRUE(is_of_hosts ? has_question(fmt::format("{} hosts", command.name), option->name)
                              : has_question(command.name, option->id))
          << command.name << " " << option->id;
    }
  }
}

/// Those about machines, by the question of "NAME hosts".
TEST(OptionTable, EachOfHostsHasAQuestion) {
  for (const CommandSpec& command : all_commands()) {
    const std::string name = fmt::format("{} hosts", command.name);
    if (command.name == "tune") continue;  // hosts are its question without a machine
    for (const std::string_view option : command.options_with_hosts) {
      if (option == "quiet" && has_nothing_to_leave_out(name)) continue;
      EXPECT_TRUE(has_question(name, option)) << name << " " << option;
    }
  }
}

class OptionsWithEffect : public ::testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    write("plain.csv",
          "id,collective,size_bytes,time_us_oop\n"
          "one,all_reduce,1024,40\none,all_reduce,65536,60\none,all_reduce,1048576,90\n"
          "one,all_reduce,67108864,700\none,all_reduce,1073741824,9000\n"
          "two,all_gather,1048576,90\ntwo,all_gather,1073741824,9000\n");
    write("other-systems.csv", "id,cluster,topology,nodes,stratum\none,a,dgx-h100,2,RDMA\n");
    write("slow.json", R"({"schema": "treering.profile/1", "name": "slow", "parameters": {)"
                       R"("scale.hop": {"value": 3}, "scale.transfer": {"value": 2}}})");
    for (const auto& [name, machine] :
         {std::pair{"machine", support::dgx_like()}, std::pair{"other", support::set_up_dgx()}}) {
      support::RecordedMachine recorded = machine;
      ASSERT_TRUE(hw::world::recording::write_recording(recorded.recording(), path_of(name)));
    }
  }

  std::string path_of(const std::string& name) const { return folder_.path() + "/" + name; }

  /// The answer, with the names of the files that it has written.
  Outcome ask(const std::string& words) const { return run_on(words, folder_.path()); }

  /// The size of each file in the folder.
  std::map<std::string, std::uintmax_t> files() const {
    namespace fs = std::filesystem;
    std::map<std::string, std::uintmax_t> sizes;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file()) sizes[entry.path().string()] = entry.file_size();
    }
    return sizes;
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(hw::io::write_file(path_of(name), text));
  }

  support::TemporaryFolder folder_;
  support::Variables variables_{{{kVariable, "2"}}};
};

/// Whether the whole output counts, not its figures alone: of options of form, and of import and
/// convert, which only show what they read.
bool is_form(const Question& question, const Effect& effect) {
  const CommandSpec* command =
      command_named(question.command.substr(0, question.command.find(' ')));
  if (command->name == "import" || command->name == "convert") return true;
  if (effect.then == Then::Says) return true;
  const auto options = options_of(*command);
  const auto is_it = [&](const OptionSpec* option) {
    return option->id == effect.option || option->name == effect.option;
  };
  const auto found = std::ranges::find_if(options, is_it);
  return found != options.end() && (*found)->group == "Output";
}

bool takes_json(const Question& question) {
  const std::string name = question.command.substr(0, question.command.find(' '));
  const auto options = options_of(*command_named(name));
  return std::ranges::any_of(options,
                             [](const OptionSpec* option) { return option->name == "format"; });
}

/// "predict hosts --ranks 4 ..."; where hosts are named by an option, the words do.
std::string line_of(const Question& question, const std::string& more) {
  const bool is_named = question.words.find("--topology hosts") != std::string::npos;
  const std::string command =
      is_named ? question.command.substr(0, question.command.find(' ')) : question.command;
  return fmt::format("{} {} {}", command, question.words, more);
}

TEST_P(OptionsWithEffect, ChangeTheAnswerOrAreNamed) {
  const Question& question = option_questions()[GetParam()];
  for (const Effect& effect : question.effects) {
    const bool is_of_form = is_form(question, effect);
    const std::string line = line_of(question, effect.more) +
                             (takes_json(question) && !is_of_form ? " --format json" : "");
    const std::string changed = line + " " + effect.given;
    const Outcome without = ask(line);
    const auto before = files();
    const Outcome with = ask(changed);
    EXPECT_LE(without.exit_code, 1) << line << ": " << without.err;
    if (effect.then == Then::Refuses) {
      EXPECT_NE(with.err, without.err) << changed;
      EXPECT_NE(with.exit_code, without.exit_code) << changed;
      continue;
    }
    EXPECT_LE(with.exit_code, 1) << changed << ": " << with.err;
    const std::string name = effect.given.substr(0, effect.given.find(' '));
    const bool is_named = (with.out + with.err).find(name + " has no effect") != std::string::npos;
    const bool is_other =
        is_of_form ? with.out != without.out || with.err != without.err || files() != before
                   : figures_in(with.out) != figures_in(without.out);
    EXPECT_TRUE(is_other || is_named) << changed;
  }
}

INSTANTIATE_TEST_SUITE_P(Cli, OptionsWithEffect,
                         ::testing::Range(std::size_t{0}, option_questions().size()),
                         [](const auto& test) {
                           return treering::testing::test_name(fmt::format(
                               "{}_{}", option_questions()[test.param].command, test.param));
                         });

}  // namespace options_with_effect_test
}  // namespace treering::cli
