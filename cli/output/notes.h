// Where the notes of an answer stand: what it says about its inputs is part of it, in every form.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/options/options.h"

namespace treering::cli {

/// Text and JSON; all else is Other.
Form form_of(Format format);

/// How the answer is shown.
struct Shown {
  bool is_quiet = false;  // without headings and reports
  std::size_t width = 0;  // columns of a line
};

/// Puts the notes of an answer into its report or text. Returns those that have no place there, for
/// standard error: a script that takes standard output alone still gets a word.
std::vector<std::string> place_notes(Answer& answer, const Shown& shown);

}  // namespace treering::cli
