// The source `driver`: what NVIDIA's kernel module shows in /proc/driver/nvidia. A container sees
// only its own GPUs there, even without NVML.
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
