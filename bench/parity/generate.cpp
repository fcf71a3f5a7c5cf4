#include "bench/parity/generate.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

namespace treering::parity {

namespace {

constexpr std::array<const char*, 11> kLevels{"LOC", "PORT", "PIX", "PXB", "P2C", "PXN",
                                              "PHB", "SYS",  "pix", "PIX", "PHB"};

void give_ports(Machine& machine, Dice& dice) {
  const bool is_mixed = dice.chance(30);
  const bool has_functions = dice.chance(50);
  const int ports = dice.one_of(std::array{1, 2, 2, 2, 2, 4, 5});
  for (NicSpec& nic : machine.nics) {
    nic.ports = is_mixed ? 1 + dice.below(5) : ports;
    nic.has_functions = is_mixed ? dice.chance(50) : has_functions;
  }
}

}  // namespace

bool speaks_of_joining(const std::vector<std::string>& environment) {
  return std::ranges::any_of(environment, [](const std::string& variable) {
    return variable.starts_with("NCCL_IB_MERGE_NICS=") ||
           variable.starts_with("NCCL_NET_MERGE_LEVEL=");
  });
}

Question with_joining(Question question, std::uint64_t seed) {
  // Another row of numbers than that of the machine.
  Dice dice(seed ^ 0x9e3779b97f4a7c15ULL);
  give_ports(question.machine, dice);
  question.collnet = false;  // the plugin that joins does not reduce
  if (dice.chance(40)) {
    question.environment.emplace_back(dice.chance(15) ? "NCCL_IB_MERGE_NICS=0"
                                                      : "NCCL_IB_MERGE_NICS=1");
  }
  if (dice.chance(60) || !speaks_of_joining(question.environment)) {
    const int level = dice.below(static_cast<int>(kLevels.size()));
    question.environment.push_back(std::string("NCCL_NET_MERGE_LEVEL=") +
                                   kLevels.at(static_cast<std::size_t>(level)));
  }
  return question;
}

namespace {

constexpr int kMaxRanks = 32;  // the real library takes a process per rank

CpuKind cpu_for(int compute_capability, Dice& dice) {
  if (compute_capability >= 90 && dice.chance(25)) return CpuKind::Grace;
  if (compute_capability == 70 && dice.chance(30)) return CpuKind::Power9;
  constexpr std::array kUsual{CpuKind::Skylake, CpuKind::SapphireRapids, CpuKind::Rome};
  if (dice.chance(8)) return static_cast<CpuKind>(dice.below(kCpuKinds));
  return kUsual[static_cast<std::size_t>(dice.below(3))];
}

Fabric fabric_for(int gpus, Dice& dice) {
  if (gpus == 1) return Fabric::None;
  if (gpus == 8 && dice.chance(12)) return Fabric::HybridCube;
  constexpr std::array<int, 9> kOften{
      static_cast<int>(Fabric::None),     static_cast<int>(Fabric::None),
      static_cast<int>(Fabric::NvSwitch), static_cast<int>(Fabric::NvSwitch),
      static_cast<int>(Fabric::NvSwitch), static_cast<int>(Fabric::Mesh),
      static_cast<int>(Fabric::Pairs),    static_cast<int>(Fabric::Ring),
      static_cast<int>(Fabric::Uneven)};
  return static_cast<Fabric>(dice.one_of(kOften));
}

int nvlinks_for(Fabric fabric, int gpus, Dice& dice) {
  if (fabric == Fabric::NvSwitch) return dice.one_of(std::array{6, 12, 18});
  if (fabric == Fabric::Mesh) return 1 + dice.below(gpus <= 4 ? 4 : 2);
  return 1 + dice.below(4);
}

/// CPUs, each with the same number of switches, at times with a second level below the first.
std::vector<Place> places_for(Dice& dice) {
  const int cpus = dice.one_of(std::array{1, 1, 2, 2, 2, 4});
  const int switches = dice.one_of(std::array{0, 1, 2, 2, 4});
  const bool has_second_level = dice.chance(25);
  std::vector<Place> places(static_cast<std::size_t>(cpus));
  for (int cpu = 0; cpu < cpus; ++cpu) {
    for (int i = 0; i < switches; ++i) {
      places.push_back({cpu});
      if (has_second_level) places.push_back({static_cast<int>(places.size()) - 1});
    }
  }
  return places;
}

/// The places that hold no other place: where devices are plugged in.
std::vector<int> leaves(const std::vector<Place>& places) {
  std::vector<int> found;
  for (int place = 0; place < static_cast<int>(places.size()); ++place) {
    const bool has_child =
        std::ranges::any_of(places, [&](const Place& other) { return other.parent == place; });
    if (!has_child) found.push_back(place);
  }
  return found;
}

int some_place(const Machine& machine, Dice& dice) {
  return dice.below(static_cast<int>(machine.places.size()));
}

void add_gpus(Machine& machine, int count, Dice& dice) {
  const std::vector<int> homes = leaves(machine.places);
  const bool is_regular = dice.chance(80);
  const bool has_c2c = machine.cpu == CpuKind::Grace && dice.chance(80);
  const bool has_cpu_nvlink = machine.cpu == CpuKind::Power9 && dice.chance(80);
  const bool has_rdma = dice.chance(90);
  const auto per_home = (static_cast<std::size_t>(count) + homes.size() - 1) / homes.size();
  for (int gpu = 0; gpu < count; ++gpu) {
    GpuSpec spec;
    spec.place =
        is_regular ? homes[static_cast<std::size_t>(gpu) / per_home] : some_place(machine, dice);
    spec.c2c = has_c2c;
    spec.nvlinks_to_cpu = has_cpu_nvlink ? machine.nvlinks : 0;
    spec.direct_rdma = has_rdma;
    machine.gpus.push_back(spec);
  }
  machine.gpu_order.resize(static_cast<std::size_t>(count));
  std::iota(machine.gpu_order.begin(), machine.gpu_order.end(), 0);
  if (dice.chance(15))
    std::ranges::rotate(machine.gpu_order, machine.gpu_order.begin() + count / 2);
}

NicSpec random_nic(int place, Dice& dice) {
  NicSpec nic;
  nic.place = place;
  nic.speed_mbps =
      dice.one_of(std::array{10000, 25000, 100000, 100000, 200000, 200000, 400000, 400000, 800000});
  nic.ports = dice.chance(12) ? 2 : 1;
  nic.pcie_width = dice.chance(10) ? 8 : 16;
  nic.direct_rdma = dice.chance(90);
  return nic;
}

/// Beside the GPUs, one for each or for some; else anywhere.
int place_of_nic(const Machine& machine, int nic, bool is_near, Dice& dice) {
  if (!is_near) return some_place(machine, dice);
  return machine.gpus[static_cast<std::size_t>(nic) % machine.gpus.size()].place;
}

void add_nics(Machine& machine, Dice& dice) {
  const auto gpus = static_cast<int>(machine.gpus.size());
  const int count = dice.chance(45) ? std::min(gpus, 10) : dice.below(11);
  const bool is_near = dice.chance(60);
  const bool is_mixed = dice.chance(30);
  const NicSpec model = random_nic(0, dice);
  for (int nic = 0; nic < count; ++nic) {
    const int place = place_of_nic(machine, nic, is_near, dice);
    NicSpec spec = is_mixed ? random_nic(place, dice) : model;
    spec.place = place;
    machine.nics.push_back(spec);
  }
}

Machine random_machine(Dice& dice) {
  Machine machine;
  machine.compute_capability = dice.one_of(std::array{70, 75, 80, 80, 86, 89, 90, 90, 100, 100});
  machine.cpu = cpu_for(machine.compute_capability, dice);
  machine.pcie_gen = 3 + dice.below(4);
  machine.places = places_for(dice);
  const int gpus = dice.chance(60) ? dice.one_of(std::array{2, 4, 8, 8, 16}) : 1 + dice.below(16);
  machine.fabric = fabric_for(gpus, dice);
  machine.nvlinks = nvlinks_for(machine.fabric, gpus, dice);
  add_gpus(machine, gpus, dice);
  add_nics(machine, dice);
  return machine;
}

/// Some GPUs in an order of their own; empty in most cases.
std::vector<int> random_devices(int gpus, Dice& dice) {
  if (gpus < 2 || !dice.chance(20)) return {};
  std::vector<int> devices(static_cast<std::size_t>(gpus));
  std::iota(devices.begin(), devices.end(), 0);
  if (dice.chance(50)) std::ranges::rotate(devices, devices.begin() + dice.below(gpus));
  devices.resize(static_cast<std::size_t>(1 + dice.below(gpus)));
  return devices;
}

int rank_count_of_node(const Question& question) {
  return static_cast<int>(question.devices.empty() ? question.machine.gpus.size()
                                                   : question.devices.size());
}

/// Whether hosts like this are sold with NVLink between them.
bool can_be_nvlink_domain(const Question& question) {
  const Machine& machine = question.machine;
  return machine.compute_capability >= 90 && machine.fabric == Fabric::NvSwitch &&
         question.nodes > 1 && question.devices.empty() && !question.collnet;
}

template <class Value>
bool drop_last(std::vector<Value>& values) {
  if (values.empty()) return false;
  values.pop_back();
  return true;
}

bool halve_gpus(Machine& machine) {
  const std::size_t half = machine.gpus.size() / 2;
  if (half == 0) return false;
  machine.gpus.resize(half);
  std::erase_if(machine.gpu_order, [&](int gpu) { return gpu >= static_cast<int>(half); });
  return true;
}

bool drop_gpu(Machine& machine) {
  if (machine.gpus.size() < 2) return false;
  machine.gpus.pop_back();
  std::erase(machine.gpu_order, static_cast<int>(machine.gpus.size()));
  return true;
}

/// Empty switches go, and what is below the last switch moves to its parent.
bool drop_place(Machine& machine) {
  const int last = static_cast<int>(machine.places.size()) - 1;
  const int parent = machine.places.back().parent;
  if (last == 0) return false;
  const int home = std::max(parent, 0);
  for (GpuSpec& gpu : machine.gpus) {
    if (gpu.place == last) gpu.place = home;
  }
  for (NicSpec& nic : machine.nics) {
    if (nic.place == last) nic.place = home;
  }
  machine.places.pop_back();
  return true;
}

bool make_plain(Question& question) {
  const Question before = question;
  question.machine.cpu = CpuKind::Skylake;
  std::ranges::sort(question.machine.gpu_order);
  for (NicSpec& nic : question.machine.nics) {
    nic = NicSpec{.place = nic.place, .speed_mbps = nic.speed_mbps};
  }
  return question != before;
}

}  // namespace

Question random_question(std::uint64_t seed) {
  Dice dice(seed);
  Question question;
  question.machine = random_machine(dice);
  question.devices = random_devices(static_cast<int>(question.machine.gpus.size()), dice);
  if (!question.machine.nics.empty()) {
    question.nodes = dice.one_of(std::array{1, 2, 2, 3, 4, 8, 16});
    if (question.nodes >= 8 && dice.chance(40)) question.devices = {0};  // one GPU per node
  }
  while (question.nodes > 1 && question.nodes * rank_count_of_node(question) > kMaxRanks) {
    --question.nodes;
  }
  question.multicast = dice.chance(75);
  question.collnet = question.nodes > 1 && dice.chance(12);
  if (dice.chance(40)) question.environment = random_variables(dice);
  // The plugin that joins does not reduce.
  if (speaks_of_joining(question.environment)) question.collnet = false;
  question.nvlink_domain = can_be_nvlink_domain(question) && dice.chance(60);
  return question;
}

std::vector<Question> smaller(const Question& question) {
  std::vector<Question> found;
  const auto offer = [&](auto&& change) {
    Question next = question;
    if (change(next) && next != question) found.push_back(std::move(next));
  };
  offer([](Question& q) { return std::exchange(q.nodes, 1) != 1; });
  offer([](Question& q) { return q.nodes > 2 && (q.nodes = 2); });
  offer([](Question& q) { return q.nodes > 3 && (q.nodes = 3); });
  offer([](Question& q) { return q.devices.empty() && halve_gpus(q.machine); });
  offer([](Question& q) { return !std::exchange(q.devices, {}).empty(); });
  offer([](Question& q) { return q.devices.empty() && drop_gpu(q.machine); });
  offer([](Question& q) { return drop_last(q.devices) && !q.devices.empty(); });
  offer([](Question& q) { return drop_last(q.machine.nics); });
  offer([](Question& q) {
    if (q.machine.nics.empty()) return false;
    q.machine.nics.erase(q.machine.nics.begin());
    return true;
  });
  offer([](Question& q) { return drop_place(q.machine); });
  offer([](Question& q) { return std::exchange(q.machine.fabric, Fabric::None) != Fabric::None; });
  offer([](Question& q) { return std::exchange(q.collnet, false); });
  offer([](Question& q) { return std::exchange(q.multicast, false); });
  offer([](Question& q) { return std::exchange(q.nvlink_domain, false); });
  offer([](Question& q) { return drop_last(q.environment); });
  offer(make_plain);
  return found;
}

}  // namespace treering::parity
