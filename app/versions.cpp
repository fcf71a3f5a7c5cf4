#include "app/version.h"
#include "sim/nccl/versions/version.h"

namespace treering::app {

KnownNccl known_nccl() {
  const auto all = sim::nccl::versions::versions();
  return {sim::nccl::versions::default_version().name, all.front().name, all.back().until};
}

}  // namespace treering::app
