// The file of results: one JSON object a line, each on disk before the next measurement starts.
//
// Whoever is killed at any moment loses nothing that was measured: a line that is not whole is cut
// off when the file is opened again, and its trial runs again. Where the power failed, bytes of
// zero may stand in its place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "tuner/measure/record.h"

namespace treering::tuner::measure {

class Journal {
 public:
  /// Opens or makes the file, for us alone. Fails where it holds something else than results; then
  /// nothing is changed. One that was made here goes again where nothing is written to it.
  static core::Result<Journal> open(const std::string& path);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) = delete;
  ~Journal();

  /// What it held when it was opened.
  [[nodiscard]] const std::vector<Record>& earlier() const { return earlier_; }
  /// Whether an unfinished line was cut off.
  [[nodiscard]] bool was_torn() const { return was_torn_; }

  /// Returns when the line is on disk.
  core::Result<void> append(const Record& record);

 private:
  Journal(std::string path, int file, bool is_made_here)
      : path_(std::move(path)), file_(file), is_made_here_(is_made_here) {}
  core::Result<void> read_earlier();

  std::string path_;
  int file_ = -1;
  bool is_made_here_ = false;
  bool has_line_ = false;  // of ours
  std::vector<Record> earlier_;
  bool was_torn_ = false;
};

/// Whether the last line in the text of such a file lacks its end.
bool is_torn(std::string_view text);

/// What whoever reads such a text says.
inline constexpr const char* kTornLine =
    "its last line is not whole, and left out: treering was killed there";

/// Likewise whoever has opened the file to write to it.
inline constexpr const char* kCutLine =
    "its last line was not whole, and is cut off: treering was killed there, or the power failed";

/// The results in the text of such a file; `file` names it in errors. A last line without its end
/// does not count, nor does a failed result that was tried again later.
core::Result<std::vector<Record>> parse_journal(std::string_view text, const std::string& file);

/// Likewise, for whoever takes them as measurements. Fails where a result is one of emulated GPUs.
core::Result<std::vector<Record>> parse_measured(std::string_view text, const std::string& file);

}  // namespace treering::tuner::measure
