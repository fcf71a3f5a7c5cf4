#include "core/host_state/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "core/topology/json.h"

namespace treering::core {
namespace json_test {

using ::testing::HasSubstr;

constexpr Origin::Kind kRead = Origin::Kind::Discovered;

/// A host state with a value in every field.
HostState full() {
  HostState host;
  const Origin origin{kRead, "/sys/file"};
  host.pcie_links = {{"0000:07:00.0", {"16.0 GT/s PCIe", 16}, {"32.0 GT/s PCIe", 16}, {}, origin}};
  host.acs = {{"0000:02:00.0", true, origin}, {"0000:02:04.0", false, {}}};
  host.iommu = {IommuMode::PassThrough, origin};
  host.packages = {{0, {0, 1}, origin}};
  host.gpus = {{1, "NVIDIA H100", true, false, "uuid/1", origin}, {}};
  host.nvlinks = {{0, 17, true, 4, origin}};
  host.peers = {{0, 1, PeerAccess::Chipset, origin}};
  host.ports = {{"mlx5_0", 1, "ACTIVE", "LinkUp", "InfiniBand", 200'000, 400'000, true, origin}};
  host.network = {LinkKind::RoCE, origin};
  host.has_peermem = {false, origin};
  host.has_dmabuf = {true, origin};
  host.can_gpu_direct = {true, origin};
  host.too_far_for_gpu_direct = {"distance 7 > 4", origin};
  host.shm_bytes = {64U << 20U, origin};
  host.memlock_bytes = {kUnlimited, origin};
  host.numa_balancing = {true, origin};
  host.machine = {"NVIDIA DGX", origin};
  host.kernel = {"6.8.0", origin};
  host.hypervisor = {"KVM", origin};
  host.container = {"docker", origin};
  host.driver_version = {"550.54.15", origin};
  host.nccl_version = {"2.28.9", {Origin::Kind::File, "a.log:1"}};
  host.variables = {{"NCCL_ALGO", "", origin}, {"NCCL_DEBUG", "a \"b\" \\", origin}};
  host.plugins = {{"net", "libnccl-net.so", "AWS", origin, false}};
  host.transports = {{"P2P/CUMEM", 24, origin}};
  host.pcie_links[0].kind = PcieDevice::Adapter;
  host.gpus[0].bus_id = "0000:44:00.0";
  host.gpus[0].fabric_fault = "Insufficient Resources";
  host.nvlink_errors = {{1, 5, "Replay Errors", 12, origin}};
  host.gpu_readings = {{-1, "Device Handle", "GPU is lost", "0000:44:00.0", origin}};
  host.pair_rates = {{0, 1, PairFigure::LatencyDirect, 1.25, origin}};
  host.kernel_events = {{KernelEventKind::SwitchXid, 20034, "0000:05:00.0", "node7", "20034, Fatal",
                         true, 3, origin}};
  return host;
}

HostState read(const std::string& text, FirstProblem& problem) {
  return read_host_state(parse_json(text, "host.json").value(), "", problem);
}

std::string problem_of(const std::string& text) {
  FirstProblem problem("host.json", text);
  read(text, problem);
  return problem.any() ? problem.error().message() : "none";
}

TEST(HostStateJson, GivesBackWhatWasWritten) {
  HostState empty_text;
  empty_text.kernel = {"", {}};
  for (const HostState& host : {full(), HostState(), empty_text}) {
    const std::string text = host_state_to_json(host);
    FirstProblem problem("host.json", text);
    EXPECT_EQ(read(text, problem), host) << text;
    EXPECT_FALSE(problem.any()) << problem.error().message();
  }
}

TEST(HostStateJson, StandsInATopology) {
  const Topology node =
      topology_from_json(R"({"schema": "treering.topology/1", "name": "n", "devices": [
        {"name": "CPU 0", "kind": "cpu"}]})",
                         "n.json")
          .value();
  EXPECT_EQ(topology_to_json(node, HostState()), topology_to_json(node));
  const std::string text = topology_to_json(node, full());
  EXPECT_THAT(text, HasSubstr(",\n  \"host\": {\n    \"machine\": {\"value\": \"NVIDIA DGX\""));
  const auto again = topology_from_json(text, "t.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, node);
}

TEST(HostStateJson, WhatIsNoUtf8IsMended) {
  HostState host;
  host.variables = {{"NCCL_DEBUG", "\xff", {}}};
  EXPECT_THAT(host_state_to_json(host), HasSubstr("\"value\": \"?\""));
}

TEST(HostStateJson, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(problem_of("[]"), HasSubstr("an array, expected an object"));
  EXPECT_THAT(problem_of(R"({"acz": []})"), HasSubstr("/acz: an unknown field"));
  EXPECT_THAT(problem_of(R"({"acs": {}})"), HasSubstr("/acs: an object, expected an array"));
  EXPECT_THAT(problem_of(R"({"acs": [{"bus": "0"}]})"), HasSubstr("/acs/0/bus: an unknown field"));
  EXPECT_THAT(problem_of(R"({"iommu": {"value": "on"}})"),
              HasSubstr("/iommu/value: 'on', expected one of off, pass_through, translating"));
  EXPECT_THAT(problem_of(R"({"iommu": {}})"), HasSubstr("no 'value'"));
  EXPECT_THAT(problem_of(R"({"shm_bytes": {"value": -1}})"), HasSubstr("-1, expected 0 or more"));
  EXPECT_THAT(problem_of(R"({"memlock_bytes": {"value": "much"}})"), HasSubstr("an integer"));
  EXPECT_THAT(problem_of(R"({"packages": [{"numa_nodes": [0, "a"]}]})"),
              HasSubstr("/packages/0/numa_nodes/1: 'a', expected a number"));
}

}  // namespace json_test
}  // namespace treering::core
