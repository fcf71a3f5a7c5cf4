// Formats "nccl-tests" and "nccl-tests-json": the output of a measurement, whose list of devices
// names the GPUs of its hosts. What joins them is as nvidia-smi -L leaves it: by the model, assumed
// and marked.
#include "hw/formats/format.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/result.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/named_machines.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/nccl_tests/device_list.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats {
namespace {

using nccl_tests::ListedDevice;

/// "0000:1b:00.0" of "0x1b", which is a bus alone, or "0000:1b:00"; empty for others. Guests
/// have bus 0x00 for all.
std::string long_bus_id(std::string_view listed) {
  constexpr int kMostBus = 0xff;
  if (listed.starts_with("0x")) {
    const int bus = core::whole_number<int>(listed.substr(2), 16).value_or(0);
    return bus < 1 || bus > kMostBus ? "" : fmt::format("0000:{:02x}:00.0", bus);
  }
  return nvidia_smi::short_bus_id(fmt::format("{}.0", listed));
}

/// Of the first host's GPUs, by number; empty where the list does not tell them apart.
std::map<int, std::string> bus_ids_of_first_host(const std::vector<ListedDevice>& devices) {
  std::map<int, std::string> bus_ids;
  for (const ListedDevice& device : devices) {
    if (device.host != devices.front().host || device.device < 0) continue;
    const std::string bus_id = long_bus_id(device.bus_id);
    if (bus_id.empty()) continue;
    // Processes that see one GPU each number it 0.
    const auto [known, is_new] = bus_ids.emplace(device.device, bus_id);
    if (!is_new && known->second != bus_id) return {};
  }
  std::set<std::string_view> different;
  for (const auto& [number, bus_id] : bus_ids) different.insert(bus_id);
  // Instances of MIG share a GPU.
  return different.size() == bus_ids.size() ? bus_ids : std::map<int, std::string>();
}

/// The GPUs of the first host as nvidia-smi -L lists them, so that one reader has one rule for
/// both.
nvidia_smi::GpuList smi_list(const std::vector<ListedDevice>& devices, int gpus,
                             const std::string& model) {
  const auto bus_ids = bus_ids_of_first_host(devices);
  nvidia_smi::GpuList list;
  for (int i = 0; i < gpus; ++i) {
    nvidia_smi::GpuLine& gpu = list.gpus[i];
    gpu.name = model;
    gpu.line = static_cast<std::size_t>(i) + 1;
    if (const auto known = bus_ids.find(i); known != bus_ids.end()) gpu.bus_id = known->second;
  }
  return list;
}

/// The GPUs that the first host is known to have.
int gpus_of_first_host(const std::vector<ListedDevice>& devices) {
  const nccl_tests::ListedJob job = nccl_tests::job_of(devices);
  if (job.gpus_per_host > 0) return job.gpus_per_host;
  int most = 0;
  for (const ListedDevice& device : devices) {
    if (device.host == devices.front().host) most = std::max(most, device.device);
  }
  return most + 1;
}

core::Diagnostic note_on(const std::vector<ListedDevice>& devices, int gpus,
                         const std::string& path) {
  const nccl_tests::ListedJob job = nccl_tests::job_of(devices);
  const std::string hosts =
      job.hosts > 1 ? fmt::format("; the run was on {} hosts", job.hosts) : std::string();
  return {
      core::Severity::Note, path,
      fmt::format("deduced: {} x {} on one host, as the list of devices says{}; the host may have "
                  "more",
                  gpus, core::printable(devices.front().gpu), hosts)};
}

}  // namespace

// Its first line of settings, or the heading of its table (nccl-tests, src/common.cu).
bool is_nccl_tests(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    const auto has = [line](std::string_view word) {
      return line.find(word) != std::string_view::npos;
    };
    return (has("nThread ") && has(" nGpus ")) ||
           (has(" type ") && has(" algbw ") && has(" busbw ")) ||
           (has(" Rank ") && nccl_tests::read_device(line));
  });
}

// What it writes with -J: "nccl_version" stands before "config" (nccl-tests, src/util.cu).
bool is_nccl_tests_json(std::string_view text) {
  const std::string_view head = head_of(text);
  return without_leading_space(head).starts_with('{') &&
         head.find("\"nccl_version\"") != std::string_view::npos &&
         head.find("\"ngpus\"") != std::string_view::npos;
}

