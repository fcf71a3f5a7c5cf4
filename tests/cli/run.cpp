#include "tests/cli/run.h"

#include <optional>
#include <sstream>
#include <vector>

#include "cli/program.h"

namespace treering::cli {
namespace {

using Words = std::vector<std::string>;

Words split(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

Outcome run_with(const Words& words, const Display& display,
                 std::optional<std::size_t> err_width = std::nullopt) {
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = run_program(words, {out, err, display, err_width});
  return {exit_code, out.str(), err.str()};
}

}  // namespace

Outcome run(const std::string& line) {
  return run_with(split(line), {.is_terminal = false});
}

Outcome run_at_width(const std::string& line, std::size_t width) {
  return run_with(split(line), {.width = width}, width);
}

Outcome run_words(const std::vector<std::string>& words, std::optional<std::size_t> width) {
  Display display;
  if (width) display.width = *width;
  return run_with(words, display, width);
}

Outcome run_on_terminal(const std::string& line) {
  return run_with(split(line), {.is_terminal = true});
}

}  // namespace treering::cli
