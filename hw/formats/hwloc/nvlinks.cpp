#include "hw/formats/hwloc/nvlinks.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/formats/hwloc/cpus.h"
#include "hw/formats/hwloc/objects.h"
#include "hw/formats/hwloc/pci_tree.h"

namespace treering::hw::formats::hwloc {
namespace {

using core::DeviceId;
using core::Severity;

constexpr std::string_view kName = "NVLinkBandwidth";
// GPUs, NVSwitches and packages of one machine: 144 GPUs are the most that a topology has.
constexpr std::size_t kMostObjects = 512;

/// The words of all children of that name, in order.
std::vector<std::string> words_of(const xml::Element& matrix, std::string_view name) {
  std::vector<std::string> words;
  constexpr std::string_view kSpace = " \t\r\n";
  for (const xml::Element& child : matrix.children) {
    if (child.name != name) continue;
    std::string_view rest = child.text;
    for (std::size_t at = rest.find_first_not_of(kSpace); at != std::string_view::npos;
         at = rest.find_first_not_of(kSpace)) {
      rest.remove_prefix(at);
      const std::size_t end = std::min(rest.find_first_of(kSpace), rest.size());
      words.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end);
    }
  }
  return words;
}

std::optional<double> megabytes(const std::string& word) {
  double number = 0;
  const char* end = word.data() + word.size();
  const auto [stop, code] = std::from_chars(word.data(), end, number);
  const bool is_sane = number >= 0 && number <= core::kMaxBandwidthGBps * 1000;
  if (code != std::errc() || stop != end || !is_sane) return {};
  return number;
}

class Pass {
 public:
  Pass(const Machine& machine, const Cpus& cpus, const PciTree& tree, Builder& builder)
      : machine_(machine), cpus_(cpus), tree_(tree), builder_(builder) {}

  void read(const xml::Element& matrix) {
    const std::vector<std::string> objects = words_of(matrix, "indexes");
    const std::vector<std::string> values = words_of(matrix, "u64values");
    if (objects.size() > kMostObjects) {
      builder_.problem(matrix, fmt::format("{} objects", objects.size()),
                       fmt::format("expected at most {}", kMostObjects));
    }
    if (values.size() != objects.size() * objects.size()) {
      builder_.problem(
          matrix, fmt::format("{} values for {} objects", values.size(), objects.size()),
          fmt::format("expected {}, one from each to each", objects.size() * objects.size()));
    }
    if (builder_.failed()) return;
    std::vector<DeviceId> devices;
    for (const std::string& object : objects) devices.push_back(device_of(matrix, object));
    for (std::size_t from = 0; from < devices.size(); ++from) {
      for (std::size_t to = 0; to < devices.size() && !builder_.failed(); ++to) {
        const std::string& word = values[from * devices.size() + to];
        const auto mb_per_s = megabytes(word);
        if (!mb_per_s) {
          builder_.problem(matrix, fmt::format("the value {}", core::in_quotes(word)),
                           "expected MB/s");
        } else if (from != to && *mb_per_s > 0) {
          connect(matrix, devices[from], devices[to], *mb_per_s);
        }
      }
    }
  }

 private:
  /// \param name "OSDev:802", or "802" in a matrix of one type
  DeviceId device_of(const xml::Element& matrix, const std::string& name) {
    const std::string type = text_of(matrix, "type");
    const std::string key = type.empty() ? name : fmt::format("{}:{}", type, name);
    const auto found = machine_.by_gp_index.find(key);
    if (found == machine_.by_gp_index.end()) {
      builder_.problem(matrix, "no object " + core::in_quotes(key),
                       "expected the type and gp_index of one in the file");
      return core::kNoDevice;
    }
    const DeviceId device = tree_.device_of(*found->second);
    return device != core::kNoDevice ? device : cpus_.of_package(*found->second);
  }

  void connect(const xml::Element& matrix, DeviceId from, DeviceId to, double mb_per_s) {
    const bool has_both = from != core::kNoDevice && to != core::kNoDevice && from != to;
    if (!has_both) {
      builder_.note(Severity::Warning, matrix,
                    "bandwidth between objects other than GPUs, NVSwitches and CPUs of this "
                    "machine is left out");
      return;
    }
    const catalogue::LinkRate one = catalogue::nvlink_rate(capability_of(from, to));
    const double links = mb_per_s / 1000 / one.bandwidth.in_gb_per_s();
    const double whole = std::max(std::round(links), 1.0);
    constexpr double kTolerance = 0.05;
    if (std::abs(links / whole - 1) > kTolerance) {
      builder_.note(Severity::Warning, matrix,
                    fmt::format("{} MB/s is not a whole number of NVLinks of {} GB/s: taken as {}",
                                mb_per_s, one.bandwidth.in_gb_per_s(), whole));
    }
    const auto count = static_cast<int>(std::min(whole, core::kMaxLinkCount + 1.0));
    builder_.connect(matrix, {core::LinkKind::NvLink,
                              from,
                              to,
                              count,
                              core::Bandwidth::from_gb_per_s(mb_per_s / 1000),
                              {},
                              {core::Origin::Kind::File, "the matrix NVLinkBandwidth of hwloc"}});
  }

