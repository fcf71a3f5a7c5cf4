#include "core/assumed.h"

#include <algorithm>

namespace treering::core {

bool is_assumed(const Device& device, std::string_view field) {
  return std::ranges::find(device.assumed, field) != device.assumed.end();
}

}  // namespace treering::core
