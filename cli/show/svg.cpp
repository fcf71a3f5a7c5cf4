#include "cli/show/svg.h"

#include <utility>

#include <fmt/format.h>

namespace treering::cli {
namespace {

constexpr std::string_view kStandardOutput = "-";

}  // namespace

core::Result<void> check_svg(const Arguments& arguments) {
  const auto file = arguments.value("svg");
  if (!file) return {};
  for (const std::string_view option : {"format", "output", "graphs", "tree"}) {
    if (!arguments.has(option)) continue;
    return core::usage_error("--svg", fmt::format("given together with --{}", option),
                             "expected one of the two");
  }
  if (file->empty()) return core::usage_error("--svg", "'' is no file name", "expected FILE");
  return {};
}

Answer svg_answer(const Arguments& arguments, std::string svg, std::vector<std::string> notes) {
  Answer answer;
  answer.text = std::move(svg);
  answer.notes = std::move(notes);
  const auto file = arguments.value("svg").value_or(kStandardOutput);
  if (file != kStandardOutput) answer.file = file;
  return answer;
}

}  // namespace treering::cli