  /// The rate by the GPU at either end.
  int capability_of(DeviceId from, DeviceId to) {
    for (const DeviceId id : {from, to}) {
      const auto* gpu = std::get_if<core::Gpu>(&builder_.device(id).info);
      if (gpu != nullptr) return gpu->compute_capability;
    }
    return 0;
  }

  const Machine& machine_;
  const Cpus& cpus_;
  const PciTree& tree_;
  Builder& builder_;
};

void join_socket(DeviceId cpu, const std::vector<DeviceId>& gpus, Builder& builder) {
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const auto& gpu = std::get<core::Gpu>(builder.device(gpus[i]).info);
    const catalogue::LinkRate one = catalogue::nvlink_rate(gpu.compute_capability);
    const int count =
        catalogue::most_nvlinks(gpu.compute_capability) / static_cast<int>(gpus.size());
    const auto join = [&](DeviceId other) {
      const core::Origin origin{
          core::Origin::Kind::Assumed,
          "NVLinks as IBM's servers with POWER have them; " + one.origin.source};
      builder.connect_both_ways(
          builder.element_of(gpus[i]),
          {core::LinkKind::NvLink, gpus[i], other, count, one.bandwidth * count, {}, origin});
    };
    for (std::size_t j = i + 1; j < gpus.size(); ++j) join(gpus[j]);
    join(cpu);
  }
  builder.note(
      Severity::Warning, builder.element_of(gpus.front()),
      "no matrix NVLinkBandwidth, but GPUs of an IBM POWER server: NVLinks as those servers have "
      "them are assumed, equally many between all GPUs of a socket and the CPU");
}

/// On IBM's servers with POWER8 and POWER9 the two or three GPUs of a socket and their CPU have
/// equally many NVLinks between each two (IBM Power System S822LC redbook, REDP-5405; AC922,
/// REDP-5494). False when the machine is none.
bool assume_nvlinks_of_power(const PciTree& tree, Builder& builder) {
  std::map<DeviceId, std::vector<DeviceId>> sockets;
  for (const DeviceId id : tree.gpus()) {
    const DeviceId cpu = tree.cpu_of(id);
    if (std::get<core::Cpu>(builder.device(cpu).info).arch != "ppc64") return false;
    // These servers have P100 and V100 SXM2.
    if (!catalogue::is_mesh_module(*builder.device(id).pci)) return false;
    sockets[cpu].push_back(id);
  }
  constexpr std::size_t kMostOfSocket = 3;
  for (const auto& [cpu, gpus] : sockets) {
    if (gpus.size() < 2 || gpus.size() > kMostOfSocket) return false;
  }
  for (const auto& [cpu, gpus] : sockets) join_socket(cpu, gpus, builder);
  return !sockets.empty();
}

}  // namespace

void add_hwloc_nvlinks(const Machine& machine, const Cpus& cpus, const PciTree& tree,
                       Builder& builder) {
  bool has_matrix = false;
  for (const xml::Element* matrix : machine.matrices) {
    if (text_of(*matrix, "name") != kName || builder.failed()) continue;
    has_matrix = true;
    Pass(machine, cpus, tree, builder).read(*matrix);
  }
  if (has_matrix || tree.gpus().size() < 2 || builder.failed()) return;
  if (assume_nvlinks_of_power(tree, builder)) return;
  builder.host().nvlinks_unknown = {"the file has no matrix NVLinkBandwidth",
                                    {core::Origin::Kind::File, "hwloc"}};
  for (const DeviceId id : tree.gpus()) {
    if (!catalogue::may_have_nvlinks(builder.device(id))) continue;
    builder.note(Severity::Warning, builder.element_of(id),
                 "a GPU that may have NVLinks counts as without: the file lacks the matrix "
                 "NVLinkBandwidth, which newer hwloc writes with NVML");
  }
}

}  // namespace treering::hw::formats::hwloc
