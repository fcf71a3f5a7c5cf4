// Completion scripts for the shells, from the tables of commands and options.
#pragma once

#include <string>

namespace treering::cli {

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace treering::cli
