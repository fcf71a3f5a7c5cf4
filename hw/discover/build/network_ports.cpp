#include <fmt/format.h>

#include "core/named_values.h"
#include "core/text/quote.h"
#include "hw/catalogue/adapters.h"
#include "hw/discover/build/chosen.h"

namespace treering::hw::discover::build {
namespace {

using core::Severity;

/// The bus id of the adapter that a function belongs to; "" where the PCI tree does not have it.
std::string adapter_of(const std::string& bus_id, const sources::PciFacts& pci) {
  if (bus_id.empty()) return "";
  std::string first = bus_id;
  first.back() = '0';
  if (pci.functions.contains(first)) return first;
  return pci.functions.contains(bus_id) ? bus_id : "";
}

class PortChoice {
 public:
  explicit PortChoice(const sources::MachineFacts& facts) : facts_(facts) {}

  NetworkPorts choose() {
    for (const sources::Hca& hca : facts_.infiniband.hcas) {
      for (const sources::HcaPort& port : hca.ports) add(hca, port);
    }
    if (!chosen_.ports.empty()) return std::move(chosen_);
    for (const sources::NetInterface& interface : facts_.net.interfaces) add(interface);
    if (!chosen_.ports.empty()) {
      note(Severity::Note, "/sys/class/net",
           "no active RDMA port: network interfaces that are up take their place, as for NCCL's "
           "sockets");
    }
    return std::move(chosen_);
  }

 private:
  void add(const sources::Hca& hca, const sources::HcaPort& port) {
    const std::string where = fmt::format("{} port {}", core::printable(hca.name), port.number);
    if (port.state != "ACTIVE") {
      return note(Severity::Warning, where,
                  fmt::format("left out, as NCCL does: its state is {}",
                              port.state.empty() ? "unknown" : core::in_quotes(port.state)));
    }
    const std::string adapter = adapter_of(hca.bus_id, facts_.pci);
    if (adapter.empty()) {
      return note(Severity::Warning, where, "left out: its PCI device is not visible");
    }
    std::optional<std::int64_t> speed;
    if (port.rate_mbps) speed = port.rate_mbps->value;
    chosen_.ports.push_back({hca.name, adapter, port.number, hca.guid, speed, true, port.link_layer,
                             reaches_gpus(adapter)});
  }

  void add(const sources::NetInterface& interface) {
    const std::string adapter = adapter_of(interface.bus_id, facts_.pci);
    if (!interface.is_up || adapter.empty()) return;
    std::optional<std::int64_t> speed;
    if (interface.speed_mbps) speed = interface.speed_mbps->value;
    chosen_.ports.push_back({interface.name, adapter, 0, 0, speed, false, {}, false});
  }

  /// NCCL 2.28.9, src/graph/topo.cc: by the module, or by dma-buf where driver and adapter both
  /// can.
  std::optional<bool> reaches_gpus(const std::string& adapter) const {
    const sources::PciFact& function = facts_.pci.functions.at(adapter);
    const auto& module = facts_.gpu_direct.has_peermem;
    const auto& dmabuf = facts_.gpu_direct.has_dmabuf;
    // EFA has ways of its own, and NCCL a plugin for it.
    if (core::is_same_name(function.vendor, catalogue::kAmazonVendor)) return {};
    if (module && module->value) return true;
    if (!module || !dmabuf) return {};
    if (!dmabuf->value) return false;
    if (catalogue::takes_dmabuf(function.vendor, function.device)) return true;
    return {};
  }

  void note(Severity severity, std::string where, std::string text) {
    chosen_.notes.push_back({severity, std::move(where), std::move(text)});
  }

  const sources::MachineFacts& facts_;
  NetworkPorts chosen_;
};

}  // namespace

NetworkPorts choose_ports(const sources::MachineFacts& facts) {
  return PortChoice(facts).choose();
}

}  // namespace treering::hw::discover::build
