// Questions to `treering`, and for each option of each command a value that changes the answer to
// one of them.
#pragma once

#include <string>
#include <vector>

namespace treering::cli {

// A variable that --env-from-process finds in the process that asks.
inline constexpr const char* kVariable = "NCCL_MAX_CTAS";

enum class Then {
  Answers,  // with other times, choices or connections, or in another form
  Says,     // otherwise what it has done
  Refuses
};

/// An option and a value that changes the answer to a question. "{}" is the test's folder.
struct Effect {
  std::string option;         // its id, or with hosts its name
  std::string given;          // the option with its value
  std::string more = {};      // of the question, with and without the option
  Then then = Then::Answers;  // with the option
};

using Effects = std::vector<Effect>;

struct Question {
  std::string command;
  std::string words;  // of the question, after the command
  Effects effects;
};

/// The recordings "machine" and "other", profile "slow.json", table "other-systems.csv" and
/// measurements "plain.csv" are in the test's folder.
const std::vector<Question>& option_questions();

}  // namespace treering::cli
