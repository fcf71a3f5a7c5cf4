// Explains the marks that occur in a table of predictions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/predict.h"

namespace treering::report::prediction {

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
