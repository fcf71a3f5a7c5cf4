#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace adapter_checks_test {

using ::testing::ElementsAre;
using testing::file_origin;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::patient_on;
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

// A port of the eight is at 100 Gbit/s: slower than its equals, and its CPU has less per GPU.
TEST(AdapterChecks, OnePortIsSlow) {
  const auto texts = texts_of(check_rails(with_port_speed("mlx5_3", 100'000)));
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0], "mlx5_3: 100 Gbit/s, where most ports have 400");
  EXPECT_THAT(texts[1], HasSubstr("carry 325 Gbit/s for each of its 4 GPUs"));
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
  EXPECT_EQ(check_rails(with_port_down("polaris", 100'000)).symptoms.at(0).severity,
            Severity::Hint);
}

// Ports for storage are of the same model as those for GPUs, and often not cabled.
TEST(AdapterChecks, EveryGpuHasAPortThatWorks) {
  const Examination seen = check_rails(with_port_down("dgx-h100", 400'000));
  ASSERT_EQ(seen.symptoms.size(), 1U);
  EXPECT_EQ(seen.symptoms[0].severity, Severity::Hint);
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

TEST(AdapterChecks, SpeedsThatAreAssumedAreNotCompared) {
  Patient patient = with_port_speed("mlx5_3", 100'000);
  patient.condition = with_devices(patient.condition, [](core::Device& device) {
    if (device.name == "mlx5_0") device.assumed.emplace_back("speed_mbps");
  });
  EXPECT_THAT(check_rails(patient).symptoms, IsEmpty());
}

}  // namespace adapter_checks_test
}  // namespace treering::tuner::doctor
