// The CPUs of an hwloc XML: one for each NUMA node with cores, as NCCL has them.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/machine.h"
#include "hw/formats/hwloc/words.h"

namespace treering::hw::formats::hwloc {

class HwlocCpus {
 public:
  HwlocCpus(const HwlocMachine& machine, HwlocDraft& draft) : machine_(machine), draft_(draft) {}

  /// Adds the devices. Problems go to the draft.
  void add();

  /// The CPU of what hangs below `holder`; where that has several or none, the first, with a note
  /// on `object`.
  core::DeviceId near(const xml::XmlElement* holder, const xml::XmlElement& object);

  /// The first CPU of a package; kNoDevice for none.
  core::DeviceId of_package(const xml::XmlElement& package) const;

  /// All of them, each with each.
  void connect();

 private:
  struct Node {
    HwlocCpuSet cpus;
    core::DeviceId id = core::kNoDevice;
  };

  const HwlocCpuSet& cpus_of(const xml::XmlElement& object);
  bool is_memory_only(const xml::XmlElement& node, const HwlocCpuSet& cpus) const;
  const xml::XmlElement* package_of(const HwlocCpuSet& cpus);
  void add_cpu(const xml::XmlElement& element, const HwlocCpuSet& cpus);
  core::Cpu read_package(const xml::XmlElement* package, core::Device& device);
  void read_arch(const xml::XmlElement* package, core::Cpu& cpu, core::Device& device);

  const HwlocMachine& machine_;
  HwlocDraft& draft_;
  std::vector<Node> nodes_;
  std::unordered_map<const xml::XmlElement*, HwlocCpuSet> sets_;  // read so far
};

}  // namespace treering::hw::formats::hwloc
