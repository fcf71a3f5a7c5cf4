// Reads JSON of nccl-tests that is invalid as a whole: with numbers like nan, cut off because the
// run was killed, damaged in places, or of several runs in a row.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"

namespace treering::tuner::runs {

/// The text with nan, -inf and the like in quotes. Lines keep their numbers.
std::string with_quoted_non_numbers(std::string_view text);

/// Where each run's object begins: at "version", which nccl-tests writes first; 0 if no object
/// does.
std::vector<std::size_t> runs_in(std::string_view text);

struct TornResult {
  std::string where;    // "FILE:LINE: /results/3"
  std::string problem;  // why it is none; empty when it is one
};

/// One run's object: the part before its results, then the results one by one.
class TornRun {
 public:
  /// `text` from the run's object on, which begins in line `line` of `file`. Both must outlive
  /// this.
  TornRun(std::string_view text, std::size_t line, const std::string& file)
      : text_(text), line_(line), file_(file) {}

  /// The part before the results. Fails where the text ends or is invalid before them.
  core::Result<nlohmann::ordered_json> head();

  /// The next result and its value; false after the last. \pre head() did not fail
  bool next(TornResult& result, nlohmann::ordered_json& value);

  /// Fails where the part behind the results is invalid. \pre next() gave false, not is_cut()
  core::Result<void> check_rest() const;
  /// Whether the text ended before its results did. \pre next() gave false
  bool is_cut() const { return is_cut_; }
  /// "FILE:LINE" of the place that next() has reached.
  std::string place() const;

 private:
  void skip_to(std::size_t place);
  bool ends_here();

  std::string_view text_;
  std::size_t line_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::size_t following_ = 0;  // where the next "{"size"" behind at_ was found
  std::size_t count_ = 0;
  bool is_cut_ = false;
};

}  // namespace treering::tuner::runs
