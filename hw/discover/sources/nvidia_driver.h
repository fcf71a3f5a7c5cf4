// The source `driver`: what the kernel module of NVIDIA shows in /proc/driver/nvidia. A container
// sees there the GPUs that it was given only, also without NVML.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

struct DriverFacts {
  std::optional<Figure<std::string>> version;         // "550.54.15"
  std::map<std::string, Figure<std::string>> models;  // by bus id: "NVIDIA H100 80GB HBM3"
  std::vector<Unread> unread;
};

DriverFacts discover_nvidia_driver(const world::World& world);

}  // namespace treering::hw::discover::sources
