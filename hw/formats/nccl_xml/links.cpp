#include "hw/catalogue/links.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/topology/checks.h"
#include "hw/complete/complete.h"
#include "hw/formats/nccl_xml/builder.h"
#include "hw/formats/nccl_xml/devices.h"
#include "hw/formats/nccl_xml/fields.h"

namespace treering::hw::formats::nccl_xml {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Link;
using core::LinkKind;
using core::Severity;

class LinkPass {
 public:
  explicit LinkPass(Builder& builder) : builder_(builder) {}

  void read(const Devices& devices) {
    for (const LinkingDevice& gpu : devices.gpus) read_gpu(gpu);
    for (const LinkingDevice& gpu : devices.gpus) read_c2cs(gpu);
    for (const LinkingDevice& pci_switch : devices.switches) read_pcilinks(pci_switch);
    for (const auto& cpus : devices.cpus) join_sockets(cpus);
  }

 private:
  void read_gpu(const LinkingDevice& gpu) {
    const xml::Element* element = child_of(*gpu.pci, "gpu");
    if (element == nullptr) return;
    std::int64_t nvlinks = 0;
    for (const xml::Element& child : element->children) {
      if (builder_.failed()) return;
      if (child.name == "nvlink") {
        nvlinks += read_nvlink(child, gpu);
      } else if (child.name != "c2c") {
        builder_.note_unknown(child);
      }
    }
    doubt_nvlinks(*element, nvlinks, gpu);
  }

  /// Guests without NVSwitches of their own show a GPU's NVLinks once for each other GPU.
  void doubt_nvlinks(const xml::Element& element, std::int64_t count, const LinkingDevice& gpu) {
    const int most = catalogue::most_nvlinks(capability_of(gpu));
    if (builder_.failed() || count <= most) return;
    builder_.note(
        Severity::Warning, element,
        fmt::format("a GPU with {} NVLinks, but its generation has at most {}: NCCL counts them "
                    "all, so that predictions over NVLink are up to {:.3g} times too fast",
                    count, most, static_cast<double>(count) / most));
  }

  int capability_of(const LinkingDevice& gpu) {
    return std::get<core::Gpu>(builder_.device(gpu.id).info).compute_capability;
  }

  /// How many links the element stands for.
  int read_nvlink(const xml::Element& element, const LinkingDevice& gpu) {
    Fields fields(element, builder_);
    fields.require("count", "expected the number of links");
    const int count = fields.integer("count").value_or(1);
    if (count < 0 || count > core::kMaxLinkCount) {
      fields.refuse("count", fmt::format("expected 0..{}", core::kMaxLinkCount));
    }
    if (count == 0) return skip_none(element);
    const std::string target = core::lower_case(fields.text("target"));
    const std::string target_class = fields.text("tclass");
    const auto known = builder_.find_bus_id(gpu.host, target);
    const bool is_known_gpu = known && builder_.device(*known).kind() == DeviceKind::Gpu;
    // NCCL reads a class that is missing from /sys, and takes what it cannot see as an NVSwitch.
    const bool is_nameless_gpu = target_class.empty() && is_known_gpu;
    const catalogue::NvlinkEnd end =
        is_nameless_gpu ? catalogue::NvlinkEnd::Gpu : catalogue::nvlink_end(target_class);
    Link link{LinkKind::NvLink, gpu.id, core::kNoDevice, count, {}, {}, {}};
    const catalogue::LinkRate rate = catalogue::nvlink_rate(capability_of(gpu));
    link.bandwidth = rate.bandwidth * count;
    link.origin = rate.origin;
    if (end == catalogue::NvlinkEnd::Gpu) {
      connect_gpus(element, std::move(link), is_known_gpu ? *known : core::kNoDevice);
      return count;
    }
    link.to = end == catalogue::NvlinkEnd::Cpu ? gpu.cpu : nvswitch(element, target, known);
    builder_.connect_both_ways(element, link);
    return count;
  }

  /// NCCL gives such a link no bandwidth (2.28 src/graph/topo.cc, ncclTopoAddNvLinks), so that no
  /// path takes it.
  int skip_none(const xml::Element& element) {
    builder_.note(
        Severity::Warning, element,
        fmt::format("{} of count 0 is left out: NCCL gives it no bandwidth", element.name));
    return 0;
  }

