// Secrets that are planted everywhere in recordings: none survives.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/text/reading.h"
#include "hw/world/anonymise/anonymise.h"
#include "hw/world/nvml/json.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/recorded_machines.h"

namespace treering::hw::world::anonymise {
namespace anonymise_secrets_test {

/// What nobody else may see, and the part of it that is looked for.
struct Secret {
  const char* text;
  const char* core;
};
constexpr Secret kSecrets[] = {
    {"zqxjvkw7", "zqxjvkw"},
    {"zqxjvkw-login.example.zqxjvkw", "zqxjvkw"},
    {"~zqxjvkw/topo.xml", "zqxjvkw"},
    {"/zqxjvkw/ann/lib", "zqxjvkw"},
    {"10.77.88.99", "77.88"},
    {"nfs4:10.77.88.99:/zqxjvkw", "77.88"},
    {"2001:db7:aa::77:88", "db7:aa"},
    {"0c:42:a1:b2:c3:d4", "42:a1:b2"},
    {"0c42a1b2-00c3-4d5e-8f60-718293a4b5c6", "00c3-4d5e"},
    {"0x0c42a10300b2c3d4", "a10300b2"},
    {"b8ce:f603:00a1:0d02", "f603:00a1"},
    {"zqxjvkw=8675309", "8675309"},
};

/// All that is written down of a recording.
std::string all_of(const recording::Recording& recording) {
  std::string all;
  for (const auto& [path, text] : recording.texts) all += path + "\n" + text + "\n";
  for (const auto& [path, target] : recording.links) all += path + "\n" + target + "\n";
  for (const std::string& path : recording.folders) all += path + "\n";
  for (const auto& [path, unseen] : recording.unreadable) all += path + "\n" + unseen.text + "\n";
  for (const auto& [name, value] : recording.variables) all += name + "=" + value + "\n";
  return core::lower_case(all + nvml::nvml_to_json(recording.nvml));
}

std::vector<support::NamedRecording> machines() {
  auto all = support::recorded_fleet();
  all.push_back({"set-up-dgx", support::set_up_dgx});
  return all;
}

/// Files and variables of every kind that discovery asks for.
void add_every_kind(recording::Recording& recording) {
  const std::string gpu = "/sys/bus/pci/devices/0000:07:00.0/";
  for (const char* name : {"class", "vendor", "device", "max_link_speed", "numa_node", "local_cpus",
                           "current_link_width", "config", "uevent"}) {
    recording.texts[gpu + name] = "0\n";
  }
  for (const char* path :
       {"/proc/cpuinfo", "/proc/cmdline", "/proc/1/cgroup", "/proc/sys/kernel/hostname",
        "/proc/sys/kernel/osrelease", "/proc/driver/nvidia/version", "/sys/hypervisor/type",
        "/proc/driver/nvidia/gpus/0000:07:00.0/information", "/etc/ld.so.conf.d/a.conf",
        "/etc/nccl.conf", "~/.nccl.conf", "/etc/machine-id", "/sys/class/dmi/id/product_serial",
        "/sys/class/infiniband/mlx5_0/ports/1/rate", "/sys/class/infiniband/mlx5_0/hca_type",
        "/sys/class/net/eth0/speed", "/sys/class/net/eth0/operstate", "/processes/ibnetdiscover",
        "/var/run/nvidia-topologyd/virtualTopology.xml"}) {
    recording.texts.try_emplace(path, "a\n");
  }
  recording.texts["/proc/mounts"] = "a / nfs rw,addr=a 0 0\nshm /dev/shm tmpfs rw,size=64k 0 0\n";
  for (const char* name : {"NCCL_IB_HCA", "NCCL_COMM_ID", "NCCL_HOSTID", "NCCL_TOPO_FILE",
                           "NCCL_ALGO", "NCCL_MIN_NCHANNELS", "NCCL_NET_PLUGIN", "NCCL_OF_NOBODY",
                           "NCCL_CONF_FILE", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"}) {
    recording.variables.try_emplace(name, "1");
  }
}

/// Puts `secret` behind, before and in place of all.
void plant_in_text(std::string& text, const std::string& secret, std::size_t way) {
  switch (way % 4) {
    case 0:
      text += " " + secret;
      break;
    case 1:
      text = secret + " " + text;
      break;
    case 2:
      text = secret;
      break;
    default:
      for (std::size_t at = text.find('\n'); at != std::string::npos;
           at = text.find('\n', at + secret.size() + 2)) {
        text.insert(at, "," + secret);
      }
  }
}

void plant_in_nvml(NvmlAnswers& nvml, const std::string& secret) {
  for (NvmlGpu& gpu : nvml.gpus) {
    gpu.name += " " + secret;
    gpu.bus_id = secret;
    gpu.fabric = NvmlFabric{NvmlFabricState::Completed, "failed: " + secret, secret, 7};
    for (NvmlLink& link : gpu.links) link.remote_bus_id = secret;
  }
  nvml.driver_version += "." + secret;
  nvml.faults = {{"nvml" + secret, 0, "gpu is lost: host " + secret + " uuid GPU-" + secret}};
}

/// As a name in every folder, and as what stands in every file.
recording::Recording planted(recording::Recording recording, const std::string& secret,
                             std::size_t way) {
  add_every_kind(recording);
  for (auto& [path, text] : recording.texts) plant_in_text(text, secret, way);
  for (auto& [name, value] : recording.variables) plant_in_text(value, secret, way);
  recording.variables["NCCL_" + secret] = secret;
  recording.variables["NCCL_CONF_FILE"] = "/etc/" + secret + "/nccl.conf";
  recording.texts["/etc/" + secret + "/nccl.conf"] = "NCCL_DEBUG=" + secret;
  for (const char* folder : {"/sys/class/net/", "/sys/module/", "/opt/", "/home/", "/proc/", "~/",
                             "/sys/class/infiniband/", "/processes/", "/", "/etc/ld.so.conf.d/"}) {
    recording.texts[folder + secret] = secret;
    recording.folders.insert(folder + secret + "/of");
    recording.links["/sys/class/net/x" + secret] = "../../" + secret;
    recording.unreadable[folder + secret + "/no"] = {Unseen::Why::Failed, "no " + secret};
  }
  if (recording.nvml) {
    plant_in_nvml(*recording.nvml, secret);
  } else {
    recording.nvml = tl::unexpected(Unseen{Unseen::Why::Failed, "nvmlInit_v2: " + secret});
  }
  return recording;
}

class EachMachine : public ::testing::TestWithParam<support::NamedRecording> {};

TEST_P(EachMachine, NoSecretSurvives) {
  auto machine = GetParam().make();
  for (const Secret& secret : kSecrets) {
    for (std::size_t way = 0; way < 4; ++way) {
      const recording::Recording clean = anonymised(planted(machine.recording(), secret.text, way));
      const std::string all = all_of(clean);
      const std::size_t at = all.find(secret.core);
      EXPECT_EQ(at, std::string::npos)
          << secret.text << " way " << way << ": "
          << (at == std::string::npos ? "" : all.substr(at < 80 ? 0 : at - 80, 160));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Anonymise, EachMachine, ::testing::ValuesIn(machines()),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

RC_GTEST_PROP(AnonymiseProperty, NoWordSurvivesWhereverItStands, ()) {
  auto machine = support::set_up_dgx();
  recording::Recording recording = machine.recording();
  add_every_kind(recording);
  const std::string secret =
      "zq" + *rc::gen::container<std::string>(5, rc::gen::inRange('a', 'y')) + "qz";
  for (auto& [path, text] : recording.texts) {
    text.insert(*rc::gen::inRange<std::size_t>(0, text.size() + 1), secret);
  }
  for (auto& [name, value] : recording.variables) {
    value.insert(*rc::gen::inRange<std::size_t>(0, value.size() + 1), secret);
  }
  RC_ASSERT(all_of(anonymised(recording)).find(secret) == std::string::npos);
}

}  // namespace anonymise_secrets_test
}  // namespace treering::hw::world::anonymise
