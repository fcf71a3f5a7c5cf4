#include <gtest/gtest.h>

#include "sim/carrier.h"
#include "sim/job/port_variables.h"
#include "tests/support/assembly.h"

namespace treering::sim {
namespace adapter_use_test {

core::Cluster with_ports(const std::string& beginning) {
  testing::Assembly assembly("two");
  const core::DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu);
  for (int i = 0; i < 2; ++i) {
    const core::DeviceId port = assembly.port(assembly.nic(cpu), 100000);
    assembly.device(port).name = beginning + std::to_string(i);
  }
  return {std::move(assembly).build(), 2, {}};
}

AdapterUse use(const core::Cluster& cluster, std::string_view list) {
  job::Settings settings;
  settings.adapters = job::read_adapter_list(list);
  return adapter_use(cluster, settings);
}

TEST(AdapterUse, SaysHowMuchIsLeft) {
  const core::Cluster cluster = with_ports("mlx5_");
  EXPECT_EQ(adapter_use(cluster, {}), AdapterUse::All);
  EXPECT_EQ(use(cluster, "mlx5"), AdapterUse::All);
  EXPECT_EQ(use(cluster, "mlx5_1"), AdapterUse::Some);
  EXPECT_EQ(use(cluster, "^mlx5"), AdapterUse::None);
}

TEST(AdapterUse, OtherPluginsDoNotReadIt) {
  EXPECT_EQ(use(with_ports("cxi"), "mlx5"), AdapterUse::Unread);
  EXPECT_EQ(use(with_ports("rdmap"), "mlx5"), AdapterUse::Unread);
  EXPECT_EQ(use(with_ports("eth"), "mlx5"), AdapterUse::Unread);
}

}  // namespace adapter_use_test
}  // namespace treering::sim
