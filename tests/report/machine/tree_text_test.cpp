#include "report/machine/tree_text.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "tests/support/assembly.h"
#include "tests/support/small_machines.h"

namespace treering::report::machine {
namespace {

using ::testing::HasSubstr;

// The links of these machines have no source.
TEST(TreeText, InAscii) {
  EXPECT_EQ(tree_text(testing::two_sockets(), {}),
            "CPU 0                          NUMA node 0, x86_64 GenuineIntel family 6 model 143\n"
            "`- switch A      x1, 20 GB/s*  0000:01:00.0\n"
            "   |- GPU 0      x1, 20 GB/s*  0000:02:00.0, CC 8.0\n"
            "   |- GPU 1      x1, 20 GB/s*  0000:03:00.0, CC 8.0\n"
            "   `- nic0       x1, 20 GB/s*  0000:04:00.0\n"
            "      |- nic0_0                NET/0, 100 Gbit/s\n"
            "      `- nic0_1                NET/1, 100 Gbit/s\n"
            "CPU 1                          NUMA node 1, x86_64 GenuineIntel family 6 model 143\n"
            "|- switch B      x1, 20 GB/s*  0000:05:00.0\n"
            "|  |- switch C   x1, 20 GB/s*  0000:06:00.0\n"
            "|  |  `- GPU 2   x1, 20 GB/s*  0000:07:00.0, CC 8.0\n"
            "|  `- GPU 3      x1, 20 GB/s*  0000:08:00.0, CC 8.0\n"
            "`- nic1          x1, 20 GB/s*  0000:09:00.0, nic1_0 NET/2, 100 Gbit/s\n"
            "* assumed: the source does not tell it\n");
}

TEST(TreeText, InUnicode) {
  const std::string text = tree_text(testing::hybrid_cube(), {.is_utf8 = true});
  EXPECT_THAT(text, HasSubstr("├─ "));
  EXPECT_THAT(text, HasSubstr("└─ "));
}

TEST(TreeText, EqualAdaptersAreOneLine) {
  testing::Assembly machine("many");
  const auto cpu = machine.cpu();
  machine.gpu(cpu);
  for (int i = 0; i < 8; ++i) machine.port(machine.nic(cpu), 25000);
  EXPECT_THAT(tree_text(std::move(machine).build(), {}), HasSubstr("`- 8 x "));
}

TEST(TreeText, HasEveryGpuOfEveryMachine) {
  for (const std::string_view name : hw::builtin_names()) {
    const core::Topology node = hw::load_builtin(name).value();
    const std::string text = tree_text(node, {});
    for (const core::DeviceId gpu : node.of_kind(core::DeviceKind::Gpu)) {
      EXPECT_THAT(text, HasSubstr(node.device(gpu).name + " ")) << name;
    }
  }
}

}  // namespace
}  // namespace treering::report::machine
