#include "tuner/doctor/commands.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"

namespace treering::tuner::doctor {
namespace {

// More of a kind are looked at all together.
constexpr std::size_t kMostNamed = 8;

bool has_only(std::string_view text, std::string_view others) {
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || others.find(c) != others.npos;
  });
}

/// "0000:1b:00.0".
bool is_bus_id(std::string_view text) {
  return text.size() <= 16 &&
         std::ranges::all_of(text,
                             [](char c) {
                               return std::isxdigit(static_cast<unsigned char>(c)) != 0 ||
                                      c == ':' || c == '.';
                             }) &&
         text.find(':') != text.npos;
}

/// A word that no program takes for an option.
bool is_device_name(std::string_view text) {
  return has_only(text, "_-.") && text.front() != '-';
}

bool is_variable_name(std::string_view text) {
  return has_only(text, "_") && std::isdigit(static_cast<unsigned char>(text.front())) == 0;
}

std::vector<std::string> those(std::vector<std::string> words, bool (*is_it)(std::string_view)) {
  std::erase_if(words, [&](const std::string& word) { return !is_it(word); });
  return words;
}

/// " -i 0000:1b:00.0", as nvidia-smi names a GPU; empty for all.
std::string gpu_option(const core::Topology& node, core::DeviceId gpu) {
  if (gpu == core::kNoDevice) return "";
  const core::Device& device = node.device(gpu);
  if (device.pci && is_bus_id(device.pci->bus_id)) return " -i " + device.pci->bus_id;
  return fmt::format(" -i {}", std::get<core::Gpu>(device.info).index);
}

/// That of the kernel; as root, since most distributions keep it from others.
std::string kernel_log(std::string_view words) {
  return fmt::format("sudo dmesg | grep -iE '{}' | tail -n 20", words);
}

constexpr const char* kFabricManagerState = "systemctl --no-pager status nvidia-fabricmanager";
constexpr const char* kFabricManagerLog =
    "sudo journalctl --no-pager -n 40 -u nvidia-fabricmanager";

}  // namespace

Commands commands_for_pcie(const std::vector<std::string>& bus_ids) {
  const std::vector<std::string> known = those(bus_ids, is_bus_id);
  Commands commands;
  if (known.empty() || known.size() > kMostNamed) {
    commands.look.emplace_back("sudo lspci -vv | grep -E '^[0-9a-f]|LnkCap:|LnkSta:'");
  } else {
    for (const std::string& id : known) {
      commands.look.push_back(
          fmt::format("sudo lspci -vv -s {} | grep -E '^[0-9a-f]|LnkCap:|LnkSta:'", id));
    }
  }
  commands.look.push_back(kernel_log("aer:|pcieport"));
  return commands;
}

Commands commands_for_pcie(const core::Topology& node, const std::vector<core::DeviceId>& devices) {
  std::vector<std::string> bus_ids;
  for (const core::DeviceId id : devices) {
    if (node.device(id).pci) bus_ids.push_back(node.device(id).pci->bus_id);
  }
  return commands_for_pcie(bus_ids);
}

// nvidia-smi(1), --gpu-reset: as root, while no process uses the GPU; before Ampere GPUs that
// NVLinks join are reset all at once.
Commands commands_for_nvlinks(const core::Topology& node, core::DeviceId gpu) {
  const std::string which = gpu_option(node, gpu);
  Commands commands{{fmt::format("nvidia-smi nvlink --status{}", which),
                     fmt::format("nvidia-smi nvlink --errorcounters{}", which), kFabricManagerState,
                     kernel_log("xid|nvlink|nvswitch")}};
  if (!which.empty()) {
    commands.change.push_back({fmt::format("sudo nvidia-smi --gpu-reset{}", which),
                               "it needs a GPU that no process uses, and what is in its memory is "
                               "lost; before A100, GPUs "
                               "that NVLinks join are reset all at once, without -i"});
  }
  return commands;
}

Commands commands_for_fabric_manager() {
  return {{kFabricManagerState, kFabricManagerLog,
           "nvidia-smi --query-gpu=driver_version --format=csv,noheader",
           "nv-fabricmanager --version", "nvidia-smi -q | grep -A 3 Fabric"},
          {{"sudo systemctl start nvidia-fabricmanager"}}};
}

