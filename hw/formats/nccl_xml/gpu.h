// The gpu elements of an NCCL XML.
#pragma once

#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {

class Builder;

class Gpus {
 public:
  explicit Gpus(Builder& builder) : builder_(builder) {}

  /// Fills in the device `id` from the gpu inside `pci`; without one, marks its facts as unknown.
  void read(const xml::Element& pci, core::DeviceId id, int host);

  /// Call it when all are read: gives GPUs without a number the free ones, by bus id as NVML does,
  /// then names all.
  void finish();

 private:
  struct Read {
    core::DeviceId id;
    int host;
    bool has_index;
  };

  void number_rest();

  Builder& builder_;
  std::vector<Read> gpus_;
};

}  // namespace treering::hw::formats::nccl_xml
