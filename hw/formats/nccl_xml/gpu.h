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

  /// Fills in the device `id` from the gpu inside `pci`; without one, with what is unknown.
  void read(const xml::Element& pci, core::DeviceId id, int host);

  /// To be called when all are read. GPUs without number get the ones left over, in the order of
  /// their bus ids as NVML numbers them; then each gets its name.
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