namespace {

/// The same machine, said to be read from what it was read from.
core::Topology from_nccl_tests(const core::Topology& node) {
  constexpr std::string_view kRead = "nvidia-smi -L";
  std::string description = node.description();
  const std::size_t at = description.find(kRead);
  if (at == std::string::npos) return node;
  description.replace(at, kRead.size(), "the list of devices of nccl-tests");
  core::TopologyBuilder builder(node.name(), std::move(description));
  builder.set_extra(node.extra());
  for (const core::Device& device : node.devices()) builder.add(device);
  for (const core::Link& link : node.links()) builder.connect(link);
  return std::move(builder).build().value_or(node);
}

/// A run of several hosts went over some network: a node of it has a port, whose rate nobody says.
core::Topology with_port(const core::Topology& node) {
  const core::DeviceId gpu = node.of_kind(core::DeviceKind::Gpu).front();
  const auto own = std::ranges::find_if(node.links(), [&](const core::Link& link) {
    return link.kind == core::LinkKind::Pcie && link.from == gpu;
  });
  const auto& of_gpu = node.device(gpu).pci;
  if (own == node.links().end() || !of_gpu) return node;
  core::TopologyBuilder builder(node.name(), node.description());
  builder.set_extra(node.extra());
  for (const core::Device& device : node.devices()) builder.add(device);
  for (const core::Link& link : node.links()) builder.connect(link);
  core::Device nic{.name = "NIC 0", .info = core::Nic{}};
  nic.pci = core::PciFunction{.bus_id = "fffe:00:00.0",
                              .class_code = "0x020000",
                              .link_speed = of_gpu->link_speed,
                              .link_width = of_gpu->link_width};
  nic.assumed = {"pci/bus_id", "pci/link_speed", "pci/link_width"};
  const core::DeviceId id = builder.add(std::move(nic));
  constexpr std::int64_t kUsualMbps = 100'000;
  core::NicPort port;
  port.nic = id;
  port.speed_mbps = kUsualMbps;
  core::Device device{.name = "net0", .info = port};
  device.assumed = {"speed_mbps", "gpu_direct_rdma", "name"};
  builder.add(std::move(device));
  core::Link link = *own;
  link.from = id;
  link.to = node.cpu_of(gpu);
  builder.connect(std::move(link));
  return std::move(builder).build().value_or(node);
}

core::Diagnostic note_on_port(const std::vector<ListedDevice>& devices, const std::string& path) {
  return {
      core::Severity::Note, path,
      fmt::format("the text names no adapter: one of 100 Gbit/s, a guess, stands for those that "
                  "joined the {} hosts of the run",
                  nccl_tests::job_of(devices).hosts)};
}

core::Result<LoadedCluster> machine_of(const std::vector<ListedDevice>& devices,
                                       const std::string& path) {
  const std::string model = nccl_tests::common_gpu(devices);
  if (model.empty()) {
    return core::bad_input(
        path, "output of nccl-tests without one model of GPU in its list of devices",
        "expected a topology",
        "treering check FILE ⟨topology⟩ MACHINE lays it beside a prediction, treering import reads "
        "it");
  }
  if (model.starts_with("AMD ") || catalogue::names_amd_gpu(model)) {
    return core::bad_input(path, fmt::format("GPUs of AMD, {}", core::in_quotes(model)),
                           "expected NVIDIA's: treering follows NCCL, and RCCL is not supported");
  }
  const int gpus = std::min(gpus_of_first_host(devices), core::kMaxGpus);
  auto loaded = nvidia_smi::read_smi_gpus(smi_list(devices, gpus, model), path);
  if (!loaded) return loaded;
  loaded->cluster.node = from_nccl_tests(loaded->cluster.node);
  // Boards with NVSwitches have as many adapters as nobody says: one would be a false fact.
  const bool is_board = catalogue::joining_of(model) == catalogue::GpuJoining::NvSwitch;
  if (!is_board && nccl_tests::job_of(devices).hosts > 1) {
    loaded->cluster.node = with_port(loaded->cluster.node);
    loaded->notes.push_back(note_on_port(devices, path));
  }
  loaded->notes.insert(loaded->notes.begin(), note_on(devices, gpus, path));
  // CUDA's names of instances: "NVIDIA A100-SXM4-40GB MIG 1g.5gb". What they lack: NVIDIA, MIG user
  // guide.
  if (core::has(model, " MIG ")) {
    loaded->notes.push_back(
        {core::Severity::Warning, path,
         "the ranks have MIG instances, which are parts of GPUs and reach no other over NVLink or "
         "PCIe: what is said here holds with MIG switched off"});
  }
  return loaded;
}

/// The devices of "config", which has one for each process.
std::vector<ListedDevice> devices_of(const nlohmann::ordered_json& document) {
  std::vector<ListedDevice> devices;
  const auto* const config = core::member_of(document, "config");
  const auto* const list = config == nullptr ? nullptr : core::member_of(*config, "devices");
  if (list == nullptr || !list->is_array()) return devices;
  const auto count = [&](const char* name) {
    const auto* const value = core::member_of(*config, name);
    return value == nullptr ? 1 : core::integer_within(*value, 1, core::kMaxGpus).value_or(1);
  };
  const int each = std::min(count("nthreads") * count("ngpus"), core::kMaxGpus);
  const auto text = [](const nlohmann::ordered_json& value, const char* name) {
    const auto* const found = core::member_of(value, name);
    return found == nullptr ? std::string() : core::text_in(*found).value_or("");
  };
  std::map<std::string, int> on_host;
  for (const auto& one : *list) {
    const std::string host = text(one, "hostname");
    for (int i = 0; i < each; ++i) {
      devices.push_back({static_cast<int>(devices.size()), 0, host, text(one, "device_info"),
                         on_host[host]++, ""});
    }
  }
  return devices;
}

}  // namespace

core::Result<LoadedCluster> read_nccl_tests(const Source& source, const NodeLoader& /*load_node*/) {
  return machine_of(nccl_tests::devices_in(source.text), source.path);
}

core::Result<LoadedCluster> read_nccl_tests_json(const Source& source,
                                                 const NodeLoader& /*load_node*/) {
  const auto document = core::parse_json(source.text, source.path);
  if (!document) return core::fail(document.error());
  return machine_of(devices_of(*document), source.path);
}

}  // namespace treering::hw::formats
