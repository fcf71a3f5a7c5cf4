#include "report/findings/doctor_words.h"

#include <cmath>

#include <fmt/format.h>

#include "core/unit_text.h"

namespace treering::report::findings {
namespace {

// Times that differ by less are the same to the reader.
constexpr double kVisible = 1.01;
// Calls that are shown of a finding.
constexpr std::size_t kMostLosses = 2;

std::string loss_text(const tuner::doctor::Loss& loss) {
  const std::string call =
      fmt::format("{} of {} on {}", name_of(loss.collective), core::format_size(loss.bytes),
                  core::counted(loss.nodes, "node"));
  if (std::isinf(loss.factor())) return fmt::format("{}: NCCL fails the call", call);
  return fmt::format("{} takes {:.2f} times as long, {} in place of {}", call, loss.factor(),
                     core::format_duration(loss.as_is), core::format_duration(loss.mended));
}

}  // namespace

std::vector<std::string> loss_texts(const tuner::doctor::Finding& finding) {
  std::vector<std::string> texts;
  for (const tuner::doctor::Loss& loss : finding.losses) {
    if (loss.factor() < kVisible || texts.size() == kMostLosses) break;
    texts.push_back(loss_text(loss));
  }
  if (texts.empty() && !finding.losses.empty()) texts.emplace_back("below 1 % by the cost model");
  return texts;
}

}  // namespace treering::report::findings
