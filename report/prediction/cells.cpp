#include "report/prediction/cells.h"

#include <string_view>

#include "core/text/table.h"
#include "report/figures.h"

namespace treering::report::prediction {

std::string time_or_dash(const std::optional<core::Duration>& time) {
  return time ? time_figure(*time) : std::string(kUnknown);
}

std::string bandwidth_or_dash(const std::optional<core::Bandwidth>& bandwidth) {
  return bandwidth ? bandwidth_figure(*bandwidth) : std::string(kUnknown);
}

std::string interval_or_dash(const sim::Prediction& row) {
  if (!row.estimate || !row.estimate->interval) return std::string(kUnknown);
  return interval_figure(row.estimate->interval->low, row.estimate->interval->high);
}

std::string pair_or_dash(const sim::Prediction& row) {
  return row.way.algorithm.empty() ? std::string(kUnknown) : text_of(row.way);
}

const std::optional<app::PortShare>& port_of(const app::PredictReport& report,
                                             const sim::Prediction& row) {
  static constexpr std::optional<app::PortShare> kNone;
  const auto index = static_cast<std::size_t>(&row - report.rows.data());
  return index < report.ports.size() ? report.ports[index] : kNone;
}

std::string port_or_dash(const app::PredictReport& report, const sim::Prediction& row) {
  const auto& share = port_of(report, row);
  return share ? bandwidth_figure(share->carried) : std::string(kUnknown);
}

void Marks::add(const sim::Prediction& row) {
  if (row.way.algorithm.empty()) return;  // nothing else could be
  has_both_ = has_both_ || (row.is_nccl_default && row.is_best);
  has_choice_ = has_choice_ || (row.is_nccl_default && !row.is_best);
  has_best_ = has_best_ || (row.is_best && !row.is_nccl_default);
}

void Marks::add(const Marks& others) {
  has_both_ = has_both_ || others.has_both_;
  has_choice_ = has_choice_ || others.has_choice_;
  has_best_ = has_best_ || others.has_best_;
}

std::vector<std::string> Marks::texts() const {
  if (has_both_ && !has_choice_ && !has_best_) return {"=* NCCL's choice, and the fastest"};
  std::vector<std::string> texts;
  if (has_both_ || has_choice_) texts.emplace_back("= NCCL's choice");
  if (has_both_ || has_best_) texts.emplace_back("* the fastest");
  return texts;
}

std::string legend_line(const std::vector<std::string>& parts, std::size_t width) {
  constexpr std::string_view kGap = "   ";
  std::string text;
  std::size_t column = 0;
  for (const std::string& part : parts) {
    const std::size_t columns = core::display_width(part);
    const bool is_first = column == 0;
    if (is_first || column + kGap.size() + columns > width) {
      text += is_first ? "# " : "\n# ";
      column = 2 + columns;
    } else {
      text += kGap;
      column += kGap.size() + columns;
    }
    text += part;
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace treering::report::prediction
