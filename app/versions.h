// The known versions of NCCL.
#pragma once

#include <string_view>

namespace treering::app {

struct KnownNccl {
  std::string_view usual;  // the default
  std::string_view first;
  std::string_view last;
};
KnownNccl known_nccl();

}  // namespace treering::app
