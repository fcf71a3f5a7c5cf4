#include "tests/cli/run.h"

#include <optional>
#include <sstream>
#include <vector>

#include "cli/program.h"

namespace treering::cli {
namespace {

Outcome run_with(const std::string& line, const Display& display,
                 std::optional<std::size_t> err_width = std::nullopt) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = run_program(words, {out, err, display, err_width});
  return {exit_code, out.str(), err.str()};
}

}  // namespace

Outcome run(const std::string& line) {
  return run_with(line, {.is_terminal = false});
}

Outcome run_at_width(const std::string& line, std::size_t width) {
  return run_with(line, {.width = width}, width);
}

Outcome run_on_terminal(const std::string& line) {
  return run_with(line, {.is_terminal = true});
}

}  // namespace treering::cli
