#include "tests/support/planted_faults.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/recorded_fleet.h"
#include "tests/support/recorded_parts.h"

namespace treering::support {
namespace {

using hw::world::recording::Recording;

/// Sets each file whose path has these parts in this order, the last at its end.
void set_text(RecordedMachine& machine, const std::string& part, const std::string& end,
              const std::string& text) {
  int count = 0;
  for (auto& [path, content] : machine.recording().texts) {
    if (path.find(part) == std::string::npos || !path.ends_with(end)) continue;
    content = text + "\n";
    ++count;
  }
  EXPECT_GT(count, 0) << part << " " << end;
}

/// Adds `name` beside each file that ends so.
void add_beside(RecordedMachine& machine, const std::string& end, const std::string& name,
                const std::string& text) {
  std::vector<std::string> paths;
  for (const auto& [path, content] : machine.recording().texts) {
    if (path.ends_with(end)) paths.push_back(path.substr(0, path.size() - end.size()) + name);
  }
  for (const std::string& path : paths) machine.text(path, text + "\n");
}

/// Takes out all whose path or target has that part.
void erase(RecordedMachine& machine, const std::string& part) {
  Recording& recording = machine.recording();
  const auto has_it = [&](const std::string& path) { return path.find(part) != std::string::npos; };
  std::erase_if(recording.texts, [&](const auto& one) { return has_it(one.first); });
  std::erase_if(recording.links,
                [&](const auto& one) { return has_it(one.first) || has_it(one.second); });
  std::erase_if(recording.folders, has_it);
}

hw::world::NvmlAnswers& nvml_of(RecordedMachine& machine) {
  return *machine.recording().nvml;
}

void set_driver(RecordedMachine& machine, const std::string& version) {
  nvml_of(machine).driver_version = version;
  machine.text("/proc/driver/nvidia/version",
               fmt::format("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  {}  Release "
                           "Build\n",
                           version));
}

void lose_gpu(RecordedMachine& machine, std::size_t number) {
  auto& nvml = nvml_of(machine);
  erase(machine, nvml.gpus[number].bus_id);
  nvml.gpus.erase(nvml.gpus.begin() + static_cast<std::ptrdiff_t>(number));
  // The others are numbered anew.
  for (std::size_t i = 0; i < nvml.gpus.size(); ++i) nvml.gpus[i].index = static_cast<int>(i);
  std::erase_if(nvml.pairs, [&](const auto& pair) {
    const int last = static_cast<int>(nvml.gpus.size());
    return pair.from == last || pair.to == last;
  });
}

}  // namespace

std::string host_name_of(int number) {
  return fmt::format("node{:02}", number);
}

RecordedMachine cluster_host(int number) {
  RecordedMachine machine = dgx_h100();
  for (auto& [path, text] : machine.recording().texts) {
    if (!path.ends_with("_guid")) continue;
    text = fmt::format("{}:{:04x}\n", text.substr(0, 14), number * 64 + static_cast<int>(text[17]));
  }
  add_beside(machine, "/node_guid", "/fw_ver", "28.39.1002");
  add_beside(machine, "/ports/1/state", "/ports/1/phys_state", "5: LinkUp");
  machine.text("/proc/sys/kernel/osrelease", "5.15.0-1046-nvidia\n");
  machine.text("/proc/meminfo", fmt::format("MemTotal: {} kB\n", 2113530000 + 4 * number));
  machine.text("/proc/mounts", "tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n");
  machine.text("/proc/self/limits", "Max locked memory unlimited unlimited bytes\n");
  machine.text("/sys/class/dmi/id/sys_vendor", "NVIDIA\n");
  machine.text("/sys/class/dmi/id/product_name", "DGXH100\n");
  set_driver(machine, "550.54.15");
  nvml_of(machine).cuda_version = 12040;
  for (auto& gpu : nvml_of(machine).gpus) gpu.vbios = "96.00.89.00.01";
  machine.recording().variables["NCCL_IB_TC"] = "106";
  return machine;
}

std::vector<PlantedFault> planted_faults() {
  return {
      {"a cable that is down",
       {"port_state"},
       "mlx5_5",
       [](RecordedMachine& machine) {
         set_text(machine, "infiniband/mlx5_5/", "/ports/1/state", "1: DOWN");
         set_text(machine, "infiniband/mlx5_5/", "/ports/1/phys_state", "2: Polling");
       }},
      {"a cable that is slow",
       {"port_rate"},
       "mlx5_9",
       [](RecordedMachine& machine) {
         set_text(machine, "infiniband/mlx5_9/", "/ports/1/rate", "200 Gb/sec (2X NDR)");
       }},
      {"an older driver",
       {"driver"},
       "",
       [](RecordedMachine& machine) { set_driver(machine, "535.161.08"); }},
      {"an adapter that is gone",
       {"nic_missing"},
       "0000:4f:00.0",
       [](RecordedMachine& machine) {
         erase(machine, "infiniband/mlx5_4");
         erase(machine, "0000:4f:00.0");
       }},
      {"an adapter of another model",
       {"nic_model"},
       "mlx5_0",
       [](RecordedMachine& machine) {
         set_text(machine, "/0000:18:00.0/device", "/device", "0x101b");
       }},
      {"a GPU that is gone",
       {"gpu_missing"},
       "GPU 3",
       [](RecordedMachine& machine) { lose_gpu(machine, 3); }},
      {"a GPU without some NVLinks",
       {"nvlinks", "nvlink_state"},
       "GPU 6",
       [](RecordedMachine& machine) {
         for (std::size_t link = 0; link < 2; ++link) {
           auto& one = nvml_of(machine).gpus[6].links[link];
           one = {one.number, true, false, {}, {}, ""};
         }
       }},
      {"a GPU in MIG mode",
       {"mig"},
       "GPU 1",
       [](RecordedMachine& machine) { nvml_of(machine).gpus[1].has_mig = true; }},
      {"a GPU on half of its lanes",
       {"pcie_state"},
       "GPU 2",
       [](RecordedMachine& machine) {
         set_text(machine, "/0000:52:00.0/current_link_width", "/current_link_width", "8");
         nvml_of(machine).gpus[2].pcie.width = 8;
       }},
      {"an adapter on a quarter of its lanes",
       {"pcie_state"},
       "mlx5_10",
       [](RecordedMachine& machine) {
         set_text(machine, "/0000:ce:00.0/current_link_width", "/current_link_width", "4");
       }},
      {"a switch on half of its lanes",
       {"pcie_state"},
       "0000:98:00.0",
       [](RecordedMachine& machine) {
         set_text(machine, "/0000:98:00.0/current_link_width", "/current_link_width", "8");
       }},
      {"older firmware of an adapter",
       {"nic_firmware"},
       "mlx5_3",
       [](RecordedMachine& machine) {
         set_text(machine, "infiniband/mlx5_3/", "/fw_ver", "28.36.1010");
       }},
      {"older firmware of a GPU",
       {"vbios"},
       "GPU 7",
       [](RecordedMachine& machine) { nvml_of(machine).gpus[7].vbios = "96.00.68.00.01"; }},
      {"another kernel",
       {"kernel"},
       "",
       [](RecordedMachine& machine) {
         machine.text("/proc/sys/kernel/osrelease", "5.15.0-1029-nvidia\n");
       }},
      {"little memory to lock",
       {"memlock"},
       "",
       [](RecordedMachine& machine) {
         machine.text("/proc/self/limits", "Max locked memory 65536 65536 bytes\n");
       }},
      {"a variable of its own",
       {"variable"},
       "NCCL_IB_TC",
       [](RecordedMachine& machine) { machine.recording().variables["NCCL_IB_TC"] = "0"; }},
  };
}

void write_host(RecordedMachine machine, const std::string& folder, const std::string& name) {
  const auto written =
      hw::world::recording::write_recording(machine.recording(), folder + "/" + name);
  EXPECT_TRUE(written) << written.error().message();
}

}  // namespace treering::support
