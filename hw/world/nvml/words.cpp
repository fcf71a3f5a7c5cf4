#include <array>

#include "core/named_values.h"
#include "hw/world/nvml/json.h"

namespace treering::hw::world::nvml {
namespace {

template <class Enum>
struct Word {
  Enum value;
  std::string_view name;
};

constexpr std::array kRemotes{
    Word<NvmlRemote>{NvmlRemote::Gpu, "gpu"},
    Word<NvmlRemote>{NvmlRemote::Npu, "npu"},
    Word<NvmlRemote>{NvmlRemote::Switch, "switch"},
    Word<NvmlRemote>{NvmlRemote::Unknown, "unknown"},
};
static_assert(core::is_in_enum_order(kRemotes));

constexpr std::array kStates{
    Word<NvmlFabricState>{NvmlFabricState::Unsupported, "unsupported"},
    Word<NvmlFabricState>{NvmlFabricState::NotStarted, "not_started"},
    Word<NvmlFabricState>{NvmlFabricState::InProgress, "in_progress"},
    Word<NvmlFabricState>{NvmlFabricState::Completed, "completed"},
};
static_assert(core::is_in_enum_order(kStates));

using core::PeerAccess;
constexpr std::array kAccesses{
    Word<PeerAccess>{PeerAccess::Ok, "ok"},
    Word<PeerAccess>{PeerAccess::Chipset, "chipset"},
    Word<PeerAccess>{PeerAccess::Gpu, "gpu"},
    Word<PeerAccess>{PeerAccess::Topology, "topology"},
    Word<PeerAccess>{PeerAccess::Disabled, "disabled"},
    Word<PeerAccess>{PeerAccess::Unsupported, "unsupported"},
    Word<PeerAccess>{PeerAccess::Unknown, "unknown"},
    Word<PeerAccess>{PeerAccess::Refused, "refused"},
    Word<PeerAccess>{PeerAccess::Cuda, "cuda"},
};
static_assert(core::is_in_enum_order(kAccesses));

}  // namespace

std::string_view name_of(NvmlRemote remote) {
  return kRemotes.at(static_cast<std::size_t>(remote)).name;
}
std::string_view name_of(NvmlFabricState state) {
  return kStates.at(static_cast<std::size_t>(state)).name;
}
std::string_view name_of(PeerAccess access) {
  return kAccesses.at(static_cast<std::size_t>(access)).name;
}

core::Result<NvmlRemote> parse_nvml_remote(std::string_view text) {
  return core::parse_name("remote", text, kRemotes);
}
core::Result<NvmlFabricState> parse_nvml_fabric_state(std::string_view text) {
  return core::parse_name("state", text, kStates);
}
core::Result<PeerAccess> parse_peer_access(std::string_view text) {
  return core::parse_name("access", text, kAccesses);
}

}  // namespace treering::hw::world::nvml
