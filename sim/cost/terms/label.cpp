#include "sim/cost/terms/label.h"

#include <fmt/format.h>

namespace treering::sim::cost::terms {

std::string Label::text() const {
  return number ? fmt::format(fmt::runtime(form), *number) : form;
}

}  // namespace treering::sim::cost::terms
