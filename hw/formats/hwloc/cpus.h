// The CPUs of an hwloc XML: one for each NUMA node with cores, as NCCL has them.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/objects.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {

class Cpus {
 public:
  Cpus(const Machine& machine, Builder& builder) : machine_(machine), builder_(builder) {}

  /// Adds the devices. Problems go to the builder.
  void add();

  /// The CPU that `holder` belongs to; where it has several or none, the first, with a note on
  /// `object`.
  core::DeviceId near(const xml::Element* holder, const xml::Element& object);

  /// The first CPU of a package; kNoDevice for none.
  core::DeviceId of_package(const xml::Element& package) const;

  /// Links between all CPUs, each with each.
  void connect();

 private:
  struct Node {
    CpuSet cpus;
    core::DeviceId id = core::kNoDevice;
  };

  const CpuSet& cpus_of(const xml::Element& object);
  bool is_memory_only(const xml::Element& node, const CpuSet& cpus) const;
  const xml::Element* package_of(const CpuSet& cpus);
  void add_cpu(const xml::Element& element, const CpuSet& cpus);
  core::Cpu read_package(const xml::Element* package, core::Device& device);
  void read_arch(const xml::Element* package, core::Cpu& cpu, core::Device& device);

  const Machine& machine_;
  Builder& builder_;
  std::vector<Node> nodes_;
  std::unordered_map<const xml::Element*, CpuSet> sets_;  // read so far
};

}  // namespace treering::hw::formats::hwloc
