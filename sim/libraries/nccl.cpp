// NCCL. Which way it takes by itself is the answer of a plan (sim/nccl/call), not of a table.
#include <array>
#include <map>

#include "sim/algorithms/registry.h"
#include "sim/libraries/library.h"

namespace treering::sim::libraries {
namespace {

using core::Collective;

std::span<const std::string_view> nccl_algorithms(Collective collective) {
  static const auto kNames = [] {
    std::map<Collective, std::vector<std::string_view>> names;
    for (const algorithms::Entry* const entry : algorithms::known_to_nccl()) {
      for (const Collective one : core::all_collectives()) {
        if (entry->rules->offers(one)) names[one].push_back(entry->name);
      }
    }
    return names;
  }();
  const auto found = kNames.find(collective);
  if (found == kNames.end()) return {};
  return found->second;
}

std::optional<std::string_view> nccl_own_choice(Collective /*collective*/, std::uint64_t /*bytes*/,
                                                int /*ranks*/) {
  return std::nullopt;
}

constexpr std::array<std::string_view, 3> kNcclSettings{"env", "nccl.conf", "tuner-csv"};

}  // namespace

Entry nccl_entry() {
  Entry entry;
  entry.name = "nccl";
  entry.title = "NCCL";
  entry.memories = {
      {"GPU", every_collective(),
       "use it for all data on NVIDIA GPUs; it alone has NVLink, NVSwitch and GPUDirect RDMA in "
       "all of them; before 2.28, alltoall, gather and scatter are grouped sends and receives"},
      {"CPU", {}, "it takes GPU memory alone"},
  };
  entry.has_shared_memory = true;
  entry.algorithms = nccl_algorithms;
  entry.own_choice = nccl_own_choice;
  entry.settings = kNcclSettings;
  return entry;
}

}  // namespace treering::sim::libraries
