#include "sim/cost/terms/label.h"

#include <fmt/format.h>

namespace treering::sim::cost::terms {

std::string Label::text() const {
  return number_ ? fmt::format(fmt::runtime(form_), *number_) : form_;
}

}  // namespace treering::sim::cost::terms
