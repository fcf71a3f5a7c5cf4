// Times, choices and connections in an answer, for tests on what changes them.
#pragma once

#include <string>
#include <vector>

#include "tests/cli/run.h"

namespace treering::cli {

/// The JSON of an answer, or each of its lines, without what repeats the question; of other text
/// the lines that are no comments.
std::vector<std::string> figures_in(const std::string& out);

/// The words with each "{}" replaced, as `treering` runs them.
Outcome run_on(std::string words, const std::string& file);

/// The fields that a reader expects where it meets an unknown one, by its message.
std::vector<std::string> expected_in(const std::string& message);

}  // namespace treering::cli
