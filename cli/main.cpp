#include <csignal>
#include <iostream>

#include <unistd.h>

#include "cli/program.h"
#include "cli/terminal.h"

int main(int argc, char** argv) {
  // A file above the limit of its size (ulimit -f) is an error of writing like any other.
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> words(argv + 1, argv + argc);
  const treering::cli::Display display{.is_terminal = isatty(STDOUT_FILENO) != 0,
                                       .is_utf8 = treering::cli::has_utf8_locale(),
                                       .width = treering::cli::line_width_of(STDOUT_FILENO)};
  return treering::cli::run_program(
      words, {std::cout, std::cerr, display, treering::cli::note_width_of(STDERR_FILENO)});
}
