// What a reader of a fabric's text gives, and what such readers share: notes by line, the
// end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic.h"
#include "core/result.h"
#include "hw/fabric/builder.h"
#include "hw/fabric/graph.h"

namespace treering::hw::fabric::readers {

struct FabricText {
  FabricGraph graph;
  std::vector<core::Diagnostic> notes;
};

/// Lines that are reported one by one; beyond it they are counted.
inline constexpr std::size_t kMostLinesReported = 100;

/// Complaints about lines, which cost no more than the line.
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

/// Whether the text names every cable from both of its ends, so that one that is not is a fault.
enum class CableNaming { BothEnds, OneEnd };

/// The fabric with the notes. Fails where there is no node in it; `expected` says what was.
core::Result<FabricText> finish_fabric(FabricBuilder builder, LineNotes notes, CableNaming naming,
                                       const std::string& expected);

}  // namespace treering::hw::fabric::readers
