#include "sim/cost/terms/quantity.h"

#include "core/named_values.h"

namespace treering::sim::cost::terms {
namespace {

static_assert(core::is_in_enum_order(kQuantities));

void replace(std::string& text, std::string_view mark, std::string_view by) {
  const std::size_t place = text.find(mark);
  if (place != std::string::npos) text.replace(place, mark.size(), by);
}

}  // namespace

std::string name_for(Quantity quantity, const MachineKind& kind) {
  std::string name(kQuantities.at(static_cast<std::size_t>(quantity)).name);
  replace(name, "{gpu}", kind.gpu);
  replace(name, "{link}", kind.link);
  replace(name, "{cpu}", kind.cpu);
  replace(name, "{net}", kind.network);
  return name;
}

}  // namespace treering::sim::cost::terms
