#include "app/setup/guesses.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "app/setup/setup.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/topology/edited_topology.h"
#include "core/topology/topology.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/complete/unknown.h"

namespace treering::app::setup {
namespace {

using What = Guess::What;

/// A name that is a description of several words would run into the sentence.
std::string name_in_sentence(const Setup& setup) {
  const std::string name(setup.cluster.node.name());
  return name.find(',') == std::string::npos ? name : fmt::format("'{}'", name);
}

std::optional<Guess> guess_of_nvlinks(const Setup& setup) {
  const auto unknown = hw::complete::unknown_nvlinks(setup.cluster.node, setup.host);
  if (!unknown) return {};
  const bool is_too_many = unknown->doubt == hw::complete::NvlinkDoubt::TooMany;
  return Guess{
      What::Nvlinks,
      fmt::format("NVLinks of {} are unknown: {}", name_in_sentence(setup),
                  core::printable(unknown->why)),
      is_too_many ? "NCCL and treering count them all the same" : "They are counted as none",
      is_too_many ? "give the text of nvidia-smi topo -m, taken on the host and not in a guest"
                  : "give the file that NCCL writes to NCCL_TOPO_DUMP_FILE, or the texts of "
                    "nvidia-smi topo -m and nvidia-smi -L in one file",
      is_too_many};
}

constexpr std::string_view kGiveDump = "give the file that NCCL writes to NCCL_TOPO_DUMP_FILE";

/// "Hopper (compute capability 9.0)".
std::string generation_of(const core::Device& gpu) {
  return hw::catalogue::gpu_generation(std::get<core::Gpu>(gpu.info).compute_capability);
}

std::optional<Guess> guess_of_gpus(const Setup& setup) {
  const core::Device* gpu = hw::complete::unknown_gpu(setup.cluster.node);
  if (gpu == nullptr) return {};
  const std::string model = core::printable(hw::catalogue::model_of_source(*gpu));
  const bool is_nothing_taken =
      model.empty() && std::get<core::Gpu>(gpu->info).compute_capability == 0;
  if (!core::is_assumed(*gpu, "extra/model") && hw::catalogue::is_cut_name(model)) {
    return Guess{
        What::Gpus,
        fmt::format("Which GPUs these are is unknown: the text cuts their name, {}", model),
        fmt::format("{} is assumed", generation_of(*gpu)),
        "give the text of nvidia-smi -L, which has it whole", true};
  }
  if (!model.empty() && !core::is_assumed(*gpu, "extra/model")) {
    return Guess{What::Gpus, fmt::format("treering does not know the GPU model {}", model),
                 fmt::format("{} is assumed", generation_of(*gpu)), std::string(kGiveDump), true};
  }
  return Guess{What::Gpus,
               fmt::format("Which GPUs these are is unknown: no model of {} is named", gpu->name),
               is_nothing_taken
                   ? ""
                   : fmt::format("{} is assumed", model.empty() ? generation_of(*gpu) : model),
               fmt::format("{}, or the texts of nvidia-smi topo -m and nvidia-smi -L in one file",
                           kGiveDump),
               true};
}

std::optional<Guess> guess_of_rates(const Setup& setup) {
  if (setup.cluster.node_count < 2) return {};
  const core::Device* port = hw::complete::port_of_unknown_rate(setup.cluster.node);
  if (port == nullptr) return {};
  return Guess{
      What::PortRates, fmt::format("The rate of port {} is unknown", port->name),
      fmt::format("{} Gbit/s are assumed", std::get<core::NicPort>(port->info).speed_mbps / 1000),
      fmt::format("give it with {}", core::field("nic-rate")), true};
}

What what_of(OpenFact::What what) {
  return what == OpenFact::What::Cpu ? What::Cpu : What::PcieRate;
}

Guess guess_of(const OpenFact& doubt) {
  return Guess{what_of(doubt.what),
               doubt.what == OpenFact::What::Cpu
                   ? "The CPU is unknown: the source names none"
                   : "The rate of the PCIe slots is unknown: the source does not say it",
               fmt::format("{} is assumed", doubt.taken), std::string(kGiveDump), true};
}

std::optional<Guess> guess_of_order(const Setup& setup) {
  const core::Fabric& fabric = setup.cluster.fabric;
  const bool is_unknown = fabric.order.kind == core::NodeOrder::Kind::Unknown;
  if (!is_unknown || core::leaves_by_node(fabric, setup.cluster.node_count).empty()) return {};
  return Guess{What::NodeOrder, "The order of nodes under leaf switches is unknown",
               "Each next node is taken to be under another leaf",
               fmt::format("give it with {}", core::field("node-order")), false};
}

std::string_view name_of(Guess::What what) {
  switch (what) {
    case What::Nvlinks:
      return "nvlinks";
    case What::Gpus:
      return "gpus";
    case What::PortRates:
      return "port_rates";
    case What::Cpu:
      return "cpu";
    case What::PcieRate:
      return "pcie_rate";
    case What::NodeOrder:
      return "node_order";
  }
  return "";
}

}  // namespace

std::vector<Guess> guesses_of(const Setup& setup) {
  std::vector<Guess> guesses;
  for (auto& guess : {guess_of_nvlinks(setup), guess_of_gpus(setup), guess_of_rates(setup),
                      guess_of_order(setup)}) {
    if (guess) guesses.push_back(*guess);
  }
  std::ranges::transform(setup.doubts, std::back_inserter(guesses), guess_of);
  return guesses;
}

std::vector<std::string_view> names_of(const std::vector<Guess>& guesses) {
  std::vector<std::string_view> names;
  for (const Guess& guess : guesses) names.push_back(name_of(guess.what));
  return names;
}

std::string_view name_of(OpenFact::What what) {
  return name_of(what_of(what));
}

bool is_guess(const Setup& setup) {
  return !guesses_of(setup).empty();
}

bool may_be_faster_than_real(const Setup& setup) {
  return std::ranges::any_of(guesses_of(setup), &Guess::may_be_faster);
}

void confirm_gpus(Setup& setup, std::string_view driver_name) {
  const hw::catalogue::GpuModel* named = hw::catalogue::nvlink_model_of(driver_name);
  if (named == nullptr) return;
  setup.cluster.node = core::with_devices(setup.cluster.node, [&](core::Device& device) {
    if (device.kind() != core::DeviceKind::Gpu) return;
    if (hw::catalogue::nvlink_model_of(hw::catalogue::model_of_source(device)) != named) return;
    std::erase(device.assumed, "compute_capability");
  });
}

}  // namespace treering::app::setup
