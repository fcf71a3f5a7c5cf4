// The world of this machine, as the user who runs treering may see it.
#pragma once

#include <chrono>

#include "hw/world/hwloc/hwloc.h"
#include "hw/world/nvml/nvml.h"
#include "hw/world/real/posix.h"
#include "hw/world/world.h"

namespace treering::hw::world::real {

class RealWorld final : public World {
 public:
  [[nodiscard]] Seen<std::string> read(const std::string& path) const override {
    return read_ordinary_file(without_tilde(path));
  }
  [[nodiscard]] Seen<std::vector<std::string>> list(const std::string& path) const override {
    return list_folder(without_tilde(path));
  }
  [[nodiscard]] Seen<std::string> real_path(const std::string& path) const override {
    return path_without_links(without_tilde(path));
  }
  [[nodiscard]] std::map<std::string, std::string> environment() const override {
    return process_environment();
  }
  [[nodiscard]] Seen<NvmlAnswers> nvml() const override { return nvml::ask_nvml(); }
  [[nodiscard]] Seen<std::string> hwloc() const override { return hwloc::ask_hwloc(); }
  [[nodiscard]] Seen<std::string> run(const std::vector<std::string>& command) const override {
    // A fabric of 10,000 hosts takes ibnetdiscover some ten seconds; one with faults, longer.
    constexpr std::chrono::seconds kLimit{120};
    return output_of(command, kLimit);
  }
};

}  // namespace treering::hw::world::real
