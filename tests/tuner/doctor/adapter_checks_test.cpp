#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/assembly.h"
#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace adapter_checks_test {

using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
using ::testing::StartsWith;
using testing::texts_of;

core::AdapterPortState port_state(const std::string& device, const std::string& state,
                                  std::int64_t mbps) {
  core::AdapterPortState port;
  port.device = device;
  port.state = state;
  port.link_layer = "InfiniBand";
  port.rate_mbps = mbps;
  port.model_rate_mbps = 400'000;
  port.origin = file_origin("/sys/class/infiniband/" + device);
  return port;
}

Patient with_port_speed(const std::string& name, std::int64_t mbps) {
  Patient patient = patient_on("dgx-h100");
  patient.condition = with_devices(patient.condition, [&](core::Device& device) {
    auto* const port = std::get_if<core::NicPort>(&device.info);
    if (port != nullptr && device.name == name) port->speed_mbps = mbps;
  });
  return patient;
}

TEST(AdapterChecks, EvenRailsAreWell) {
  for (const char* const name : {"dgx-h100", "dgx-a100", "summit", "polaris", "alps", "aws-p5"}) {
    EXPECT_THAT(check_rails(patient_on(name)).symptoms, IsEmpty()) << name;
  }
}

// One adapter for two sockets is how the machine was made, also where it has two ports.
TEST(AdapterChecks, TwoPortsOfOneCardAreOneAdapter) {
  testing::Assembly assembly("two sockets, one card");
  const core::DeviceId first = assembly.cpu();
  const core::DeviceId second = assembly.cpu();
  assembly.gpu(first);
  assembly.gpu(second);
  const core::DeviceId card = assembly.nic(first);
  assembly.port(card, 100'000);
  assembly.port(card, 100'000);
  assembly.join(core::LinkKind::InterSocket, first, second, 10);
  Patient patient;
  patient.condition.cluster.node = std::move(assembly).build();
  EXPECT_THAT(check_rails(patient).symptoms, IsEmpty());
}

// A port of the eight is at 100 Gbit/s: slower than its equals, and its CPU has less per GPU.
TEST(AdapterChecks, OnePortIsSlow) {
  const auto texts = texts_of(check_rails(with_port_speed("mlx5_3", 100'000)));
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0], "mlx5_3: 100 Gbit/s, where most ports have 400");
  EXPECT_THAT(texts[1], HasSubstr("carry 325 Gbit/s for each of its 4 GPUs"));
}

TEST(AdapterChecks, SlowPortsOfSeveralRates) {
  Patient patient = with_port_speed("mlx5_3", 100'000);
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    auto* const port = std::get_if<core::NicPort>(&device.info);
    if (device.name == "mlx5_0") port->speed_mbps = 100'000;
    if (device.name == "mlx5_4") port->speed_mbps = 200'000;
  });
  EXPECT_EQ(texts_of(check_rails(patient)).at(0),
            "mlx5_0 and mlx5_3: 100 Gbit/s; mlx5_4: 200 Gbit/s, where most ports have 400");
}

/// Five slower ports more at the first CPU, for storage say, behind one PCI function.
Patient with_storage(Patient patient) {
  const core::Topology& node = patient.condition.cluster.node;
  core::TopologyBuilder builder(node.name(), node.description());
  for (const core::Device& device : node.devices()) builder.add(device);
  for (const core::Link& link : node.links()) builder.connect(link);
  const core::DeviceId first = node.of_kind(core::DeviceKind::Cpu).front();
  core::Device nic = node.device(node.of_kind(core::DeviceKind::Nic).front());
  nic.name = "storage";
  nic.pci->bus_id = "fffe:01:00.0";
  core::Link link;
  link.from = builder.add(nic);
  link.to = first;
  link.count = 16;
  link.bandwidth = core::Bandwidth::from_gb_per_s(63);
  builder.connect_both_ways(link);
  for (int i = 0; i < 5; ++i) {
    core::Device port = node.device(node.of_kind(core::DeviceKind::NicPort).front());
    port.name = "storage_" + std::to_string(i);
    auto& info = std::get<core::NicPort>(port.info);
    info.nic = link.from;
    info.index = 8 + i;
    info.guid = 77;
    info.speed_mbps = 100'000;
    builder.add(port);
  }
  patient.condition.cluster.node = std::move(builder).build().value();
  return patient;
}

// They are no rails: NCCL uses none of them, and no CPU has less for its GPUs.
TEST(AdapterChecks, PortsForStorage) {
  const Examination seen = check_rails(with_storage(patient_on("dgx-h100")));
  ASSERT_THAT(texts_of(seen),
              ElementsAre("storage_0, storage_1, storage_2, storage_3 and storage_4: 100 Gbit/s, "
                          "where most ports have 400; NCCL can do without: every GPU has another"));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Hint);
  EXPECT_FALSE(seen.symptoms[0].cost);
}

TEST(AdapterChecks, OneGpuIsNotEach) {
  testing::Assembly assembly("two");
  const core::DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu);
  assembly.gpu(assembly.cpu());
  for (int i = 0; i < 2; ++i) assembly.port(assembly.nic(cpu), 100'000);
  Patient patient;
  patient.condition.cluster = {std::move(assembly).build(), 1, {}};
  patient.condition.job.nodes = 1;
  EXPECT_THAT(texts_of(check_rails(patient)),
              ElementsAre(HasSubstr("carry 0 Gbit/s for its GPU, those at")));
}

TEST(AdapterChecks, MendedRailsCarryAsMuchAsTheBestSide) {
  const Examination seen = check_rails(with_port_speed("mlx5_3", 100'000));
  ASSERT_TRUE(seen.symptoms.at(1).cost);
  std::int64_t sum = 0;
  const core::Topology& node = seen.symptoms[1].cost->mended.cluster.node;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    sum += std::get<core::NicPort>(node.device(id).info).speed_mbps;
  }
  EXPECT_NEAR(static_cast<double>(sum), 8 * 400'000, 8);
}

/// A port that works and one that does not, on a machine.
Patient with_port_down(const std::string& topology, std::int64_t model_mbps) {
  Patient patient = patient_on(topology);
  patient.host.ports = {port_state("mlx5_0", "ACTIVE", 400'000),
                        port_state("mlx5_1", "DOWN", 10'000)};
  patient.host.ports[1].physical_state = "Polling";
  patient.host.ports[1].model_rate_mbps = model_mbps;
  return patient;
}

// Polaris has two ports for four GPUs.
TEST(AdapterChecks, APortIsDown) {
  const Examination seen = check_rails(with_port_down("polaris", 400'000));
  ASSERT_THAT(texts_of(seen), ElementsAre("port 1 of mlx5_1 is DOWN (Polling)"));
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Fault);
  ASSERT_TRUE(seen.symptoms[0].cost);
  const auto ports = [](const Condition& condition) {
    return condition.cluster.node.of_kind(core::DeviceKind::NicPort).size();
  };
  EXPECT_EQ(ports(seen.symptoms[0].cost->as_is), 2U);
  EXPECT_EQ(ports(seen.symptoms[0].cost->mended), 3U);
}

// An adapter of another model may be meant for something else, or for nothing.
TEST(AdapterChecks, ASpareAdapterIsDown) {
  const Examination seen = check_rails(with_port_down("polaris", 100'000));
  EXPECT_EQ(seen.symptoms.at(0).severity, Severity::Hint);
  EXPECT_EQ(seen.symptoms[0].what,
            "port 1 of mlx5_1 is DOWN (Polling), of another kind than the ports that work, perhaps "
            "for something else");
}

// NCCL would use it at its own rate.
TEST(AdapterChecks, AFasterAdapterIsDown) {
  EXPECT_EQ(check_rails(with_port_down("polaris", 800'000)).symptoms.at(0).severity,
            Severity::Fault);
}

// Ports for storage are of the same model as those for GPUs, and often not cabled.
TEST(AdapterChecks, EveryGpuHasAPortThatWorks) {
  const Examination seen = check_rails(with_port_down("dgx-h100", 400'000));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Hint);
  EXPECT_THAT(seen.symptoms[0].what, HasSubstr("NCCL can do without: every GPU has another"));
}

/// All adapters of a machine behind its first CPU.
Patient with_adapters_at_one_cpu(Patient patient) {
  const core::Topology& node = patient.condition.cluster.node;
  core::TopologyBuilder builder(node.name(), node.description());
  for (const core::Device& device : node.devices()) builder.add(device);
  const core::DeviceId first = node.of_kind(core::DeviceKind::Cpu).front();
  for (core::Link link : node.links()) {
    const auto moved = [&](core::DeviceId from, core::DeviceId to) {
      return node.device(from).kind() == core::DeviceKind::Nic && node.parent_of(from) == to;
    };
    if (moved(link.from, link.to)) link.to = first;
    if (moved(link.to, link.from)) link.from = first;
    builder.connect(link);
  }
  patient.condition.cluster.node = std::move(builder).build().value();
  return patient;
}

// One for each, but none near half of them: both checks want it up.
TEST(AdapterChecks, NoGpuOfTheOtherCpuHasAPort) {
  const Patient patient = with_adapters_at_one_cpu(with_port_down("dgx-h100", 400'000));
  EXPECT_EQ(check_rails(patient).symptoms.at(0).severity, Severity::Fault);
  EXPECT_THAT(check_adapter_distance(patient).symptoms.at(0).fix,
              HasSubstr("bring up the port that is down on mlx5_1"));
}

TEST(AdapterChecks, APortOfAnotherKindIsNoRemedyForDistance) {
  const Patient patient = with_adapters_at_one_cpu(with_port_down("dgx-h100", 100'000));
  EXPECT_EQ(check_rails(patient).symptoms.at(0).severity, Severity::Hint);
  EXPECT_THAT(check_adapter_distance(patient).symptoms.at(0).fix, StartsWith("put an adapter"));
}

TEST(AdapterChecks, APortBelowItsModel) {
  Patient patient = with_port_speed("mlx5_0", 200'000);
  patient.host.ports = {port_state("mlx5_0", "ACTIVE", 200'000)};
  const Examination seen = check_port_rates(patient);
  ASSERT_THAT(texts_of(seen),
              ElementsAre("port 1 of mlx5_0 runs at 200 Gbit/s, its adapter can do 400"));
  EXPECT_TRUE(seen.symptoms[0].cost);
  EXPECT_FALSE(check_port_rates(patient_on("dgx-h100")).unknown.empty());
}

TEST(AdapterChecks, PortsOfOneCardShareItsRate) {
  Patient patient = patient_on("dgx-h100");
  for (const char* const name : {"mlx5_20", "mlx5_21"}) {
    core::AdapterPortState port{.device = name, .state = "ACTIVE"};
    port.rate_mbps = 200'000;
    port.model_rate_mbps = 400'000;
    port.card = "0x58a2e10300d00006";
    patient.host.ports.push_back(port);
  }
  EXPECT_THAT(texts_of(check_port_rates(patient)), IsEmpty());
  patient.host.ports.pop_back();
  EXPECT_EQ(texts_of(check_port_rates(patient)).size(), 1U);
}

TEST(AdapterChecks, SpeedsThatAreAssumedAreNotCompared) {
  Patient patient = with_port_speed("mlx5_3", 100'000);
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    if (device.name == "mlx5_0") device.assumed.emplace_back("speed_mbps");
  });
  EXPECT_THAT(check_rails(patient).symptoms, IsEmpty());
}

}  // namespace adapter_checks_test
}  // namespace treering::tuner::doctor
