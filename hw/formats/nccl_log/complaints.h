// What a run complained of: NCCL's warnings, lines of its log that tell of trouble, and what
// programs print in place of a log, such as the exceptions of PyTorch and the errors of vLLM,
// TensorRT-LLM, Horovod and nccl-tests.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

class ComplaintReader {
 public:
  /// \param path names the file in origins
  explicit ComplaintReader(std::string path) : path_(std::move(path)) {}

  void take(const Line& line);

  /// In the order of time where every one has a time, else in that of the file; behind them what is
  /// an error by its form alone, and what a person says in words of their own. A complaint that is
  /// repeated counts once for each host, GPU and rank.
  std::vector<core::RunWarning> finish() &&;

 private:
  enum class Kind { Known, ByForm, Option, Told };

  void take_warning(const Line& line);
  void take_other(const Line& line);
  void take_around(const Line& line);
  void add(std::string_view text, const Line& line, Kind kind = Kind::Known);
  std::vector<core::RunWarning>& list_of(Kind kind);

  std::string path_;
  std::vector<core::RunWarning> complaints_;
  std::vector<core::RunWarning> by_form_;
  std::vector<core::RunWarning> options_;  // of commands, which say why beside errors
  std::vector<core::RunWarning> told_;
  std::set<std::string> known_;
  int returned_errors_ = 0;     // lines "init.cc:840 -> 2" that were taken
  bool expects_error_ = false;  // the line before ended with an exception's "Last error:"
  bool goes_on_ = false;        // the line before is a new warning, and ends with a colon
};

/// Whether a line that is not NCCL's is the error of a program that called it.
bool is_error_of_caller(std::string_view line);

/// All that is said in a text, in whatever format; none for most.
std::vector<core::RunWarning> complaints_in(std::string_view text, const std::string& path);

}  // namespace treering::hw::formats::nccl_log
