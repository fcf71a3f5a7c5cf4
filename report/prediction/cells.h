// The cells of a prediction's tables, and the legend of their marks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ports.h"
#include "app/predict.h"
#include "core/units.h"
#include "sim/predict.h"

namespace treering::report::prediction {

// The cells of a prediction's tables.

inline constexpr std::string_view kUnknown = "-";

using Rows = std::vector<const sim::Prediction*>;

std::string time_or_dash(const std::optional<core::Duration>& time);

std::string bandwidth_or_dash(const std::optional<core::Bandwidth>& bandwidth);

/// "31.2..49": 80 % of runs should lie within.
std::string interval_or_dash(const sim::Prediction& row);

/// "Tree/LL"; a dash where there is nothing to choose.
std::string pair_or_dash(const sim::Prediction& row);

/// Title of the column that it stands in.
inline constexpr std::string_view kPort = "a port";

/// What the row puts on a port of a node. \pre it is one of the report
const std::optional<app::PortShare>& port_of(const app::PredictReport& report,
                                             const sim::Prediction& row);

/// GB/s of it.
std::string port_or_dash(const app::PredictReport& report, const sim::Prediction& row);

// Explains the marks that occur in a table of predictions.

class Marks {
 public:
  void add(const sim::Prediction& row);
  void add(const Marks& others);

  /// "= NCCL's choice", "* the fastest by this model"; one text where the two never part.
  std::vector<std::string> texts() const;

 private:
  bool has_both_ = false;
  bool has_choice_ = false;  // alone
  bool has_best_ = false;    // alone
};

/// A comment of one line, or more where they do not fit; empty without parts.
std::string legend_line(const std::vector<std::string>& parts, std::size_t width);

}  // namespace treering::report::prediction
