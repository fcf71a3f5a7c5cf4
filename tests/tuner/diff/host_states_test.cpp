// What hosts report of two machines of the same topology.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/diff/changed.h"

namespace treering::tuner::diff {
namespace host_states_test {

using core::HostState;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Difference> between(const HostState& a, const HostState& b) {
  return compare({{dgx(), 1, {}}, a}, {{dgx(), 1, {}}, b});
}

/// That all slow collectives down.
std::vector<std::string> heavy(const HostState& a, const HostState& b) {
  std::vector<Difference> found = between(a, b);
  std::erase_if(found, [](const auto& one) { return one.weight != Weight::Heavy; });
  return texts(found);
}

std::string bus_id_of(const std::string& name) {
  return NodeBuilder(dgx()).named(name).pci->bus_id;
}

const core::PcieRate kGen5{"32.0 GT/s PCIe", 16};

HostState with_link(const std::string& device, const core::PcieRate& now) {
  HostState host;
  host.pcie_links = {{bus_id_of(device), kGen5, kGen5, now, {}}};
  return host;
}

TEST(HostStates, LanesOfALink) {
  const HostState full = with_link("GPU 1", kGen5);
  EXPECT_THAT(heavy(full, with_link("GPU 1", {"32.0 GT/s PCIe", 4})),
              ElementsAre("GPU 1: runs on 16 of 16 PCIe lanes in A, 4 of 16 PCIe lanes in B"));
  EXPECT_THAT(heavy(with_link("GPU 1", {"", 0}), full), IsEmpty());
  EXPECT_THAT(between(full, HostState()), IsEmpty());
}

// What idles is slow; adapters do not idle.
TEST(HostStates, SpeedOfALink) {
  EXPECT_THAT(between(with_link("GPU 1", kGen5), with_link("GPU 1", {"2.5 GT/s PCIe", 16})),
              IsEmpty());
  EXPECT_THAT(heavy(with_link("NIC 1", {"8.0 GT/s PCIe", 16}), with_link("NIC 1", kGen5)),
              ElementsAre("NIC 1: its PCIe runs at 8 GT/s in A, 32 GT/s in B"));
}

/// Of `count` bridges the first `redirecting` do.
HostState with_acs(int redirecting, int count) {
  HostState host;
  for (int i = 0; i < count; ++i) host.acs.push_back({"", i < redirecting, {}});
  return host;
}

TEST(HostStates, AccessControl) {
  EXPECT_THAT(
      heavy(with_acs(0, 4), with_acs(3, 4)),
      ElementsAre("ACS sends transfers between devices up to the CPU at 0 of 4 PCIe bridges "
                  "in A, 3 of 4 in B"));
  EXPECT_THAT(between(with_acs(0, 4), with_acs(0, 5)), IsEmpty());
  EXPECT_THAT(between(with_acs(3, 4), HostState()), IsEmpty());
}

HostState with_nvlinks(int active, int count) {
  HostState host;
  for (int i = 0; i < count; ++i) host.nvlinks.push_back({3, i, i < active, 4, {}});
  return host;
}

TEST(HostStates, NvLinksThatDoNotWork) {
  EXPECT_THAT(heavy(with_nvlinks(18, 18), with_nvlinks(12, 18)),
              ElementsAre("GPU 3: 18 of 18 NVLinks work in A, 12 of 18 in B"));
  EXPECT_THAT(between(with_nvlinks(18, 18), HostState()), IsEmpty());
}

HostState with_peers(core::PeerAccess access) {
  HostState host;
  host.peers = {{0, 1, access, {}}, {1, 0, core::PeerAccess::Ok, {}}};
  return host;
}

TEST(HostStates, GpusThatDoNotReachEachOther) {
  using core::PeerAccess;
  EXPECT_THAT(heavy(with_peers(PeerAccess::Ok), with_peers(PeerAccess::Disabled)),
              ElementsAre("GPU 0 and GPU 1: reach each other's memory: yes in A, no in B"));
  EXPECT_THAT(between(with_peers(PeerAccess::Ok), with_peers(PeerAccess::Unknown)), IsEmpty());
}

// A built-in machine reports no ports' state.
TEST(HostStates, PortsThatAreDownOnOneOnly) {
  HostState host;
  host.ports = {{.device = "mlx5_0", .state = "ACTIVE"}, {.device = "mlx5_1", .state = "DOWN"}};
  EXPECT_THAT(heavy(HostState(), host), IsEmpty());
  EXPECT_THAT(texts(between(HostState(), host)),
              ElementsAre(::testing::MatchesRegex("mlx5_1 port .: DOWN in B, unknown in A")));
  EXPECT_THAT(texts(between(host, HostState())),
              ElementsAre(::testing::MatchesRegex("mlx5_1 port .: DOWN in A, unknown in B")));
}

/// An adapter at an address, under some name.
HostState with_port(const std::string& device, const std::string& bus_id, const std::string& state,
                    const std::string& firmware) {
  HostState host;
  host.ports = {{.device = device, .state = state, .link_layer = "InfiniBand"}};
  host.ports[0].bus_id = bus_id;
  host.ports[0].firmware = firmware;
  return host;
}

TEST(HostStates, PortsAreThoseOfTheSameAdapterWhateverItsName) {
  const HostState one = with_port("mlx5_0", "0000:18:00.0", "ACTIVE", "28.39.1002");
  EXPECT_THAT(between(one, with_port("ibp24s0", "0000:18:00.0", "ACTIVE", "28.39.1002")),
              IsEmpty());
  EXPECT_THAT(texts(between(one, with_port("ibp24s0", "0000:18:00.0", "DOWN", "28.36.1010"))),
              ElementsAre("mlx5_0 port 1: ACTIVE in A, DOWN in B",
                          "mlx5_0: firmware: 28.39.1002 in A, 28.36.1010 in B"));
  HostState ethernet = one;
  ethernet.ports[0].link_layer = "Ethernet";
  EXPECT_THAT(heavy(one, ethernet), ElementsAre("mlx5_0 port 1: InfiniBand in A, Ethernet in B"));
}

HostState with_vbios(const std::string& model, const std::string& vbios) {
  HostState host;
  host.gpus = {{.gpu = 2, .model = model}};
  host.gpus[0].vbios = vbios;
  return host;
}

TEST(HostStates, FirmwareOfGpusOfOneModel) {
  const HostState one = with_vbios("NVIDIA H100 80GB HBM3", "96.00.89.00.01");
  EXPECT_THAT(texts(between(one, with_vbios("NVIDIA H100 80GB HBM3", "96.00.68.00.01"))),
              ElementsAre("GPU 2: VBIOS: 96.00.89.00.01 in A, 96.00.68.00.01 in B"));
  EXPECT_THAT(between(one, with_vbios("NVIDIA H100 80GB HBM3", "")), IsEmpty());
  EXPECT_THAT(texts(between(one, with_vbios("NVIDIA H200", "96.00.99.00.01"))),
              ElementsAre("GPU 2: NVIDIA H100 80GB HBM3 in A, NVIDIA H200 in B"));
}

HostState with_gpu(std::optional<bool> has_mig, std::optional<bool> in_fabric) {
  HostState host;
  core::GpuState gpu;
  gpu.gpu = 2;
  gpu.has_mig = has_mig;
  gpu.in_fabric = in_fabric;
  host.gpus = {gpu};
  return host;
}

TEST(HostStates, PartsOfGpusAndTheirFabric) {
  EXPECT_THAT(heavy(with_gpu(false, true), with_gpu(true, false)),
              ElementsAre("GPU 2: is in MIG mode: no in A, yes in B",
                          "GPU 2: is registered with its NVLink fabric: yes in A, no in B"));
  EXPECT_THAT(between(with_gpu(true, false), with_gpu({}, {})), IsEmpty());
}

/// As discovery has it: with the release of the kernel, which nothing else reports.
HostState asked() {
  HostState host;
  host.kernel = core::Figure<std::string>{"5.15.0", {}};
  return host;
}

TEST(HostStates, AMachineThatWasAskedReportsWhatIsNotSet) {
  HostState host = asked();
  host.variables = {{"NCCL_IB_DISABLE", "1", {}}};
  host.plugins = {{"net", "libnccl-net.so", "AWS", {}, true}};
  host.hypervisor = core::Figure<std::string>{"KVM", {}};
  EXPECT_THAT(texts(between(asked(), host)), ElementsAre("NCCL_IB_DISABLE: not set in A, 1 in B",
                                                         "net plugin libnccl-net.so: in B only",
                                                         "hypervisor: none in A, KVM in B"));
  EXPECT_THAT(between(HostState(), host), IsEmpty());
}

// One host loads a plugin, the other does not find it.
TEST(HostStates, NetworksOfTheirRuns) {
  HostState one;
  one.networks = {{"a", "IBext_v8", {}}};
  HostState other;
  other.networks = {{"b", "IB", {}}};
  EXPECT_THAT(texts(between(one, other)),
              ElementsAre("network of its runs: IBext_v8 in A, IB in B"));
  EXPECT_THAT(between(one, HostState()), IsEmpty());
  other.networks.push_back({"b", "IBext_v8", {}});
  EXPECT_THAT(between(one, other), IsEmpty());
}

TEST(HostStates, VariablesOfWhatIsWritten) {
  HostState host = asked();
  host.variables = {{"NCCL_DEBUG", "INFO", {}}, {"NCCL_TOPO_DUMP_FILE", "t.xml", {}}};
  EXPECT_THAT(heavy(asked(), host), IsEmpty());
  EXPECT_EQ(between(asked(), host).size(), 2U);
}

}  // namespace host_states_test
}  // namespace treering::tuner::diff
