// The CPUs of an hwloc XML: one for each NUMA node with cores, as NCCL has them.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/topology.h"
#include "hw/formats/hwloc_draft.h"
#include "hw/formats/hwloc_machine.h"
#include "hw/formats/hwloc_words.h"

namespace treering::hw {

class HwlocCpus {
 public:
  HwlocCpus(const HwlocMachine& machine, HwlocDraft& draft) : machine_(machine), draft_(draft) {}

  /// Adds the devices. Problems go to the draft.
  void add();

  /// The CPU of what hangs below `holder`; where that has several or none, the first, with a note
  /// on `object`.
  core::DeviceId near(const XmlElement* holder, const XmlElement& object);

  /// The first CPU of a package; kNoDevice for none.
  core::DeviceId of_package(const XmlElement& package) const;

  /// All of them, each with each.
  void connect();

 private:
  struct Node {
    HwlocCpuSet cpus;
    core::DeviceId id = core::kNoDevice;
  };

  const HwlocCpuSet& cpus_of(const XmlElement& object);
  bool is_memory_only(const XmlElement& node, const HwlocCpuSet& cpus) const;
  const XmlElement* package_of(const HwlocCpuSet& cpus);
  void add_cpu(const XmlElement& element, const HwlocCpuSet& cpus);
  core::Cpu read_package(const XmlElement* package, core::Device& device);
  void read_arch(const XmlElement* package, core::Cpu& cpu, core::Device& device);

  const HwlocMachine& machine_;
  HwlocDraft& draft_;
  std::vector<Node> nodes_;
  std::unordered_map<const XmlElement*, HwlocCpuSet> sets_;  // read so far
};

}  // namespace treering::hw
