#include "report/link_title.h"

namespace treering::report {

std::string_view title_of(core::LinkKind kind) {
  switch (kind) {
    case core::LinkKind::NvLink:
      return "NVLink";
    case core::LinkKind::C2C:
      return "C2C";
    case core::LinkKind::Pcie:
      return "PCIe";
    case core::LinkKind::PciPeer:
      return "PCIe peer";
    case core::LinkKind::InterSocket:
      return "inter-socket";
    case core::LinkKind::InfiniBand:
      return "InfiniBand";
    case core::LinkKind::RoCE:
      return "RoCE";
    case core::LinkKind::Ethernet:
      return "Ethernet";
  }
  return "";
}

}  // namespace treering::report
