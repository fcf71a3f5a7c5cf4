#include "app/setup/not_spoken.h"

namespace treering::app::setup {

bool is_not_spoken(std::string_view ruled_out) {
  return ruled_out.ends_with(" speaks Simple only");
}

}  // namespace treering::app::setup
