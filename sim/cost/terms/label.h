// The name of a term, which is written out only where somebody reads it: most terms are only
// priced.
#pragma once

#include <optional>
#include <string>

namespace treering::sim::cost::terms {

struct Label {
  const char* form = "";         // "{} hops inside nodes", the number in place of {}
  std::optional<double> number;  // nothing where the form has none

  std::string text() const;
};

}  // namespace treering::sim::cost::terms
