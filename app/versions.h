// Which versions of NCCL are known.
#pragma once

#include <string_view>

namespace treering::app {

struct KnownNccl {
  std::string_view usual;  // where none is named
  std::string_view first;
  std::string_view last;
};
KnownNccl known_nccl();

}  // namespace treering::app
