#include "core/host_state/json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "core/topology/json.h"

namespace treering::core {
namespace json_test {

using ::testing::HasSubstr;

constexpr Origin::Kind kRead = Origin::Kind::Discovered;

/// A host state with a value in every field, of parts with a value in every field.
HostState full() {
  HostState host;
  const Origin origin{kRead, "/sys/file"};
  host.pcie_links = {{"0000:07:00.0",
                      {"16.0 GT/s PCIe", 16},
                      {"32.0 GT/s PCIe", 16},
                      {"8.0 GT/s PCIe", 8},
                      origin,
                      PcieDevice::Adapter}};
  host.acs = {{"0000:02:00.0", true, origin}, {"0000:02:04.0", false, {}}};
  host.iommu = {IommuMode::PassThrough, origin};
  host.packages = {{1, {0, 1}, origin}};
  host.gpus = {{1, "NVIDIA H100", true, false, "uuid/1", origin, "96.00.89.00.01", "0000:44:00.0",
                "Insufficient Resources"},
               {}};
  host.nvlinks = {{1, 17, true, 4, origin, 26.5}};
  host.nvlinks_unknown = {"topo -mp", origin};
  host.gpus_unknown = {"CUDA_VISIBLE_DEVICES", origin};
  host.nvlink_errors = {{1, 5, "Replay Errors", 12, origin}};
  host.gpu_readings = {{-1, "Device Handle", "GPU is lost", "0000:44:00.0", origin}};
  host.peers = {{1, 2, PeerAccess::Chipset, origin}};
  host.pair_rates = {{1, 2, PairFigure::LatencyDirect, 1.25, origin}};
  host.ports = {{"mlx5_0", 2, "ACTIVE", "LinkUp", "InfiniBand", 200'000, 400'000, true, origin,
                 "28.39.1002", "0000:18:00.0", "0xb8cef60300a1b2c0"}};
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
  host.cuda_version = {"12.4", origin};
  host.nccl_version = {"2.28.9", {Origin::Kind::File, "a.log:1"}};
  host.topology_file = {"/etc/topo.xml", origin};
  host.variables = {{"NCCL_DEBUG", "a \"b\" \\", origin}, {"NCCL_ALGO", "", origin}};
  host.plugins = {{"net", "libnccl-net.so", "AWS", origin, false}};
  host.transports = {{"P2P/CUMEM", 24, origin}};
  host.gpu_direct_uses = {{"node7", "3", true, true, origin}, {"node7", "3", false, false, origin}};
  host.networks = {{"node7", "IBext_v8", origin}};
  host.interfaces = {{"node7", "eth0", origin}};
  host.ranks = {16, origin};
  host.ends_in_start = {"Channel 00 : 1 -> 0 via P2P", origin};
  host.warnings = {{"Call to ibv_reg_mr failed", origin, "misc/ibvwrap.cc:129", "node7", 3, 11,
                    "11-30 18:44:12.715", "2", true, true}};
  host.kernel_events = {{KernelEventKind::SwitchXid, 20034, "0000:05:00.0", "node7", "20034, Fatal",
                         true, 3, origin}};
  return host;
}

/// Converts to the type of any field.
struct Anything {
  template <class T>
    requires(!std::is_same_v<T, Anything>)
  operator T() const;
};

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Anything{})...}; };
}

/// The number of fields that the struct has.
template <class T, std::size_t N = 0>
constexpr std::size_t fields_of() {
  if constexpr (takes<T>(std::make_index_sequence<N + 1>{})) {
    return fields_of<T, N + 1>();
  } else {
    return N;
  }
}

/// Goes through what is described: each struct that a recording holds, each field of it.
class Described {
 public:
  template <class T>
  static void expect_all(T part, std::string name) {
    Described visitor(std::move(name));
    describe(visitor, part);
    EXPECT_EQ(visitor.fields_, fields_of<T>()) << visitor.name_ << ": a field is not described";
    EXPECT_TRUE(visitor.unset_.empty()) << visitor.name_ << "/" << visitor.unset_ << " is unset";
  }

  template <class T>
  void field(const char* name, T& value) {
    ++fields_;
    if (!std::is_same_v<T, bool> && value == T()) note(name);
  }
  template <class T>
  void part(const char* name, T& value) {
    ++fields_;
    expect_all(value, name_ + "/" + name);
  }
  template <class T>
  void figure(const char* name, std::optional<Figure<T>>& value) {
    ++fields_;
    if (!value) note(name);
  }
  template <class T>
  void list(const char* name, std::vector<T>& values) {
    ++fields_;
    if (values.empty()) return note(name);
    expect_all(values.front(), name_ + "/" + name);
  }

 private:
  explicit Described(std::string name) : name_(std::move(name)) {}
  void note(const char* name) {
    if (unset_.empty()) unset_ = name;
  }

  std::string name_;
  std::string unset_;  // the first
  std::size_t fields_ = 0;
};

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

// A field that the JSON lacks is an input that a recording loses.
TEST(HostStateJson, HoldsEveryField) {
  static_assert(fields_of<PcieRate>() == 2);
  static_assert(fields_of<AcsState>() == 3);
  Described::expect_all(full(), "host");
}

TEST(HostStateJson, ReadsRecordingsOfBefore) {
  const std::string text = R"({"warnings": [{"text": "lost"}], "networks": []})";
  FirstProblem problem("host.json", text);
  HostState expected;
  expected.warnings = {{"lost", {}}};
  EXPECT_EQ(read(text, problem), expected);
  EXPECT_FALSE(problem.any()) << problem.error().message();
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
