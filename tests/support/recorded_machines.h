// Machines as Linux shows them, made by tests: files, folders and links of /sys and /proc.
#pragma once

#include <string>
#include <vector>

#include "hw/world/recording/recording.h"

namespace treering::support {

/// What sysfs says of a PCI device. An empty text is a file that is not there.
struct RecordedPci {
  std::string class_code;
  std::string vendor;
  std::string device;
  std::string speed = "16.0 GT/s PCIe";
  int width = 16;
  int numa = 0;
  int current_width = 0;  // 0: as width
};

class RecordedMachine {
 public:
  void text(const std::string& path, const std::string& text) { recording_.texts[path] = text; }
  void denied(const std::string& path);

  /// \param path below /sys/devices, "pci0000:16/0000:16:01.0"; its last name is the bus id
  void pci(const std::string& path, const RecordedPci& device);
  /// \param path that of its PCI device
  void hca(const std::string& name, const std::string& path, const std::string& rate,
           const std::string& guid);
  void interface(const std::string& name, const std::string& path, int speed);
  void numa(int node, const std::string& cpumap);
  void cpuinfo(const std::string& vendor, int family, int model);

  hw::world::recording::Recording& recording() { return recording_; }

 private:
  hw::world::recording::Recording recording_;
};

/// The same with all that says how it is set: a driver of open modules, GPUDirect RDMA by module,
/// no IOMMU, 512 GiB of memory, the root's view of its bridges, variables of the process.
RecordedMachine set_up_dgx();

/// Two A100 SXM4 and two HDR adapters below one switch of socket 0, as a quarter of a DGX A100.
RecordedMachine dgx_like();

/// The same without /sys/class/infiniband, as a container may see it.
RecordedMachine container();

/// Two T4 of a virtual machine right below its only root complex, without link speeds.
RecordedMachine virtual_machine();

}  // namespace treering::support
