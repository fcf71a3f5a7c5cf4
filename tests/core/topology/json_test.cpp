#include "core/topology/json.h"

#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/arbitrary_topology.h"

namespace treering::core {
namespace json_test {

constexpr std::string_view kPair = R"({
  "schema": "treering.topology/1",
  "name": "pair",
  "sources": {
    "specification-1": {"kind": "specification", "source": "NVIDIA A100 whitepaper"}
  },
  "devices": [
    {"name": "CPU 0", "kind": "cpu", "arch": "x86_64", "family": 6},
    {"name": "GPU 0", "kind": "gpu", "index": 0, "compute_capability": 80, "pci": {"bus_id": "0000:01:00.0", "link_width": 16}},
    {"name": "GPU 1", "kind": "gpu", "index": 1, "compute_capability": 80, "gpu_direct_rdma": false, "extra": {"rank": "1"}},
    {"name": "NIC", "kind": "nic"},
    {"name": "mlx5_0", "kind": "nic_port", "nic": "NIC", "index": 0, "speed_mbps": 200000, "guid": "0xa042", "latency_us": 0.5},
    {"name": "fabric", "kind": "network_switch"}
  ],
  "links": [
    {"kind": "pcie", "from": "GPU 0", "to": "CPU 0", "count": 16, "gb_per_s": 31.5},
    {"kind": "nvlink", "from": "GPU 0", "to": "GPU 1", "count": 12, "gb_per_s": 300, "origin": "specification-1"},
    {"kind": "c2c", "from": "GPU 1", "to": "CPU 0", "gb_per_s": 450, "latency_us": 0.25, "oneway": true}
  ]
}
)";

Topology pair() {
  auto topology = topology_from_json(kPair, "pair.json");
  EXPECT_TRUE(topology) << topology.error().message();
  return topology.value_or(Topology());
}

std::string message_of(std::string_view text) {
  const auto topology = topology_from_json(text, "x.json");
  return topology ? "no error" : topology.error().message();
}

/// kPair with `what` replaced.
std::string message_with(std::string_view what, std::string_view replacement) {
  std::string text(kPair);
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos);
  return message_of(text.replace(at, what.size(), replacement));
}

