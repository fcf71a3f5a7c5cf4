// The source `nvml`: NVML's answers about the GPUs that this process may use, and the devices that
// the system shows at the far ends of their NVLinks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

struct NvmlFacts {
  world::Seen<world::NvmlAnswers> answers =
      tl::unexpected(world::Unseen{world::Unseen::Why::Absent, "not asked"});
  // PCI classes of what NVLinks lead to, by bus id; ends that the system does not show are not in
  // it.
  std::map<std::string, std::string> remote_classes;
  std::vector<Unread> unread;
};

NvmlFacts discover_nvml(const world::World& world);

}  // namespace treering::hw::discover::sources
