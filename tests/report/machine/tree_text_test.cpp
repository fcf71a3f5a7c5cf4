#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/table.h"
#include "hw/builtin.h"
#include "report/machine/machine_text.h"
#include "tests/support/assembly.h"
#include "tests/support/small_machines.h"

namespace treering::report::machine {
namespace tree_text_test {

using ::testing::HasSubstr;

// The links of these machines have no source.
TEST(TreeText, InAscii) {
  EXPECT_EQ(tree_text(testing::two_sockets(), {}),
            "CPU 0                          NUMA node 0, Intel Xeon (Sapphire Rapids)\n"
            "`- switch A      x1, 20 GB/s*  01:00.0\n"
            "   |- GPU 0      x1, 20 GB/s*  02:00.0, Ampere (compute capability 8.0)\n"
            "   |- GPU 1      x1, 20 GB/s*  03:00.0, Ampere (compute capability 8.0)\n"
            "   `- nic0       x1, 20 GB/s*  04:00.0\n"
            "      |- nic0_0                NET/0, 100 Gbit/s (12.5 GB/s)\n"
            "      `- nic0_1                NET/1, 100 Gbit/s (12.5 GB/s)\n"
            "CPU 1                          NUMA node 1, Intel Xeon (Sapphire Rapids)\n"
            "|- switch B      x1, 20 GB/s*  05:00.0\n"
            "|  |- switch C   x1, 20 GB/s*  06:00.0\n"
            "|  |  `- GPU 2   x1, 20 GB/s*  07:00.0, Ampere (compute capability 8.0)\n"
            "|  `- GPU 3      x1, 20 GB/s*  08:00.0, Ampere (compute capability 8.0)\n"
            "`- nic1          x1, 20 GB/s*  09:00.0, nic1_0 NET/2, 100 Gbit/s (12.5 GB/s)\n"
            "* assumed: the source does not say it\n");
}

TEST(TreeText, NoLineIsWiderThanTheTerminal) {
  for (const std::string_view name : hw::builtin_names()) {
    const core::Topology node = hw::load_builtin(name).value();
    for (const std::size_t width : {60U, 80U, 100U}) {
      std::istringstream text(tree_text(node, {.width = width}));
      for (std::string line; std::getline(text, line);) {
        EXPECT_LE(core::display_width(line), width) << name << ": " << line;
      }
    }
  }
}

TEST(TreeText, AnAddressStandsOnce) {
  testing::Assembly machine("addressed");
  const auto cpu = machine.cpu();
  const auto named = machine.pci_switch(cpu);
  machine.device(named).name = "PCI 0001:0a:00.0";
  machine.function(named).bus_id = "0001:0a:00.0";
  const std::string text = tree_text(std::move(machine).build(), {});
  EXPECT_THAT(text, HasSubstr("PCI 0001:0a:00.0"));
  EXPECT_EQ(text.find("0a:00.0"), text.rfind("0a:00.0"));
}

// Of parts for desks the family and model have no name, which the source may have.
TEST(TreeText, AnUnlistedCpuHasTheNameOfItsSource) {
  testing::Assembly machine("desk");
  core::Device& cpu = machine.device(machine.cpu());
  cpu.info = core::Cpu{.arch = "x86_64", .vendor = "AuthenticAMD", .family = 175, .model = 97};
  EXPECT_THAT(tree_text(testing::Assembly(machine).build(), {}),
              HasSubstr("x86_64 AuthenticAMD (family 25, model 97)"));
  cpu.extra.emplace_back("model_name", "AMD Ryzen 9 7950X 16-Core Processor");
  EXPECT_THAT(tree_text(std::move(machine).build(), {}),
              HasSubstr("NUMA node 0, AMD Ryzen 9 7950X 16-Core Processor\n"));
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

}  // namespace tree_text_test
}  // namespace treering::report::machine
