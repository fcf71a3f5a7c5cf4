#include "hw/fabric/readers/text.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace treering::hw::fabric::readers {

void LineNotes::report(std::size_t line, std::string text) {
  if (++reported_ > kMostLinesReported) return;
  lines_.push_back({core::Severity::Warning, fmt::format("{}:{}", path_, line), std::move(text)});
}

void LineNotes::remark(std::string text) {
  remarks_.push_back({core::Severity::Note, path_, std::move(text)});
}

std::vector<core::Diagnostic> LineNotes::take() && {
  if (reported_ > kMostLinesReported) {
    lines_.push_back({core::Severity::Warning, path_,
                      fmt::format("{} more lines with faults", reported_ - kMostLinesReported)});
  }
  std::ranges::move(remarks_, std::back_inserter(lines_));
  return std::move(lines_);
}

core::Result<FabricText> finish_fabric(FabricBuilder builder, LineNotes notes, CableNaming naming,
                                       const std::string& expected) {
  const std::size_t half_named = builder.half_named();
  FabricText read{std::move(builder).build(), {}};
  if (read.graph.nodes.empty() && read.graph.blocks.empty()) {
    return core::bad_input(notes.path(), "no switch and no adapter", expected);
  }
  if (naming == CableNaming::BothEnds && half_named > 0) {
    notes.remark(fmt::format("{} of {} cables are named at one end only: the text may be cut",
                             half_named, read.graph.cables.size()));
  }
  read.notes = std::move(notes).take();
  return read;
}

}  // namespace treering::hw::fabric::readers