TEST(TopologyJson, ReadsDevices) {
  const Topology topology = pair();
  EXPECT_EQ(topology.name(), "pair");
  ASSERT_EQ(topology.devices().size(), 6U);
  EXPECT_EQ(topology.device(0).info, DeviceInfo(Cpu{0, 0, "x86_64", "", 6, {}, ""}));
  EXPECT_EQ(topology.device(1).info, DeviceInfo(Gpu{0, 80, true}));
  EXPECT_EQ(topology.device(1).pci->bus_id, "0000:01:00.0");
  EXPECT_EQ(topology.device(1).pci->link_width, 16);
  EXPECT_EQ(topology.device(2).info, DeviceInfo(Gpu{1, 80, false}));
  EXPECT_EQ(topology.device(2).extra, (Attributes{{"rank", "1"}}));
  EXPECT_EQ(topology.device(4).info,
            DeviceInfo(NicPort{3, 0, 200'000, 0, 0xa042, 0.5, 0, false, false}));
  EXPECT_EQ(topology.device(5).info, DeviceInfo(NetworkSwitch{}));
}

TEST(TopologyJson, LinksAreBothWaysUnlessOneway) {
  const Topology topology = pair();
  // Two wires both ways and one direction.
  ASSERT_EQ(topology.links().size(), 5U);
  const Origin a100 = {Origin::Kind::Specification, "NVIDIA A100 whitepaper"};
  const Link there = {LinkKind::NvLink, 1, 2, 12, Bandwidth::from_gb_per_s(300), {}, a100};
  EXPECT_EQ(topology.links()[2], there);
  const Link back = {LinkKind::NvLink, 2, 1, 12, Bandwidth::from_gb_per_s(300), {}, a100};
  EXPECT_EQ(topology.links()[3], back);
  EXPECT_EQ(topology.links()[4], (Link{LinkKind::C2C, 2, 0, 1, Bandwidth::from_gb_per_s(450),
                                       Duration::from_us(0.25), Origin{}}));
}

TEST(TopologyJson, WritesWhatAPersonWouldWrite) {
  EXPECT_EQ(topology_to_json(pair()), kPair);
}

TEST(TopologyJson, EmptyTopologyIsWritten) {
  EXPECT_EQ(topology_to_json(Topology()),
            "{\n  \"schema\": \"treering.topology/1\",\n  \"name\": \"\",\n  \"devices\": [],\n"
            "  \"links\": []\n}\n");
}

RC_GTEST_PROP(TopologyJson, RoundTripIsExact, ()) {
  const Topology topology = test::arbitrary_topology();
  const auto again = topology_from_json(topology_to_json(topology), "x.json");
  if (!again) RC_FAIL(again.error().message());
  RC_ASSERT(*again == topology);
  RC_ASSERT(again->fingerprint() == topology.fingerprint());
}

TEST(TopologyJson, DevicesMayBeGivenByIndex) {
  EXPECT_EQ(message_with(R"("to": "GPU 1")", R"("to": 2)"), "no error");
  EXPECT_EQ(message_with(R"("nic": "NIC")", R"("nic": 3)"), "no error");
}

TEST(TopologyJson, UnknownDevicesAreNamed) {
  EXPECT_EQ(message_with(R"("to": "GPU 1")", R"("to": 9)"),
            "x.json:17: /links/1/to: device 9 not found, have 0..5; add it under /devices");
  EXPECT_EQ(message_with(R"("to": "GPU 1")", R"("to": "GPU1")"),
            "x.json:17: /links/1/to: device 'GPU1' not found, have 6 by other names; did you mean "
            "'GPU 1'");
  EXPECT_EQ(message_with(R"("nic": "NIC")", R"("nic": "the adapter")"),
            "x.json:12: /devices/4/nic: device 'the adapter' not found, have 6 by other names; add "
            "it under "
            "/devices");
}

TEST(TopologyJson, ErrorsOfTheBuilderCountWires) {
  // The third wire is the builder's fifth link.
  EXPECT_EQ(message_with(R"("gb_per_s": 450)", R"("gb_per_s": -450)"),
            "x.json:18: /links/2/gb_per_s: -450, expected 1e-06..100000 GB/s");
}

TEST(TopologyJson, MisspeltWordsAreSuggested) {
  EXPECT_THAT(
      message_with("\"nvlink\"", "\"nvlnk\""),
      ::testing::AllOf(::testing::StartsWith("x.json:17: /links/1/kind: 'nvlnk', expected one of"),
                       ::testing::EndsWith("did you mean 'nvlink'")));
  EXPECT_THAT(message_with("\"gb_per_s\": 300", "\"gb_per_s\": 300, \"latency_ns\": 5"),
              ::testing::AllOf(::testing::StartsWith(
                                   "x.json:17: /links/1/latency_ns: an unknown field, expected "),
                               ::testing::EndsWith("did you mean 'latency_us'")));
  EXPECT_EQ(
      message_with("\"origin\": \"specification-1\"", "\"origin\": \"specification-2\""),
      "x.json:17: /links/1/origin: 'specification-2' not found, expected a key of /sources; did "
      "you mean 'specification-1'");
}

TEST(TopologyJson, WrongTypesAreNamed) {
  EXPECT_EQ(message_with("\"count\": 12", "\"count\": \"12\""),
            "x.json:17: /links/1/count: '12', expected an integer");
  EXPECT_EQ(message_with("\"count\": 12", "\"count\": 1.5"),
            "x.json:17: /links/1/count: 1.5, expected an integer");
  EXPECT_EQ(message_with("\"count\": 12", "\"count\": 99999999999"),
            "x.json:17: /links/1/count: 99999999999, expected an integer of a sane size");
  EXPECT_EQ(message_with("\"gb_per_s\": 300", "\"gb_per_s\": [300]"),
            "x.json:17: /links/1/gb_per_s: an array, expected a number");
  EXPECT_EQ(message_with("\"guid\": \"0xa042\"", "\"guid\": \"a042\""),
            "x.json:12: /devices/4/guid: 'a042', expected 0x and up to 16 hex digits");
  EXPECT_EQ(message_with("\"rank\": \"1\"", "\"rank\": 1"),
            "x.json:10: /devices/2/extra/rank: 1, expected a text in quotes");
}

TEST(TopologyJson, MissingFieldsAreNamed) {
  EXPECT_EQ(message_with("\"gb_per_s\": 300, ", ""),
            "x.json:17: /links/1: no field 'gb_per_s', expected one");
  EXPECT_EQ(message_with("\"speed_mbps\": 200000, ", ""),
            "x.json:12: /devices/4: no field 'speed_mbps', expected one");
  EXPECT_EQ(message_of("{}"), "x.json:1: /: no field 'schema', expected one");
  EXPECT_EQ(message_with("topology/1", "topology/2"),
            "x.json:2: /schema: 'treering.topology/2', expected 'treering.topology/1'");
}

TEST(TopologyJson, OtherJsonIsRefused) {
  EXPECT_EQ(message_of("[]"), "x.json:1: /: an array, expected an object");
  EXPECT_EQ(message_of("null"), "x.json:1: /: null, expected an object");
}

}  // namespace json_test
}  // namespace treering::core