  void connect_gpus(const xml::Element& element, Link link, DeviceId target) {
    link.to = target;
    if (target == core::kNoDevice) {
      builder_.note(Severity::Warning, element,
                    "an nvlink to a GPU that is not in the file is skipped, as NCCL does");
      return;
    }
    if (target == link.from) {
      builder_.note(
          Severity::Warning, element,
          "an nvlink from a GPU to itself: it leads nowhere, but NCCL counts its bandwidth");
    }
    builder_.connect(element, std::move(link));
  }

  /// The switch with that bus id, made on first sight: switches have no elements of their own.
  DeviceId nvswitch(const xml::Element& element, const std::string& target,
                    std::optional<DeviceId> known) {
    if (known && builder_.device(*known).kind() == DeviceKind::NvSwitch) return *known;
    const auto [made, is_new] = nvswitches_.try_emplace(target, core::kNoDevice);
    if (!is_new) return made->second;
    core::Device device = catalogue::nvswitch_at(target, known.has_value());
    const std::string* target_class = element.attribute("tclass");
    if (target_class == nullptr) device.assumed.emplace_back("pci/class");
    if (target_class != nullptr && device.pci) device.pci->class_code = *target_class;
    made->second = builder_.add(element, std::move(device));
    return made->second;
  }

  void read_c2cs(const LinkingDevice& gpu) {
    const xml::Element* element = child_of(*gpu.pci, "gpu");
    if (element == nullptr) return;
    for (const xml::Element& child : element->children) {
      if (child.name == "c2c" && !builder_.failed()) read_c2c(child, gpu);
    }
  }

  void read_c2c(const xml::Element& element, const LinkingDevice& gpu) {
    Fields fields(element, builder_);
    fields.require("bw", "expected the MB/s of one link");
    fields.require("count", "expected the number of links");
    const int count = fields.integer("count").value_or(0);
    if (count == 0 && !builder_.failed()) return void(skip_none(element));
    // NCCL 2.28 src/graph/topo.cc:667: MB/s of one link.
    const double gb_per_s = fields.integer("bw").value_or(0) / 1e3 * count;
    builder_.connect_both_ways(element,
                               {LinkKind::C2C,
                                gpu.id,
                                gpu.cpu,
                                count,
                                core::Bandwidth::from_gb_per_s(gb_per_s),
                                {},
                                {core::Origin::Kind::File, "bw and count of the c2c element"}});
  }

  void read_pcilinks(const LinkingDevice& pci_switch) {
    for (const xml::Element& child : pci_switch.pci->children) {
      if (child.name == "pcilink" && !builder_.failed()) read_pcilink(child, pci_switch);
    }
  }

  void read_pcilink(const xml::Element& element, const LinkingDevice& pci_switch) {
    Fields fields(element, builder_);
    fields.require("target", "expected the address of the other switch");
    const auto target = builder_.find_bus_id(pci_switch.host, fields.text("target"));
    const bool is_switch = target && *target != pci_switch.id &&
                           builder_.device(*target).kind() == DeviceKind::PciSwitch;
    if (!is_switch) {
      builder_.note(
          Severity::Warning, element,
          "a pcilink that leads to no other PCI switch of the file is skipped, as NCCL does");
      return;
    }
    const catalogue::LinkRate rate = catalogue::local_rate();
    builder_.connect(
        element, {LinkKind::PciPeer, pci_switch.id, *target, 1, rate.bandwidth, {}, rate.origin});
  }

  void join_sockets(const std::vector<DeviceId>& cpus) {
    const std::size_t links = cpus.size() * (cpus.size() - 1);
    if (links > core::kMaxLinks) {
      builder_.problem(builder_.element_of(cpus.front()),
                       fmt::format("{} CPUs in one host", cpus.size()),
                       fmt::format("expected at most {} links between sockets", core::kMaxLinks));
    }
    if (builder_.failed()) return;
    const auto device = [this](DeviceId id) -> const core::Device& { return builder_.device(id); };
    for (Link& link : complete::links_between_sockets(cpus, device)) {
      const xml::Element& element = builder_.element_of(link.from);
      builder_.connect(element, std::move(link));
    }
  }

  Builder& builder_;
  std::map<std::string, DeviceId> nvswitches_;  // by the text of the target
};

}  // namespace

void read_nccl_links(const Devices& devices, Builder& builder) {
  LinkPass(builder).read(devices);
}

}  // namespace treering::hw::formats::nccl_xml
