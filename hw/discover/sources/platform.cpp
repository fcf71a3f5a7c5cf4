#include "hw/discover/sources/platform.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace treering::hw::discover::sources {
namespace {

constexpr const char* kFirmware = "/sys/class/dmi/id";

struct Guest {
  std::string_view vendor;   // what the text of the firmware begins with
  std::string_view product;  // likewise
  std::string_view hypervisor;
};

// As systemd-detect-virt and virt-what distinguish them, and the clouds' own documents.
constexpr std::array kGuests{
    Guest{"QEMU", "", "KVM"},
    Guest{"Red Hat", "KVM", "KVM"},
    Guest{"Amazon EC2", "", "Amazon EC2"},
    Guest{"Google", "Google Compute Engine", "Google Compute Engine"},
    Guest{"Microsoft Corporation", "Virtual Machine", "Hyper-V"},
    Guest{"VMware", "", "VMware"},
    Guest{"Xen", "", "Xen"},
    Guest{"OpenStack", "", "OpenStack"},
    Guest{"Alibaba Cloud", "", "Alibaba Cloud"},
    Guest{"Tencent Cloud", "", "Tencent Cloud"},
    Guest{"innotek GmbH", "", "VirtualBox"},
    Guest{"Nutanix", "AHV", "Nutanix"},
};

struct Container {
  std::string_view sign;
  std::string_view name;
};

// Parts of the names of control groups.
constexpr std::array kCgroups{
    Container{"kubepods", "kubernetes"},
    Container{"libpod", "podman"},
    Container{"docker", "docker"},
    Container{"crio-", "cri-o"},
    Container{"containerd", "containerd"},
    Container{"/lxc", "lxc"},
    Container{"machine.slice/", "systemd-nspawn"},
};

// Files and folders that container engines put into each container.
constexpr std::array kFiles{
    Container{"/var/run/secrets/kubernetes.io", "kubernetes"},
    Container{"/.dockerenv", "docker"},
    Container{"/run/.containerenv", "podman"},
    Container{"/.singularity.d", "apptainer"},
};

std::optional<Figure<std::string>> find_container(FactReader& reader) {
  for (const Container& one : kFiles) {
    const std::string path(one.sign);
    if (reader.exists(path)) return Figure<std::string>{std::string(one.name), discovered_in(path)};
  }
  const auto cgroups = reader.text("/proc/1/cgroup");
  const std::string_view name = cgroups ? container_in(cgroups->value) : "";
  if (name.empty()) return {};
  return Figure<std::string>{std::string(name), cgroups->origin};
}

std::optional<Figure<std::string>> find_hypervisor(const NumaFacts& numa, std::string_view vendor,
                                                   std::string_view product, FactReader& reader) {
  if (numa.has_hypervisor == false) return {};
  if (auto type = reader.text("/sys/hypervisor/type")) return type;
  // Whole machines of clouds carry the cloud's name too.
  const bool is_whole = product.ends_with(".metal") || product.find("-metal") != product.npos;
  const std::string_view name = is_whole ? "" : hypervisor_of(vendor, product);
  if (!name.empty()) return Figure<std::string>{std::string(name), discovered_in(kFirmware)};
  if (!numa.has_hypervisor) return {};
  return Figure<std::string>{"unknown", discovered_in("/proc/cpuinfo")};
}

}  // namespace

std::string_view hypervisor_of(std::string_view vendor, std::string_view product) {
  const auto* const guest = std::ranges::find_if(kGuests, [&](const Guest& one) {
    return vendor.starts_with(one.vendor) && product.starts_with(one.product);
  });
  return guest == kGuests.end() ? std::string_view() : guest->hypervisor;
}

std::string_view container_in(std::string_view cgroups) {
  const auto* const found = std::ranges::find_if(
      kCgroups, [&](const Container& one) { return cgroups.find(one.sign) != cgroups.npos; });
  return found == kCgroups.end() ? std::string_view() : found->name;
}

PlatformFacts discover_platform(const world::World& world, const NumaFacts& numa) {
  FactReader reader(world);
  PlatformFacts facts;
  const std::string vendor = reader.plain_text(fmt::format("{}/sys_vendor", kFirmware));
  const std::string product = reader.plain_text(fmt::format("{}/product_name", kFirmware));
  if (!product.empty()) {
    facts.machine = {vendor.empty() ? product : vendor + " " + product, discovered_in(kFirmware)};
  }
  facts.hypervisor = find_hypervisor(numa, vendor, product, reader);
  facts.container = find_container(reader);
  // 2 moves pages to slower memory, of which only 1 costs processes that read it in turn (Linux,
  // Documentation/admin-guide/sysctl/kernel.rst).
  const auto balancing = reader.integer("/proc/sys/kernel/numa_balancing");
  if (balancing) facts.numa_balancing = {(balancing->value & 1) != 0, balancing->origin};
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
