// treering-shape: a shaped cluster on this machine for as long as a command runs (network.h).
//
//   treering-shape --rates GBIT,GBIT,... -- COMMAND ARG...   makes it, runs the command beside it
//   treering-shape --enter RANK -- COMMAND ARG...            there: runs a command as a rank
//   treering-shape --agent HOST COMMAND...                   likewise, called as rsh is
//
// The command's exit code is ours. COMMAND sees TREERING_SHAPED=1, the ranks' networks as
// /run/netns/r0, r1, ..., and this program on its PATH.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "core/result.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "tuner/launch/shape.h"
#include "workers/shape/network.h"
#include "workers/shape/tool.h"

namespace {

using treering::core::Result;
using Words = std::vector<std::string>;

/// For the command: where it is, and where ip, tc and this program are. Users often lack sbin.
void set_environment() {
  std::error_code ignored;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const char* const path = std::getenv("PATH");
  const std::string usual = path == nullptr ? "/usr/bin:/bin" : path;
  const std::string all = fmt::format("{}:{}:/usr/sbin:/sbin", self.parent_path().string(), usual);
  setenv("PATH", all.c_str(), 1);
  setenv(treering::tuner::launch::kShapedVariable, "1", 1);
}

Result<int> run_in_cluster(const std::string& rates, const Words& command) {
  const auto gbit = treering::tuner::launch::parse_rates(rates, "--rates");
  if (!gbit) return treering::core::fail(gbit.error());
  set_environment();
  namespace shape = treering::workers::shape;
  if (const auto entered = shape::enter_own_namespaces(); !entered) {
    return treering::core::fail(entered.error());
  }
  for (const Words& words : shape::network_commands(*gbit)) {
    const auto done = shape::run_tool(words);
    if (!done) return treering::core::fail(done.error());
  }
  return shape::run_guarded(command);
}

/// Becomes the command. Returns only where that fails.
Result<int> become(const Words& command) {
  std::vector<char*> pointers;
  for (const std::string& word : command) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  execvp(pointers.front(), pointers.data());
  return treering::core::environment_error(command.front(), std::strerror(errno),
                                           "expected a program that can be started");
}

Result<int> run_as(const std::string& host, const Words& command) {
  if (const auto entered = treering::workers::shape::enter_rank(host); !entered) {
    return treering::core::fail(entered.error());
  }
  return become(command);
}

Result<int> run_as_rank(const std::string& text, const Words& command) {
  const auto rank = treering::core::whole_number<int>(text);
  if (!rank || *rank < 0) {
    return treering::core::usage_error("--enter", treering::core::in_quotes(text),
                                       "expected the number of a rank");
  }
  return run_as(treering::tuner::launch::shaped_host(*rank), command);
}

Result<int> run(const Words& words) {
  const bool has_dashes = words.size() > 3 && words[2] == "--";
  const Words after(words.begin() + (has_dashes ? 3 : 0), words.end());
  if (has_dashes && words[0] == "--rates") return run_in_cluster(words[1], after);
  if (has_dashes && words[0] == "--enter") return run_as_rank(words[1], after);
  if (words.size() > 2 && words[0] == "--agent") {
    // rsh joins its words, and a shell reads them.
    const Words rest(words.begin() + 2, words.end());
    return run_as(words[1], {"/bin/sh", "-c", fmt::format("{}", fmt::join(rest, " "))});
  }
  return treering::core::usage_error(
      "", "",
      "expected --rates GBIT,... -- COMMAND, --enter RANK -- COMMAND, or --agent HOST COMMAND");
}

}  // namespace

int main(int argc, char** argv) {
  const auto code = run(Words(argv + 1, argv + argc));
  if (code) return *code;
  std::fputs(("treering-shape: " + code.error().message() + "\n").c_str(), stderr);
  return static_cast<int>(code.error().category);
}
