// The result of reading a fabric's text, and what the readers share: notes by line, and the last
// step.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "hw/fabric/graph.h"

namespace treering::hw::fabric::readers {

struct FabricText {
  FabricGraph graph;
  std::vector<core::Diagnostic> notes;
};

/// Bad lines that are reported one by one; further ones are only counted.
inline constexpr std::size_t kMostLinesReported = 100;

/// Collects complaints about lines.
class LineNotes {
 public:
  /// `path` names the text: "path:12: ...".
  explicit LineNotes(std::string path) : path_(std::move(path)) {}

  void report(std::size_t line, std::string text);
  /// About the text as a whole.
  void remark(std::string text);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::vector<core::Diagnostic> take() &&;

 private:
  std::string path_;
  std::size_t reported_ = 0;
  std::vector<core::Diagnostic> lines_;
  std::vector<core::Diagnostic> remarks_;
};

/// Whether the text should name every cable from both ends.
enum class CableNaming { BothEnds, OneEnd };

/// The fabric with the notes. Fails where it has no node; `expected` is for that error.
core::Result<FabricText> finish_fabric(FabricBuilder builder, LineNotes notes, CableNaming naming,
                                       const std::string& expected);

}  // namespace treering::hw::fabric::readers