// NVIDIA's guide to MIG (getting started): no process may use the GPU; it may ask for a reset.
Commands commands_for_mig(int gpu) {
  return {{fmt::format("nvidia-smi -q -i {} | grep -A 2 'MIG Mode'", gpu), "nvidia-smi -L"},
          {{fmt::format("sudo nvidia-smi -i {} -mig 0", gpu),
            "it removes the instances of this GPU, and others may work on them"}}};
}

Commands commands_for_lost_gpu() {
  return {{"nvidia-smi -L", "lspci -d 10de:", kernel_log("xid|fallen off the bus")}};
}

Commands commands_for_ports(const std::vector<std::string>& adapters) {
  const std::vector<std::string> known = those(adapters, is_device_name);
  Commands commands;
  if (known.empty() || known.size() > kMostNamed) {
    commands.look.emplace_back("ibstat");
  } else {
    for (const std::string& name : known) commands.look.push_back("ibstat " + name);
  }
  commands.look.emplace_back("ip -br link");
  commands.look.push_back(kernel_log("mlx5|link down|link is down"));
  return commands;
}

Commands commands_for_peers() {
  return {{"nvidia-smi topo -p2p r", "nvidia-smi topo -m"}};
}

Commands commands_for_distance() {
  return {{"nvidia-smi topo -m"}};
}

Commands commands_for_gpu_direct() {
  return {{"lsmod | grep -E 'nvidia_peermem|nv_peer_mem'", "modinfo -F license nvidia", "uname -r"},
          {{"sudo modprobe nvidia_peermem"}}};
}

// NVIDIA's guide to NCCL (troubleshooting, PCI access control services) clears ACS so.
Commands commands_for_acs(const std::vector<std::string>& bridges) {
  const std::vector<std::string> known = those(bridges, is_bus_id);
  Commands commands{{"sudo lspci -vvv | grep -E '^[0-9a-f]|ACSCtl:'"}};
  if (known.empty()) return commands;
  commands.change.push_back(
      {fmt::format("for bridge in {}; do sudo setpci -v -s \"$bridge\" ECAP_ACS+0x6.w=0000; done",
                   fmt::join(known, " ")),
       "devices are then no longer kept apart: not where a virtual machine is given one; it lasts "
       "until the next boot"});
  return commands;
}

Commands commands_for_iommu() {
  return {{"cat /proc/cmdline", kernel_log("iommu|dmar|amd-vi")}};
}

Commands commands_for_small_shared_memory() {
  return {{"df -h /dev/shm", "ls -l /dev/shm | head -n 20"},
          {{"sudo mount -o remount,size=1G /dev/shm"}}};
}

Commands commands_for_locked_memory() {
  return {{"grep 'locked memory' /proc/self/limits"}, {{"ulimit -l unlimited"}}};
}

Commands commands_for_numa_balancing() {
  return {{"cat /proc/sys/kernel/numa_balancing"}, {{"sudo sysctl -w kernel.numa_balancing=0"}}};
}

Commands commands_for_libraries() {
  return {{"ldconfig -p | grep -E 'libnccl|libibverbs'",
           "printf '%s\\n' \"$LD_LIBRARY_PATH\" \"$LD_PRELOAD\""}};
}

Commands look_at_variables(const std::vector<std::string>& names) {
  const std::vector<std::string> known = those(names, is_variable_name);
  if (known.empty()) return {};
  const std::string any = fmt::format("^({})=", fmt::join(known, "|"));
  return {{fmt::format("env | grep -E '{}'", any),
           fmt::format("grep -nE '{}' ~/.nccl.conf /etc/nccl.conf", any)}};
}

Commands without_variable(const std::string& name) {
  Commands commands = look_at_variables({name});
  if (!commands.empty()) commands.change.push_back({"unset " + name});
  return commands;
}

Commands with_variable(const std::string& name, const std::string& value) {
  Commands commands = look_at_variables({name});
  if (commands.empty()) return commands;
  commands.change.push_back(
      {fmt::format("export {}={}", name, core::shell_word(core::printable(value)))});
  return commands;
}

}  // namespace treering::tuner::doctor
