#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/fabric/readers/formats.h"

namespace treering::hw::fabric::readers {
namespace {

using core::environment_error;

constexpr std::string_view kDevices = "/dev/infiniband";
constexpr const char* kProgram = "ibnetdiscover";
constexpr const char* kOtherWay =
    "or run ibnetdiscover > net.txt where it is permitted, then treering show net.txt here";

/// A device that this user may not open; empty where there is none.
std::string denied_device(const world::World& world) {
  const auto names = world.list(std::string(kDevices));
  if (!names) return names.error().why == world::Unseen::Why::Denied ? std::string(kDevices) : "";
  for (const std::string& name : *names) {
    if (!name.starts_with("umad")) continue;
    std::string path = fmt::format("{}/{}", kDevices, name);
    const auto device = world.read(path);
    if (!device && device.error().why == world::Unseen::Why::Denied) return path;
  }
  return {};
}

core::Failure why_not(const world::World& world, const world::Unseen& unseen) {
  if (unseen.why == world::Unseen::Why::Absent) {
    return environment_error(kProgram, "program not found", "expected it on PATH",
                             fmt::format("install infiniband-diags, {}", kOtherWay));
  }
  const std::string device = denied_device(world);
  if (!device.empty() || unseen.why == world::Unseen::Why::Denied) {
    return environment_error(device.empty() ? kProgram : device, "permission denied",
                             "expected the right to send management packets",
                             fmt::format("ask for that right, {}", kOtherWay));
  }
  if (!world.list(std::string(kDevices))) {
    return environment_error(std::string(kDevices), "not there",
                             "expected the InfiniBand devices of this machine",
                             fmt::format("load ib_umad if there is an adapter, {}", kOtherWay));
  }
  return environment_error(kProgram, core::in_quotes(unseen.text), {}, kOtherWay);
}

}  // namespace

core::Result<FabricText> live_fabric(const world::World& world) {
  const auto text = world.run({kProgram});
  if (!text) return why_not(world, text.error());
  auto read = read_ibnetdiscover(*text, kProgram);
  if (read) return read;
  core::Error error = read.error();
  error.category = core::Category::Environment;
  return core::fail(std::move(error));
}

}  // namespace treering::hw::fabric::readers
