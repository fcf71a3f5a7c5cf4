#include "app/simulation/data.h"

namespace treering::app::simulation {

bool have_common(const Data& a, const Data& b) {
  auto one = a.begin();
  auto other = b.begin();
  while (one != a.end() && other != b.end()) {
    if (one->end() <= other->begin) {
      ++one;
    } else if (other->end() <= one->begin) {
      ++other;
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace treering::app::simulation
